/// @file
/// Collectives with a root over a tree of shortest paths of any connected network: broadcast,
/// scatter, gather and reduce.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/reduction_entry.hpp"
#include "any_entry.hpp"
#include "collectives/destination.hpp"
#include "collectives/input/initial_messages.hpp"
#include "gather_scatter.hpp"
#include "topology/networks/eccentricity.hpp"
#include "topology/participant_set.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "topology/trees/subtree_index.hpp"
#include "topology/trees/table_by_root.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "util/indexed_vector.hpp"
#include "util/recent_results.hpp"

namespace tutti {

/// Broadcast over the root's tree of shortest paths to participants: a node forwards the message to
/// its children in that tree. A node knows that it is the root by having the message, the others
/// learn the root from it.
///
/// Root 0 on the ring of 5:
///
///     slot 1   0->1  0->4
///     slot 2   1->2  4->3
///
/// Not in the papers. Participants mark "broadcast". Time: exactly E, the distance of the farthest
/// participant, the least. Transmissions: one for each link of the tree, N-1 if all nodes take
/// part. Ports: all, one-way, or shout.
/// @param trees of the network; outlive the program
template <node_interface Node>
    requires carries<Node, short_packet>
task<> broadcast_over_shortest_paths(Node& self, initial_messages messages,
                                     const shortest_path_trees& trees, bool is_participant) {
    short_packet packet;
    if (!messages.empty()) {
        packet = short_packet::of(messages[0]);
    } else {
        if (is_participant) {
            co_await self.mail();
        } else {
            co_await self.relay();  // nothing may come
        }
        packet = self.inbox().front().packet;
    }
    const message content = packet.as_message();
    if (is_participant) {
        self.deliver(content);
    }
    for_each_child(self.network(), trees.to(content.origin), self.id(),
                   [&](port through) { self.send(through, packet); });
    if (is_participant) {
        self.mark("broadcast");
    }
}

/// The numbers of the root's messages, by the port through which they leave: those for the farthest
/// nodes first, and of nodes as far in the order of their numbers.
template <node_interface Node>
[[nodiscard]] auto farthest_first(const Node& self, const subtree_places& ways,
                                  const participant_set& participants) {
    const auto destination = [&](std::uint32_t number) {
        return destination_of(self.network(), participants, self.id(), number);
    };
    indexed_vector<port, std::vector<std::uint32_t>> leaving{self.network().port_limit(self.id())};
    const std::size_t count = participants.size(self.network().node_count());
    for (std::uint32_t number = 0; number + 1 < count; ++number) {
        leaving[ways.towards(self.id(), destination(number))].push_back(number);
    }
    for (auto& numbers : leaving) {
        std::ranges::stable_sort(numbers, std::ranges::greater{}, [&](std::uint32_t number) {
            return ways.tree().distance(destination(number));
        });
    }
    return leaving;
}

/// Scatter from the root over its tree of shortest paths: the root sends one message a slot into
/// each subtree, those for the farthest nodes first, and nodes forward messages for others at once.
/// A node knows that it is the root by having messages; the others learn it from the packets. A
/// node's own message is the last packet that it receives, as all others go farther.
///
/// Root 0 on the array with rows 0 1 2 and 3 4 5; b is the message for node 1, c for node 2, and so
/// on:
///
///     slot 1   0-c->1  0-f->3
///     slot 2   0-b->1  0-e->3  1-c->2  3-f->4
///     slot 3   0-d->3  3-e->4  4-f->5
///
/// The messages for the M nodes of a subtree take M slots over the root's link to it, or more. They
/// take no more: a node k links away is sent its message before the nearer ones, of which there is
/// one at least at each distance below k, by slot M - (k - 1), and hears it by slot M. Among some
/// participants the i-th message into a subtree arrives in slot i + l - 1, for l links.
///
/// Not in the papers. All nodes mark "scatter". Time: exactly the most nodes beyond a neighbour of
/// the root, itself included; if some take part, the most over j of j - 1 and those beyond it at
/// distance j or more. Transmissions: the sum of all distances. Ports: all.
/// @param ways of the network; outlive the program, as do the participants
template <node_interface Node>
    requires carries<Node, short_packet>
task<> scatter_over_shortest_paths(Node& self, initial_messages messages,
                                   const table_by_root<subtree_places>& ways,
                                   const participant_set& participants) {
    if (messages.empty() && !participants.is_everyone()) {
        return pass_on_among(
            self, participants, [&self, &ways](const short_packet& packet, node_id destination) {
                return ways.to(packet.as_message().origin).towards(self.id(), destination);
            });
    }
    if (messages.empty()) {
        return pass_on_until_own(self, [&](const short_packet& packet) {
            return ways.to(packet.as_message().origin)
                .towards(self.id(), destination_of(self.network(), packet));
        });
    }
    return scatter_from_root(
        self,
        [leaving = farthest_first(self, ways.to(self.id()), participants)](port i) {
            return std::span{leaving[i]};
        },
        [messages = std::move(messages)](std::uint32_t number) {
            return short_packet::of(messages[number]);
        });
}

/// Gather to the root over its tree of shortest paths: a node sends its own message to its parent
/// at once, then the messages that it receives, first come, first served, a packet a slot. All are
/// given the root.
///
/// Root 0 on the array with rows 0 1 2 and 3 4 5; b is the message of node 1, c of node 2, and so
/// on:
///
///     slot 1   1-b->0  2-c->1  3-d->0  4-e->3  5-f->4
///     slot 2   1-c->0  3-e->0  4-f->3
///     slot 3   3-f->0
///
/// Of the root's neighbours, let c have M nodes beyond it, itself included: their messages take M
/// slots over its link to the root, or more. They take no more, for c sends without a pause until
/// it is done. If it does not send in slot t, none of its children has in slot t-1, and so on: no
/// node at distance j from the root has in slot t+1-j. But in slot 1 all have sent, so that there
/// is none at distance t, and those at any distance j < t have nothing left to pass on: c is done.
/// Among some participants what c sends after that is from distances above t, so that c ends in
/// slot t + M(t+1) at most, M(j) the number of participants beyond it at distance j or more: the
/// largest j - 1 + M(j), and the least.
///
/// Not in the papers. All nodes mark "gather". Time: exactly the most nodes beyond a neighbour of
/// the root, itself included; if some take part, the most over j of j - 1 and those beyond it at
/// distance j or more. Transmissions: the sum of all distances. Ports: all.
/// @param ways to the root; outlive the program
template <node_interface Node>
    requires carries<Node, short_packet>
task<> gather_over_shortest_paths(Node& self, const initial_messages& messages, node_id root,
                                  const subtree_places& ways) {
    if (self.id() == root) {
        return gather_at_root(self, ways.size(root) - 1);
    }
    std::optional<short_packet> own;
    if (!messages.empty()) {
        own = short_packet::of(messages[0]);
    }
    return gather_through(self, own, ways.tree().towards_root(self.id()), ways.size(self.id()));
}

namespace {

// The largest sum, over the participants beyond a neighbour of the root, of their distance and the
// number of those before them, by falling distance.
slot most_slots_among(const subtree_places& ways, const problem& input) {
    std::vector<std::pair<port, int>> arrivals;  // by port of the root and distance, negative
    for (const node_id node : input.participants.nodes(ways.tree().node_count())) {
        if (node != input.root) {
            arrivals.emplace_back(ways.towards(input.root, node), -ways.tree().distance(node));
        }
    }
    std::ranges::sort(arrivals);
    slot most = 0;
    slot before = 0;
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
        before = i > 0 && arrivals[i].first == arrivals[i - 1].first ? before + 1 : 0;
        most = std::max(most, before - arrivals[i].second);
    }
    return most;
}

// The largest number of nodes beyond a neighbour of the root, itself included.
slot slots_over_shortest_paths(const problem& input) {
    const subtree_places ways{input.network, input.root};
    slot most = 0;
    if (!input.participants.is_everyone()) {
        return most_slots_among(ways, input);
    }
    for (node_id node = 0; node < ways.tree().node_count(); ++node) {
        most = ways.tree().distance(node) == 1 ? std::max(most, slot{ways.size(node)}) : most;
    }
    return most;
}

packet_hops distances_to_root(const problem& input) {
    const shortest_path_tree tree{input.network, input.root};
    std::uint64_t sum = 0;
    for (const node_id node : input.participants.nodes(tree.node_count())) {
        sum += static_cast<std::uint64_t>(tree.distance(node));
    }
    return sum;
}

// The beginning of the description of scatter or gather, of which one phase has the name.
void describe_shortest_paths(algorithm& entry) {
    describe_for_connected(entry);
    entry.takes_participants = true;
    entry.time =
        "the most nodes beyond a neighbour of the root, itself included; if some take part, the "
        "most over j of j - 1 and those beyond it at distance j or more";
    entry.phases = one_phase(entry.collective, slots_over_shortest_paths);
    entry.transmissions = distances_to_root;
}

constexpr auto subtrees_of = table_for_participants<table_by_root<subtree_places>>;
constexpr auto broadcast_trees_of = table_for_participants<shortest_path_trees>;

// Every node of the tree sends number i towards the root when it has come from all that are
// farther: E the distance of the farthest participant, a node at distance l in slot E - l + i, from
// 0.
//
// Root 0 and two values on the ring of 5; 0b is number 0 of node 1, and 0bc that combined with the
// one of node 2:
//
//     slot 1   2-0c->1   3-0d->4
//     slot 2   1-0bc->0  2-1c->1   3-1d->4   4-0de->0
//     slot 3   1-1bc->0  4-1de->0
//
// Time: exactly E + m - 1, E the distance of the farthest participant.
schedule towards_root(const setting& setting) {
    return
        [trees = broadcast_trees_of(setting)](const schedule_step& now, const schedule_row& send) {
            const shortest_path_tree& ways = trees->to(now.root);
            const slot first = slot{ways.height()} - ways.distance(now.node);
            if (now.node != now.root && now.at >= first && ways.leads_to_participant(now.node)) {
                send(ways.towards_root(now.node), static_cast<std::uint64_t>(now.at - first));
            }
        };
}

// Height and number of links of the root's tree to the participants.
tree_totals pruned_tree(const problem& problem) {
    static recent_results<std::tuple<node_id, participant_set, network>, tree_totals> recent;
    return recent.of({problem.root, problem.participants, problem.network}, [&] {
        return totals_of_trees(problem.network, {problem.root}, {1}, problem.participants);
    });
}

slot farthest_from_root(const problem& problem) {
    if (!problem.participants.is_everyone()) {
        return slot{pruned_tree(problem).height};
    }
    const std::array<node_id, 1> root{problem.root};
    return farthest_from(problem.network, root, any_number_of_links);
}

slot slots_to_root(const problem& problem) {
    return farthest_from_root(problem) - 1 + slots_for(value_count(problem));
}

}  // namespace

void describe(standard_name<"broadcast/tree"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.most_chosen_nodes = any_number_of_nodes;
    entry.rule = "tree";
    entry.idea =
        "Over a tree of shortest paths from the root a node passes the message on to its children. "
        "It is everywhere as soon as it can be, and comes to no node twice.";
    entry.ports = {port_model::all_port, port_model::one_way, port_model::shout_and_whisper};
    entry.takes_participants = true;
    entry.time = "E, the distance of the farthest participant";
    entry.phases = [](const problem& input) {
        return std::vector<phase>{{.name = "broadcast",
                                   .expected_slots = farthest_from_root(input),
                                   .markers = participating_markers(input)}};
    };
    entry.transmissions = [](const problem& input) {
        return input.participants.is_everyone() ? packet_hops{node_count(input.network) - 1}
                                                : packet_hops{pruned_tree(input).links};
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const auto& trees, const participant_set& participants) {
            return broadcast_over_shortest_paths(self, std::move(input.messages), *trees,
                                                 participants.contains(self.id()));
        },
        broadcast_trees_of, participants_of);
}

void describe(standard_name<"scatter/shortest-paths"> /*name*/, algorithm& entry) {
    describe_shortest_paths(entry);
    entry.idea =
        "Into each subtree of a tree of shortest paths the root sends one message a slot, those "
        "for the farthest nodes first, and nodes pass them on at once. The largest subtree says "
        "how long it takes.";
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const auto& ways, const participant_set& participants) {
            return scatter_over_shortest_paths(self, std::move(input.messages), *ways,
                                               participants);
        },
        subtrees_of, participants_of);
}

void describe(standard_name<"gather/shortest-paths"> /*name*/, algorithm& entry) {
    describe_shortest_paths(entry);
    entry.idea =
        "Over a tree of shortest paths every node sends its message to its parent and then what "
        "comes, one a slot. The root's neighbours send without a pause, so the largest subtree "
        "says how long it takes.";
    entry.knowledge = {knowledge_item::root};
    entry.program = network_programs::on_any(
        [](auto& self, const node_input& input, const knowledge& items, const auto& ways) {
            return gather_over_shortest_paths(self, input.messages, items.root(),
                                              ways->to(items.root()));
        },
        subtrees_of);
}

void describe(standard_name<"reduce/shortest-paths"> /*name*/, algorithm& entry) {
    describe_reduction(entry);
    entry.takes_participants = true;
    entry.transmissions = [](const problem& input) {
        return packet_hops{value_count(input) * (input.participants.is_everyone()
                                                     ? node_count(input.network) - 1
                                                     : pruned_tree(input).links)};
    };
    entry.rule = "red.tree";
    entry.networks = "any connected";
    entry.source = "not in the papers";
    entry.idea =
        "Up a tree of shortest paths, level by level from the farthest nodes, a node combines what "
        "its children send with its own value and sends it on. Further values follow a slot apart.";
    entry.time = "E + m - 1, E the distance of the farthest participant";
    entry.inapplicable_reason = tree_search_mismatch;
    reduce_in(entry, slots_to_root, towards_root);
}

}  // namespace tutti
