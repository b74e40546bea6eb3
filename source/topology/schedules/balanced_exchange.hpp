/// @file
/// Schedules of total exchange on balanced routes, on any connected network.
#pragma once

#include <cstdint>

#include "balanced_routes.hpp"
#include "common/duplex_mode.hpp"
#include "common/link_table.hpp"
#include "common/send_table.hpp"

namespace tutti {

/// Takes packet s * N + d from each node s to each other node d over its route, all ports: in every
/// slot each link sends, of the packets that wait for it, the one with most links to go, then the
/// first by the order of the pairs. On nearly all networks slots are the largest load.
///
/// O(sends * log(packets)) time; 12 bytes a send and 16 a packet.
/// @pre routes by the loads of links; fewer than 65,536 nodes
[[nodiscard]] send_table exchange_with_all_ports(const link_table& links,
                                                 const balanced_routes& routes);

/// The same with one port: a matching of senders and receivers in each slot. Full duplex: the nodes
/// with most sends left choose first, of their links with waiting packets that to the node with
/// most receptions left, and augmenting paths (Kuhn 1955) make it as large as possible. Half
/// duplex: links by what both ends have left (`node_pairs`). The same time for the packets, and the
/// matchings.
/// @pre routes by the loads of nodes; fewer than 65,536 nodes
[[nodiscard]] send_table exchange_with_one_port(const link_table& links,
                                                const balanced_routes& routes, duplex_mode mode);

}  // namespace tutti
