/// @file
/// Input of one node.
#pragma once

#include <cstdint>
#include <optional>

#include "arrival_queue.hpp"
#include "initial_messages.hpp"
#include "interval_record.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A node's own input, and nothing of other nodes'. A collective fills in its fields.
struct node_input {
    initial_messages messages{};  ///< what the node has to send
    std::uint64_t value = 0;      ///< its summand
    slot call = 0;                ///< at whose end it calls a barrier
    node_id destination = 0;      ///< where its message is to go, where each node has its own
    std::optional<arrival_queue> arrivals{};  ///< messages that come while the run goes on
    interval_record* notes = nullptr;         ///< where it notes its own delays
};

}  // namespace tutti
