#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

namespace tutti {

// Emulators of programs that send numbers are instantiated once, here, for each of the three
// network types; otherwise every user would compile them again.
template class detail::slot_executor<hypercube, std::uint64_t>;
template class emulator<hypercube, std::uint64_t>;
template class detail::slot_executor<grid, std::uint64_t>;
template class emulator<grid, std::uint64_t>;
template class detail::slot_executor<graph, std::uint64_t>;
template class emulator<graph, std::uint64_t>;

}  // namespace tutti
