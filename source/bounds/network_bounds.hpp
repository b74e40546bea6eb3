/// @file
/// Lower bounds of any network, by flows, weights and cuts: spec/bounds.md, section 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "collectives/packet_size.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/catalog/problem.hpp"
#include "util/function_ref.hpp"

namespace tutti {

// Each is 0 where it says nothing about the problem's ports or packets, or the network is too large
// for a fixed number of operations: flows take up to 64 nodes; above, they are bounded by levels,
// as far as the searches for these take no longer, and weights by as many rounds as that leaves, or
// by distances.

/// Messages of a node, or for it.
using amount_of_node = detail::function_ref<std::uint64_t(node_id)>;
/// Messages of a source for a target, two different nodes: 0 for those that are none.
using amount_between = detail::function_ref<std::uint64_t(node_id from, node_id to)>;

/// One message each.
inline constexpr auto one_each_node = [](node_id /*node*/) { return std::uint64_t{1}; };

/// Messages between nodes.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): none can be made without an amount
struct traffic {
    amount_between amount;
    /// True if every node has as many for every other. Else it is taken to change from run to run,
    /// so that only a few searches are made, and none for weights in a trial of a stress test.
    bool is_uniform = false;
};

/// Q: what the messages that each node has for `root`, or the root for it, take with all ports. Of
/// pieces whose number is free the static flow, without distances.
[[nodiscard]] lower_bound flow_bound_at(const problem& problem, packet_size packets, node_id root,
                                        amount_of_node amount);

/// Q of the node that gets its messages last, also if others get the same ones.
[[nodiscard]] lower_bound receiving_bound(const problem& problem, packet_size packets,
                                          const traffic& messages);

/// The same backwards in time: of the node that has the most to send, if each message is for one
/// node.
[[nodiscard]] lower_bound sending_bound(const problem& problem, packet_size packets,
                                        const traffic& messages);

/// Q of one node to the other that gets `amount` messages of it last.
[[nodiscard]] lower_bound stream_bound(const problem& problem, packet_size packets, node_id root,
                                       std::uint64_t amount);

/// P: the slowest Q of one node to another, of `amount` values.
[[nodiscard]] lower_bound pairs_bound(const problem& problem, packet_size packets,
                                      std::uint64_t amount);

/// Nodes of the largest networks on which weights are searched for messages that are not uniform.
inline constexpr std::size_t most_nodes_of_drawn = 1'500;

/// W: link weights, for messages that are for one node each.
[[nodiscard]] lower_bound weights_bound(const problem& problem, packet_size packets,
                                        const traffic& messages);

/// Of the ways between all participants, where these take no more visits.
[[nodiscard]] std::optional<std::uint64_t> sum_of_distances(const problem& problem,
                                                            std::size_t most_visits);

/// Tails behind links between two parts, where these are one-way. @param messages to all nodes
[[nodiscard]] lower_bound tails_bound(const problem& problem, packet_size packets,
                                      std::uint64_t messages);

/// T: telephone bound of the last of `amount` messages of `root` to all nodes, with one port.
[[nodiscard]] lower_bound calls_bound(const problem& problem, packet_size packets, node_id root,
                                      std::uint64_t amount);

/// Scatter and gather with half duplex: the neighbour of the root on the way to the largest part of
/// the others receives what it passes on, a message for each node there but itself.
[[nodiscard]] lower_bound branch_bound(const problem& problem, packet_size packets);

/// Packets that have to move for messages, so many for each, over those that fit into a slot. A
/// node that shouts sends one, to one node at least.
[[nodiscard]] lower_bound transmissions_bound(const problem& problem, packet_size packets,
                                              std::uint64_t messages, std::uint64_t each);

/// Doubling: with one port the participants that a node has heard from at most double in a slot.
[[nodiscard]] lower_bound doubling_bound(const problem& problem, packet_size packets);

}  // namespace tutti
