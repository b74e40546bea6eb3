/// @file
/// Message: the unit of communication, apart from the packets that carry it.
#pragma once

#include <cstdint>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// A message as it is delivered. `number` tells the messages of one origin apart: it
/// is the sequence (from 0) where everybody gets everything, the destination where messages are
/// addressed.
struct message {
    node_id origin = 0;
    std::uint32_t number = 0;
    std::uint64_t payload = 0;

    friend bool operator==(const message&, const message&) = default;
};

}  // namespace tutti
