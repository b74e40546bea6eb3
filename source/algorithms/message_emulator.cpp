#include "tutti/catalog/message_program.hpp"

namespace tutti {

// NOLINTBEGIN(cppcoreguidelines-virtual-class-destructor): of final classes within
template class detail::sweeper<hypercube, message_packet>;
template class emulator<hypercube, message_packet>;
template class detail::sweeper<grid, message_packet>;
template class emulator<grid, message_packet>;
template class detail::sweeper<graph, message_packet>;
template class emulator<graph, message_packet>;
// NOLINTEND(cppcoreguidelines-virtual-class-destructor)

}  // namespace tutti
