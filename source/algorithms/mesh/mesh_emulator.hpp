/// @file
/// The emulators of arrays and tori that the catalogue runs on, compiled once.
#pragma once

#include "algorithms/mesh/routing/routed_packet.hpp"
#include "mesh_packet.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

extern template class detail::sweeper<grid, mesh_packet>;
extern template class emulator<grid, mesh_packet>;
extern template class detail::sweeper<grid, routed_packet>;
extern template class emulator<grid, routed_packet>;

}  // namespace tutti
