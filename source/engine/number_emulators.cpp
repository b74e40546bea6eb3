#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

namespace tutti {

template class detail::sweeper<hypercube, std::uint64_t>;
template class emulator<hypercube, std::uint64_t>;
template class detail::sweeper<grid, std::uint64_t>;
template class emulator<grid, std::uint64_t>;
template class detail::sweeper<graph, std::uint64_t>;
template class emulator<graph, std::uint64_t>;

}  // namespace tutti
