/// @file
/// Message: the unit of communication, independent of the packets that carry it.
#pragma once

#include <cstdint>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// A message as it is delivered. `number` distinguishes the messages of one origin: it is the
/// sequence number (from 0) where all nodes get all messages, the destination where messages are
/// addressed.
struct message {
    node_id origin = 0;
    std::uint32_t number = 0;
    std::uint64_t payload = 0;

    friend bool operator==(const message&, const message&) = default;
};

}  // namespace tutti
