/// @file
/// The emulators of any network whose packets are messages, compiled once.
#pragma once

#include "algorithms/message_packet.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

extern template class detail::sweeper<hypercube, message_packet>;
extern template class emulator<hypercube, message_packet>;
extern template class detail::sweeper<grid, message_packet>;
extern template class emulator<grid, message_packet>;
extern template class detail::sweeper<graph, message_packet>;
extern template class emulator<graph, message_packet>;

}  // namespace tutti
