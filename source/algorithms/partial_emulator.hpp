/// @file
/// The emulators of any network whose packets are partial values, compiled once.
#pragma once

#include "partial_packet.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

extern template class detail::sweeper<hypercube, partial_packet>;
extern template class emulator<hypercube, partial_packet>;
extern template class detail::sweeper<grid, partial_packet>;
extern template class emulator<grid, partial_packet>;
extern template class detail::sweeper<graph, partial_packet>;
extern template class emulator<graph, partial_packet>;

}  // namespace tutti
