#include "partial_program.hpp"

namespace tutti {

// NOLINTBEGIN(cppcoreguidelines-virtual-class-destructor): of final classes within
template class detail::slot_executor<hypercube, partial_packet>;
template class emulator<hypercube, partial_packet>;
template class detail::slot_executor<grid, partial_packet>;
template class emulator<grid, partial_packet>;
template class detail::slot_executor<graph, partial_packet>;
template class emulator<graph, partial_packet>;
// NOLINTEND(cppcoreguidelines-virtual-class-destructor)

}  // namespace tutti
