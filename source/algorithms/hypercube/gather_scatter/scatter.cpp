/// @file
/// Scatter on the hypercube.

#include <bit>
#include <cstddef>
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

void describe_cube_scatter(algorithm& entry) {
    describe_for_cubes(entry);
    entry.inapplicable_reason = mismatch_above(26);  // the root numbers its messages
    entry.transmissions = personal_hops;
}

}  // namespace

/// The root's messages, one for each other node: into each of the d subtrees of the balanced tree
/// the root sends one a slot, those for the farthest nodes first. A node knows that it is the root
/// by having messages; the others learn it from the packets. A node's own message is the last
/// packet that it receives.
///
/// Root 0 on the 3-cube; b is the message for node 1, c for node 2, .., h for node 7:
///
///     slot 1   0-h->1  0-g->2  0-f->4
///     slot 2   0-d->1  0-c->2  0-e->4  1-h->3  2-g->6  4-f->5
///     slot 3   0-b->1  1-d->3  3-h->7
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 4. All nodes mark "scatter".
/// Time: exactly ceil((2^d-1)/d) slots. Transmissions: d*2^(d-1). Ports: all.
/// @param messages the root's, message number m for the node root ^ (m+1)
/// @param tree of the network; outlives the program
template <cube_node Node>
task<> scatter_balanced_tree(Node& self, initial_messages messages, const balanced_tree& tree) {
    if (messages.empty()) {
        return pass_on_until_own(self, [&](const short_packet& packet) {
            const node_id root = packet.as_message().origin;
            return tree.last_dimension(tree.child_towards(
                self.id() ^ root, destination_of(self.network(), packet) ^ root));
        });
    }
    return scatter_from_root(
        self, [&tree](port i) { return tree.farthest_first(i); },
        [messages = std::move(messages)](node_id relative) {
            return short_packet::of(messages[relative - 1], packet_kind::data);
        });
}

void describe(standard_name<"scatter/balanced-tree"> /*name*/, algorithm& entry) {
    describe_cube_scatter(entry);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 4";
    entry.idea =
        "A tree of shortest paths divides the other nodes into d subtrees of equal size, give or "
        "take one. The root sends one message a slot into each, farthest nodes first, and none "
        "ever waits.";
    entry.rule = "scatter.bal";
    entry.time = "ceil((2^d-1)/d)";
    entry.phases = one_phase("scatter", slots_of_others_in_turn);
    entry.program = cube_programs::on_any_with<balanced_tree>(
        [](auto& self, node_input input, const auto& tree) {
            return scatter_balanced_tree(self, std::move(input.messages), tree);
        });
}

/// The root's messages, one for each other node, as optimal multinode broadcast would bring them to
/// the root, with the time reversed: node v sends the message for y over the last dimension of
/// t = y ^ v, in slot q+1 less the one in which t is reached, q = ceil((2^d-1)/d). Nodes know the
/// root by the packets. No link is used in both directions in a slot.
///
/// Root 0 on the 3-cube; b is the message for node 1, c for node 2, .., h for node 7:
///
///     slot 1   0-h->1
///     slot 2   0-d->1  0-g->2  0-f->4  1-h->3
///     slot 3   0-b->1  0-c->2  0-e->4  1-d->3  2-g->6  3-h->7  4-f->5
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 3, where it is said to be
/// possible. All nodes mark "scatter".
/// Time: exactly q slots. Transmissions: d*2^(d-1). Ports: all, or one-way.
/// @param messages the root's, message number m for the node root ^ (m+1)
/// @param tree of the network; outlives the program
template <cube_node Node>
task<> scatter_multinode_tree(Node& self, const initial_messages& messages,
                              const timed_tree& tree) {
    std::vector<short_packet> own;
    for (std::size_t m = 0; m < messages.size(); ++m) {
        own.push_back(short_packet::of(messages[m], packet_kind::data));
    }
    return send_when_due(
        self, std::move(own), tree.slots(), "scatter", [&self, &tree](const short_packet& packet) {
            std::optional<scheduled_hop> hop;
            if (const node_id left = destination_of(self.network(), packet) ^ self.id();
                left != 0) {
                hop = {tree.slots() - tree.reached_in(left), tree.last_dimension(left)};
            }
            return hop;
        });
}

void describe(standard_name<"scatter/multinode-tree"> /*name*/, algorithm& entry) {
    describe_cube_scatter(entry);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3";
    entry.idea =
        "The multinode broadcast by rotation-classes brings the root a message of every node. The "
        "same hops backwards in time bring every node one of the root's, and no message ever waits "
        "for a link.";
    entry.rule = "scatter.mnb";
    entry.ports = {port_model::all_port, port_model::one_way};
    entry.time = "ceil((2^d-1)/d)";
    entry.phases = one_synchronous_phase("scatter", slots_of_others_in_turn);
    entry.program = cube_programs::on_any_with<timed_tree>(
        [](auto& self, const node_input& input, const auto& tree) {
            return scatter_multinode_tree(self, input.messages, tree);
        });
}

/// The root's messages, one for each other node: it sends one a slot, those for the farthest nodes
/// first, and every packet crosses the dimensions that are left for it in increasing order. A node
/// knows that it is the root by having messages; a node's own message is the last packet that it
/// receives.
///
/// Root 0 on the 3-cube; b is the message for node 1, c for node 2, .., h for node 7:
///
///     slot 1   0-h->1
///     slot 2   0-d->1  1-h->3
///     slot 3   0-f->1  1-d->3  3-h->7
///     slot 4   0-g->2  1-f->5
///     slot 5   0-b->1  2-g->6
///     slot 6   0-c->2
///     slot 7   0-e->4
///
/// Standard; the single-port counterpart of `scatter_balanced_tree`. All nodes mark "scatter".
/// Time: exactly 2^d - 1 slots. Transmissions: d*2^(d-1). Ports: one a slot, in and out.
/// @param messages the root's, message number m for the node root ^ (m+1)
template <cube_node Node>
task<> scatter_single_port(Node& self, initial_messages messages) {
    const auto next = [&self](const short_packet& packet) {
        return std::countr_zero(self.id() ^ destination_of(self.network(), packet));
    };
    if (messages.empty()) {
        co_await pass_on_until_own(self, next);
        co_return;
    }
    const std::vector<node_id> order = farthest_first(self.network());
    for (const node_id destination : order) {
        const auto packet = short_packet::of(messages[destination - 1], packet_kind::data);
        self.send(next(packet), packet);
        if (destination != order.back()) {
            co_await self.next_slot();
        }
    }
    self.mark("scatter");
}

void describe(standard_name<"scatter/single-port"> /*name*/, algorithm& entry) {
    describe_cube_scatter(entry);
    entry.source = "standard; after Johnsson & Ho 1989";
    entry.idea =
        "The root sends one message a slot, those for the farthest nodes first, and each crosses "
        "the dimensions it has to from the lowest up. The last one is for a neighbour, so that all "
        "ends when the root has sent it.";
    entry.rule = "sla.scatter";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "2^d - 1";
    entry.phases = one_phase("scatter", slots_of_other_nodes);
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return scatter_single_port(self, std::move(input.messages));
    });
}

}  // namespace tutti
