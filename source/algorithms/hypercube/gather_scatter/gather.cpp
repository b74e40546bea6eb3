/// @file
/// Gather on the hypercube.

#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/any/gather_scatter.hpp"
#include "algorithms/hypercube/cube_entry.hpp"
#include "algorithms/hypercube/timed_tree.hpp"
#include "distance_order.hpp"
#include "topology/trees/balanced_tree.hpp"

namespace tutti {
namespace {

void describe_cube_gather(algorithm& entry) {
    describe_for_cubes(entry);
    entry.knowledge = {knowledge_item::root};
    entry.transmissions = personal_hops;
}

}  // namespace

/// Gather to the root, the reverse of `scatter_balanced_tree`: a node sends its own message to its
/// parent at once, then the messages that it receives, first come, first served, a packet a slot.
/// All are given the root.
///
/// Root 0 on the 3-cube; b is the message of node 1, c of node 2, .., h of node 7:
///
///     slot 1   1-b->0  2-c->0  3-d->1  4-e->0  5-f->4  6-g->2  7-h->3
///     slot 2   1-d->0  2-g->0  3-h->1  4-f->0
///     slot 3   1-h->0
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 4. All nodes mark "gather".
/// Time: exactly ceil((2^d-1)/d) slots. Transmissions: d*2^(d-1). Ports: all.
/// @param tree of the network; outlives the program
template <cube_node Node>
task<> gather_balanced_tree(Node& self, const initial_messages& messages, node_id root,
                            const balanced_tree& tree) {
    const node_id here = self.id() ^ root;
    if (here == 0) {
        return gather_at_root(self);
    }
    return gather_through(self, short_packet::of(messages[0], packet_kind::data),
                          tree.last_dimension(here), tree.size(here));
}

void describe(standard_name<"gather/balanced-tree"> /*name*/, algorithm& entry) {
    describe_cube_gather(entry);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 4";
    entry.idea =
        "Over a tree with d subtrees of equal size, give or take one, every node sends its message "
        "to its parent and then what comes, one a slot. The root hears from every subtree without "
        "a pause.";
    entry.rule = "gather.bal";
    entry.time = "ceil((2^d-1)/d)";
    entry.phases = one_phase("gather", slots_of_others_in_turn);
    entry.program = cube_programs::on_any_with<balanced_tree>(
        [](auto& self, const node_input& input, const knowledge& items, const auto& tree) {
            return gather_balanced_tree(self, input.messages, items.root(), tree);
        });
}

/// Every node's message to the root: of every node's part in optimal multinode broadcast the hops
/// that lead to the root. Node v sends the message of o on to the next node on the way from o to
/// the root in the tree o ^ T, in the slot in which T reaches that node. All are given the root. No
/// link is used in both directions in a slot.
///
/// Root 0 on the 3-cube; b is the message of node 1, c of node 2, .., h of node 7:
///
///     slot 1   1-b->0  2-c->0  3-d->1  4-e->0  5-f->4  6-g->2  7-h->3
///     slot 2   1-d->0  2-g->0  3-h->1  4-f->0
///     slot 3   1-h->0
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 3, where it is said to be
/// possible. All nodes mark "gather".
/// Time: exactly ceil((2^d-1)/d) slots. Transmissions: d*2^(d-1). Ports: all, or one-way.
/// @param tree of the network; outlives the program
template <cube_node Node>
task<> gather_multinode_tree(Node& self, const initial_messages& messages, node_id root,
                             const timed_tree& tree) {
    std::vector<short_packet> own;
    if (self.id() != root) {
        own.push_back(short_packet::of(messages[0], packet_kind::data));
    }
    return send_when_due(self, std::move(own), tree.slots(), "gather",
                         [&self, root, &tree](const short_packet& packet) {
                             std::optional<scheduled_hop> hop;
                             if (self.id() != root) {
                                 const node_id origin = packet.as_message().origin;
                                 const node_id next =
                                     tree.next_towards(self.id() ^ origin, root ^ origin);
                                 hop = {tree.reached_in(next) - 1, tree.last_dimension(next)};
                             }
                             return hop;
                         });
}

void describe(standard_name<"gather/multinode-tree"> /*name*/, algorithm& entry) {
    describe_cube_gather(entry);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3";
    entry.idea =
        "Of the multinode broadcast by rotation-classes only those hops remain that take a message "
        "on towards the root, each in its own slot, and those never collide.";
    entry.rule = "gather.mnb";
    entry.ports = {port_model::all_port, port_model::one_way};
    entry.time = "ceil((2^d-1)/d)";
    entry.phases = one_synchronous_phase("gather", slots_of_others_in_turn);
    entry.program = cube_programs::on_any_with<timed_tree>(
        [](auto& self, const node_input& input, const knowledge& items, const auto& tree) {
            return gather_multinode_tree(self, input.messages, items.root(), tree);
        });
}

/// Every node's message to the root, the reverse of `scatter_single_port`: where that sends the
/// message for a node over a link in slot t, this sends the message of that node back over it in
/// slot 2^d - t. All are given the root. The first hop leaves at a time that a node computes from
/// its own id; a packet that arrives leaves in the next slot, over the highest dimension that is
/// left.
///
/// Root 0 on the 3-cube; b is the message of node 1, c of node 2, .., h of node 7:
///
///     slot 1   4-e->0
///     slot 2   2-c->0
///     slot 3   1-b->0  6-g->2
///     slot 4   2-g->0  5-f->1
///     slot 5   1-f->0  3-d->1  7-h->3
///     slot 6   1-d->0  3-h->1
///     slot 7   1-h->0
///
/// Standard; the single-port counterpart of `gather_balanced_tree`. All nodes mark "gather".
/// Time: exactly 2^d - 1 slots. Transmissions: d*2^(d-1). Ports: one a slot, in and out.
template <cube_node Node>
task<> gather_single_port(Node& self, initial_messages messages, node_id root) {
    const int dimensions = self.network().dimensions();
    const slot nodes = slot{1} << dimensions;
    const node_id here = self.id() ^ root;
    if (here == 0) {
        co_await gather_at_root(self);
        co_return;
    }
    const int up = top_dimension(here);
    // In the scatter the packet crosses its last link in slot nodes_farther + popcount. A packet
    // of slot t leaves when t - 1 slots have passed.
    slot own_slot = nodes - nodes_farther(here, dimensions) - 1 - std::popcount(here);
    // The messages of all nodes that agree with this one in the dimensions up to `up`.
    for (slot left = slot{1} << (dimensions - 1 - up); left > 0; --left) {
        co_await self.mail_or(own_slot);
        if (self.slot() == own_slot) {
            self.send(up, short_packet::of(messages[0], packet_kind::data));
            own_slot = never;
        } else {
            self.send(up, self.inbox().front().packet);
        }
    }
    self.mark("gather");
}

void describe(standard_name<"gather/single-port"> /*name*/, algorithm& entry) {
    describe_cube_gather(entry);
    entry.source = "standard; after Johnsson & Ho 1989";
    entry.idea =
        "The scatter with one port, backwards in time: where that sends a message over a link in "
        "some slot from the start, this sends one back over it as many slots from the end.";
    entry.rule = "sla.gather";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "2^d - 1";
    entry.phases = one_phase("gather", slots_of_other_nodes);
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return gather_single_port(self, std::move(input.messages), knowledge.root());
        });
}

}  // namespace tutti
