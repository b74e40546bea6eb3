#include "tutti/catalog/catalogue_packet.hpp"

namespace tutti {

// NOLINTBEGIN(cppcoreguidelines-virtual-class-destructor): of final classes within
template class detail::slot_executor<hypercube, short_packet>;
template class emulator<hypercube, short_packet>;
template class detail::slot_executor<grid, short_packet>;
template class emulator<grid, short_packet>;
template class detail::slot_executor<graph, short_packet>;
template class emulator<graph, short_packet>;
template class detail::slot_executor<hypercube, long_packet>;
template class emulator<hypercube, long_packet>;
template class detail::slot_executor<grid, long_packet>;
template class emulator<grid, long_packet>;
// NOLINTEND(cppcoreguidelines-virtual-class-destructor)

}  // namespace tutti
