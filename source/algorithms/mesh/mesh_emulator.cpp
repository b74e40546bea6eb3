#include "mesh_program.hpp"

namespace tutti {

// NOLINTBEGIN(cppcoreguidelines-virtual-class-destructor): of final classes within
template class detail::slot_executor<grid, mesh_packet>;
template class emulator<grid, mesh_packet>;
template class detail::slot_executor<grid, routed_packet>;
template class emulator<grid, routed_packet>;
// NOLINTEND(cppcoreguidelines-virtual-class-destructor)

}  // namespace tutti
