/// @file
/// Schedules of scatter on any connected network, from the user's cache if it has them.
#pragma once

#include "topology/participant_set.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The sends of `scatter_flow`, with all ports.
/// @throws memory_limit_exceeded
[[nodiscard]] send_table flow_sends(const link_table& links, port_model ports, node_id root,
                                    const participant_set& participants);

/// The sends of `farthest_first`, with one port.
/// @throws memory_limit_exceeded
[[nodiscard]] send_table farthest_first_sends(const link_table& links, port_model ports,
                                              node_id root, const participant_set& participants);

}  // namespace tutti
