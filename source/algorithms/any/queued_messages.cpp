/// @file
/// Messages that queue for the links of any connected network: simultaneous broadcasts over trees,
/// and total exchange, both over shortest paths.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "any_entry.hpp"
#include "collectives/destination.hpp"
#include "collectives/input/initial_messages.hpp"
#include "ordered_queues.hpp"
#include "path_loads.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/eccentricity.hpp"
#include "topology/networks/properties.hpp"
#include "topology/participant_set.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"
#include "util/recent_results.hpp"

namespace tutti {

/// Queues a message, of this node or from a neighbour, for the links to the node's children in the
/// tree of its origin.
template <node_interface Node>
void queue_for_children(Node& self, const shortest_path_trees& trees, const short_packet& packet,
                        bool nearest_first, ordered_queues& waiting) {
    const shortest_path_tree& tree = trees.to(packet.as_message().origin);
    const slot precedence = nearest_first ? slot{tree.distance(self.id())} : self.slot();
    for_each_child(self.network(), tree, self.id(),
                   [&](port through) { waiting.push(through, precedence, packet); });
}

/// K simultaneous broadcasts over any connected network: every message follows the tree of shortest
/// paths of its origin, from the root, as far as it leads to participants. Every node is given K.
///
/// Messages a, b and d of nodes 0, 1 and 3 on the array with rows 0 1 2 and 3 4 5; at node 4, a
/// waits for d in slot 3:
///
///     slot 1   0-a->1  0-a->3  1-b->0  1-b->2  1-b->4  3-d->4  3-d->0
///     slot 2   0-d->1  1-a->2  3-a->4  4-b->3  4-b->5
///     slot 3   1-d->2  4-d->5
///     slot 4   4-a->5
///
/// First come, first served, a message arrives at distance l from its origin in slot l K, from 1,
/// or before: a message crosses a link once, so that K - 1 others at most go over a link in front
/// of it, and it is over the next link of its way K slots later at the latest.
///
/// Nearest first, it arrives in slot l + K - 1 or before. Follow its last step back in time, slot
/// by slot: if the packet had just come, over the link that it came through; if it waited, go on
/// with the packet that went in its place, over the same link. This leads to an origin in slot 1,
/// over h links and with w changes of the packet, in h + w slots. Forwards, look at the pair of the
/// packet's distance from its origin, less the links so far, and the name of its message. A link
/// leaves the pair as it is, and a change makes it larger, since the smaller one went first. It
/// begins with 0 and ends with l - h: so h <= l. And no message comes twice, so that w <= K - 1: it
/// would be farther from its origin by more than the number of links in between. First come, first
/// served, is later on some graphs.
///
/// Not in the papers. Marks "broadcast". Time: at most D K, nearest first D + K - 1, for K >= 1; D
/// the largest distance from a broadcaster to a participant. Transmissions: one for each link of
/// the trees, K(N-1) if all nodes take part. Ports: all.
/// @param nearest_first whether, of the messages that wait for a link, the one of the nearest
/// origin goes first, else the one that has come first
/// @param trees of the network; outlive the program
template <node_interface Node>
    requires carries<Node, short_packet>
task<> broadcasts_over_shortest_paths(Node& self, initial_messages messages,
                                      std::uint64_t message_count, bool nearest_first,
                                      const shortest_path_trees& trees, bool is_participant) {
    return broadcast_in_order(
        self, std::move(messages), message_count, is_participant,
        [&trees, nearest_first](auto& node, const short_packet& packet, ordered_queues& waiting) {
            queue_for_children(node, trees, packet, nearest_first, waiting);
        });
}

/// Numbers of messages in an exchange.
struct exchange_numbers {
    participant_set participants;
    std::uint32_t messages_a_pair = 1;
};

/// Delivers a message at its destination, or queues it for the link to the next node on its way.
template <node_interface Node>
bool take_or_pass_on(Node& self, const shortest_path_trees& trees, const exchange_numbers& numbers,
                     const short_packet& packet, ordered_queues& waiting) {
    const auto [origin, number, payload] = packet.as_message();
    const node_id to = destination_of(self.network(), numbers.participants, origin,
                                      number / numbers.messages_a_pair);
    if (to == self.id()) {
        self.deliver(packet.as_message());
        return true;
    }
    const shortest_path_tree& tree = trees.to(to);
    waiting.push(tree.towards_root(self.id()), -tree.distance(self.id()), packet);
    return false;
}

/// The same of all messages that have arrived. @return number of those delivered
template <node_interface Node>
std::size_t take_or_pass_on(Node& self, const shortest_path_trees& trees,
                            const exchange_numbers& numbers, ordered_queues& waiting) {
    std::size_t taken = 0;
    for (const auto [through, packet] : self.inbox()) {
        taken += take_or_pass_on(self, trees, numbers, packet, waiting) ? 1U : 0U;
    }
    return taken;
}

/// Messages of every participant for every other, each over the tree of shortest paths of its
/// destination, by way of any nodes.
/// Of messages that wait for one link, the one that has the farthest to go goes first; of those
/// that have as far, the one from the smaller id, and of its messages the one with the smaller
/// number.
///
/// On the path of 4; a1 is the message of node 0 for node 1, b0 that of node 1 for node 0, and so
/// on:
///
///     slot 1   0-a3->1  1-b0->0  1-b3->2  2-c0->1  2-c3->3  3-d0->2
///     slot 2   0-a2->1  1-c0->0  1-a3->2  2-d0->1  2-b3->3  3-d1->2
///     slot 3   0-a1->1  1-d0->0  1-a2->2  2-c1->1  2-a3->3  3-d2->2
///     slot 4   1-b2->2  2-d1->1
///
/// Follow the last message back in time, as for `broadcasts_over_shortest_paths`: it took h + w
/// slots for h links and w changes of the packet. Forwards, look at what the packet has to go still
/// and the links so far: their sum does not grow at a change, since the packet with the farther way
/// went first, and if it stays as it is, the packet's name grows. It begins with D, the largest
/// distance, or less, and ends with h: so h <= D. And no packet comes twice: it would have come
/// nearer to its destination by more than the number of links in between. So w <= K - 1, and of the
/// slots that all this took, no link has more than there are packets that use it.
///
/// Not in the papers. Participants mark "exchange" when they have all that is for them, and go on
/// relaying. Time: at most the least of D + K - 1, D the diameter, and the sum of the D largest
/// numbers of messages that links carry; K is the number of all messages. Transmissions: the sum of
/// the distances of all pairs, for each of their messages. Ports: all.
/// @param numbers outlive the program, as do the trees
/// @param trees of the network
template <node_interface Node>
    requires carries<Node, short_packet>
task<> exchange_over_shortest_paths(Node& self, initial_messages messages,
                                    const exchange_numbers& numbers,
                                    const shortest_path_trees& trees) {
    ordered_queues waiting{self.network().port_limit(self.id())};
    for (std::size_t m = 0; m < messages.size(); ++m) {
        (void)take_or_pass_on(self, trees, numbers, short_packet::of(messages[m]), waiting);
    }
    std::size_t missing = messages.size();  // as many as the node has for others
    if (missing == 0 && numbers.participants.contains(self.id())) {
        self.mark("exchange");
    }
    // A node alone is done; one among others may have to pass messages on.
    while (missing > 0 || !numbers.participants.is_everyone() || self.degree() > 0) {
        waiting.drain(self);
        if (waiting.empty() && missing == 0) {
            co_await self.relay();
        } else {
            co_await self.mail_or(waiting.empty() ? never : self.slot() + 1);
        }
        const std::size_t taken = take_or_pass_on(self, trees, numbers, waiting);
        missing -= taken;
        if (missing == 0 && taken > 0) {
            self.mark("exchange");
        }
    }
}

namespace {

int farthest_from_broadcasters(const problem& problem) {
    return farthest_from_sequence(problem.network, problem.broadcasters.nodes, any_number_of_links);
}

// Steps of a search from each broadcaster, which passes some nodes and links in a step.
std::uint64_t steps_from_broadcasters(const problem& problem) {
    constexpr std::uint64_t passed_in_a_step = 4;
    return bounded_product(
        problem.broadcasters.nodes.size(),
        (node_count(problem.network) + link_count(problem.network)) / passed_in_a_step);
}

// Those for the farthest node: where no closed form has the distances.
std::uint64_t steps_to_farthest(const problem& problem) {
    const auto* const links = std::get_if<graph>(&problem.network);
    const bool looks_alike = links != nullptr &&
                             !std::holds_alternative<listed_shape>(links->shape()) &&
                             properties_of(problem.network).vertex_transitive == answer::yes;
    const bool is_known = links == nullptr || looks_alike ||
                          (problem.broadcasters.nodes.is_all_below(links->node_count()) &&
                           diameter_of(problem.network).is_exact);
    return is_known && problem.participants.is_everyone() ? 0 : steps_from_broadcasters(problem);
}

bool goes_nearest_first(const setting& setting) {
    return setting.parameter<std::string>("order") == "nearest-first";
}

tree_totals totals_of_trees(const problem& problem) {
    const auto& [nodes, packets] = problem.broadcasters;
    return tutti::totals_of_trees(problem.network, nodes, packets, problem.participants);
}

slot most_broadcast_slots(const problem& problem) {
    const auto k = slots_for(problem.message_count());
    if (k == 0) {
        return 0;
    }
    const slot farthest = problem.participants.is_everyone() ? farthest_from_broadcasters(problem)
                                                             : totals_of_trees(problem).height;
    return goes_nearest_first(problem) ? farthest + k - 1 : farthest * k;
}

std::uint32_t messages_a_pair(const setting& setting) {
    return static_cast<std::uint32_t>(setting.number_or("packets", 1));
}

// Null for networks for which it takes long to work out: the limit of steps keeps the search below
// seconds. Without figures a weaker bound is used.
std::optional<all_pairs> all_pairs_figures(const setting& setting) {
    constexpr std::uint64_t most_steps = std::uint64_t{1} << 28U;
    const network& net = setting.network;
    const std::uint64_t nodes = node_count(net);
    if (setting.participant_count() * (nodes + link_count(net)) > most_steps) {
        return std::nullopt;
    }
    static recent_results<std::pair<network, participant_set>, all_pairs> recent;
    return recent.of({net, setting.participants}, [&] {
        return std::visit(
            [&](const auto& shape) {
                return path_loads{shape, setting.participants}.figures();
            },
            net);
    });
}

// Both bounds hold, and the smaller one is stated.
slot most_exchange_slots(const problem& problem) {
    if (problem.message_count() == 0) {
        return 0;
    }
    const auto loads = all_pairs_figures(problem);
    const slot diameter = loads ? loads->diameter : farthest_from_broadcasters(problem);
    const slot most = diameter + slots_for(problem.message_count()) - 1;
    return loads ? std::min(most, slots_for(loads->most_along_path * messages_a_pair(problem)))
                 : most;
}

// Either algorithm, with the upper bound of its only phase.
void describe_queued(algorithm& entry, std::string phase_name, slot (*most_slots)(const problem&)) {
    describe_for_connected(entry);
    entry.kind = time_kind::upper_bound;
    entry.figure_steps = steps_to_farthest;
    entry.phases = [most_slots, name = std::move(phase_name)](const problem& input) {
        return std::vector<phase>{{.name = name,
                                   .most_slots = most_slots(input),
                                   .markers = participating_markers(input)}};
    };
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/trees"> /*name*/, algorithm& entry) {
    describe_queued(entry, "broadcast", most_broadcast_slots);
    entry.takes_participants = true;
    entry.idea =
        "Every message follows a tree of shortest paths from its source, and messages queue up for "
        "links. If the one from the nearest source goes first, none is more than K - 1 slots late.";
    entry.time =
        "D K, nearest first D + K - 1, for K >= 1; D the largest distance from a broadcaster to a "
        "participant";
    entry.parameters = {{.name = "order",
                         .default_value = "first-come",
                         .meaning = "which message that waits for a link goes first: the one that "
                                    "came first, or the one of the nearest origin",
                         .range = name_range{{"first-come", "nearest-first"}}}};
    entry.knowledge = {knowledge_item::message_count};
    entry.inapplicable_input_reason = short_packet_mismatch;
    entry.transmissions = [](const problem& input) -> std::optional<packet_hops> {
        if (input.participants.is_everyone()) {
            return input.message_count() * (node_count(input.network) - 1);
        }
        return steps_from_broadcasters(input) > std::uint64_t{1} << 26U
                   ? std::nullopt
                   : std::optional<packet_hops>{totals_of_trees(input).links};
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const knowledge& items, bool nearest_first,
           const auto& trees, const participant_set& participants) {
            return broadcasts_over_shortest_paths(self, std::move(input.messages),
                                                  items.message_count(), nearest_first, *trees,
                                                  participants.contains(self.id()));
        },
        goes_nearest_first, table_for_participants<shortest_path_trees>, participants_of);
}

void describe(standard_name<"total-exchange/shortest-paths"> /*name*/, algorithm& entry) {
    describe_queued(entry, "exchange", most_exchange_slots);
    entry.takes_participants = true;
    entry.idea =
        "Every message follows a tree of shortest paths to its destination. Where several want a "
        "link, the one with the farthest to go leaves first, so that it takes a slot more at most "
        "for each other message.";
    entry.time =
        "the least of D + K - 1, D the diameter, and the sum of the D largest numbers of messages "
        "that links carry";
    entry.inapplicable_reason = [](const network& net) {
        constexpr std::size_t most_nodes = std::size_t{1} << 16U;  // 2^32 messages
        const std::size_t nodes = node_count(net);
        return nodes > most_nodes ? fmt::format("takes at most {} nodes, not {}", most_nodes, nodes)
                                  : tree_search_mismatch(net);
    };
    entry.transmissions = [](const problem& input) {
        const auto pairs = all_pairs_figures(input);
        return pairs ? std::optional<packet_hops>{pairs->distances * messages_a_pair(input)}
                     : std::nullopt;
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const exchange_numbers& numbers, const auto& trees) {
            return exchange_over_shortest_paths(self, std::move(input.messages), numbers, *trees);
        },
        [](const setting& setting) {
            return exchange_numbers{.participants = setting.participants,
                                    .messages_a_pair = messages_a_pair(setting)};
        },
        table_for_participants<shortest_path_trees>);
}

}  // namespace tutti
