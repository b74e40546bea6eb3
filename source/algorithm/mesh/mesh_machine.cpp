#include "tutti/algorithm/mesh/mesh_machine.hpp"

namespace tutti {

template class detail::sweeper<grid, mesh_packet>;
template class emulator<grid, mesh_packet>;
template class detail::sweeper<grid, routed_packet>;
template class emulator<grid, routed_packet>;

}  // namespace tutti
