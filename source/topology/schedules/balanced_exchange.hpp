/// @file
/// Schedules of total exchange on balanced routes, on any connected network.
#pragma once

#include <cstdint>

#include "balanced_routes.hpp"
#include "common/duplex_mode.hpp"
#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Takes packet s * N + d from each node s to each other node d over its route, all ports: in every
/// slot each link sends, of the packets that wait for it, the one with most links to go, then the
/// first by the order of the pairs. On nearly all networks slots are the largest load.
///
/// O(sends * log(packets)) time; 12 bytes a send and 16 a packet.
/// @pre routes by the loads of links; fewer than 65,536 nodes
[[nodiscard]] send_table exchange_with_all_ports(const link_table& links,
                                                 const balanced_routes& routes);

/// The same for routes between few participants, where waiting takes longer than the largest load:
/// a packet with `pen` goes as if it had as many links more to go. In up to 60 rounds, of which the
/// first has none, those that came last in a round of T slots, in slot T - (T - L) / 2 or later,
/// get one more, L the bound of the slots on these routes. The best round stays. The time of the
/// rounds.
[[nodiscard]] send_table exchange_in_learned_order(const link_table& links,
                                                   const balanced_routes& routes);

/// The same with all ports, in the order of (rank of the destination - that of the source) mod k,
/// then that of the pairs.
/// @param participants those of the routes
[[nodiscard]] send_table exchange_in_shifted_order(const link_table& links,
                                                   const balanced_routes& routes,
                                                   const participant_set& participants);

/// The same with one port, of which switches use all: a matching of senders and receivers in each
/// slot. Full duplex: the nodes with most sends left choose first, of their links with waiting
/// packets that to the node with most receptions left, and augmenting paths (Kuhn 1955) make it as
/// large as possible. Half duplex: links by what both ends have left (`node_pairs`). The same time
/// for the packets, and the matchings.
/// @pre routes by the loads of nodes; fewer than 65,536 nodes
[[nodiscard]] send_table exchange_with_one_port(const link_table& links,
                                                const balanced_routes& routes, duplex_mode mode);

/// @param sends of the table
/// @param orders that are tried
[[nodiscard]] schedule_cost exchange_with_all_ports_cost(std::uint64_t sends, std::uint64_t orders);
[[nodiscard]] schedule_cost exchange_with_one_port_cost(std::uint64_t sends, std::uint64_t nodes,
                                                        std::uint64_t links);
inline constexpr std::uint32_t learning_rounds = 60;

}  // namespace tutti
