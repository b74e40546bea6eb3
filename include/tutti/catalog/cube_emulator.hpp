/// @file
/// The emulator of hypercubes that the catalogue runs on, compiled once.
#pragma once

#include "tutti/catalog/cube_packet.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

extern template class detail::sweeper<hypercube, cube_packet>;
extern template class emulator<hypercube, cube_packet>;

}  // namespace tutti
