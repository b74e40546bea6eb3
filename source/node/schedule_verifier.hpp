/// @file
/// Verifier of the rows of a schedule: links, ports, possession and completeness.
#pragma once

#include <cstdint>
#include <vector>

#include "topology/participant_set.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Requirement on a schedule.
struct schedule_requirement {
    port_model ports = port_model::all_port;
    /// Node at which each packet begins.
    std::vector<node_id> begins{};
    /// Node that each packet moves to. Empty: every participant receives a copy of every packet,
    /// once, and other nodes those that they send on.
    std::vector<node_id> ends{};
    /// If it is not 0, there are no packets, but an allreduce of as many values (`merged`): each
    /// participant sends its partial sum once, after all that it receives, like others that receive
    /// any, and results spread from the node where they are complete.
    std::uint32_t values = 0;
    participant_set participants{};
};

/// True if the schedule does what is required: every row is of a slot and link that exist, no link
/// has two rows in a slot, senders have their packets before the slot, nodes other than switches
/// obey the port model,
/// and in the end all packets are where they have to be. Nothing is assumed of the rows.
///
/// One pass; a bit or two for each node and packet, or 4 bytes for each packet that moves.
[[nodiscard]] bool fulfils(const link_table& links, const send_table& sends,
                           const schedule_requirement& required);

}  // namespace tutti
