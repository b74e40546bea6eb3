#include "tutti/catalog/message_program.hpp"

namespace tutti {

// NOLINTBEGIN(cppcoreguidelines-virtual-class-destructor): of final classes within
template class detail::slot_executor<hypercube, message_packet>;
template class emulator<hypercube, message_packet>;
template class detail::slot_executor<grid, message_packet>;
template class emulator<grid, message_packet>;
template class detail::slot_executor<graph, message_packet>;
template class emulator<graph, message_packet>;
// NOLINTEND(cppcoreguidelines-virtual-class-destructor)

}  // namespace tutti
