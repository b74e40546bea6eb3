/// @file
/// A packet as its receiver finds it.
#pragma once

#include "tutti/model/packet.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A packet that arrived at the start of the slot, with the port that it came through.
template <packet Packet>
struct arrival {
    port through;
    Packet packet;
};

}  // namespace tutti
