#include "prefix_roots.hpp"

#include <bitset>

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

/// K simultaneous broadcasts as in `prefix_roots`, d+2 slots faster: by the exchange every node
/// learns K, and then knows the ends of all phases from the clock, and no tree has an end packet.
///
/// Messages a of node 0 and d of node 3 on the 2-cube, whose roots are nodes 1 and 2; + is a sum:
///
///     slot 1   0-+->1  1-+->0  2-+->3  3-+->2
///     slot 2   0-+->2  1-+->3  2-+->0  3-+->1
///     slot 3   0-a->2  3-d->1
///     slot 4   -
///     slot 5   1-d->0  1-d->3  2-a->3  2-a->0
///     slot 6   3-d->2  3-a->1
///
/// After Stamoulis and Tsitsiklis 1991, 3.2. All nodes mark "rank", "collect" and "broadcast".
/// Time: exactly 2*ceil(K/d) + 3d - 2 slots for K >= 1, else d.
/// Transmissions: d*2^d + sum of the distances to the roots + K(2^d-1). Ports: all.
/// @return K, in the slot in which it is over
template <cube_node Node>
task<std::uint64_t> exchange_roots(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    const prefix rank = co_await prefix_by_exchange(self, messages.size());
    self.mark("rank");
    if (rank.total == 0) {
        self.mark("collect");
        self.mark("broadcast");
        co_return 0;
    }
    const slot phase_slots = share_of_a_tree(rank.total, dimensions) + dimensions - 1;
    root_list collected =
        co_await collect_at_roots(self, assigned_by_rank(messages, rank.own_and_above, dimensions),
                                  self.slot() + phase_slots);
    self.mark("collect");
    co_await broadcast_from_roots(self, std::move(collected), self.slot() + phase_slots,
                                  tree_ending::unannounced);
    co_return rank.total;
}

/// Every node's message to every node: as in `prefix_roots`, but ranks and K need not be computed.
///
/// On the 2-cube, messages a to d of nodes 0 to 3; the roots are nodes 1 and 2, and a dot is the
/// end of a tree:
///
///     slot 1   0-a->2  3-d->1
///     slot 2   -
///     slot 3   -
///     slot 4   1-b->0  1-b->3  2-c->3  2-c->0
///     slot 5   1-d->0  1-d->3  2-a->3  2-a->0  3-b->2  3-c->1
///     slot 6   1-.->0  1-.->3  2-.->3  2-.->0  3-d->2  3-a->1
///     slot 7   3-.->2  3-.->1
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (K = 2^d). All nodes mark "collect" and "broadcast".
/// Time: exactly 2*ceil(2^d/d) + 2d - 1 slots.
/// Transmissions: sum of the distances to the roots + (2^d+d)(2^d-1). Ports: all.
template <cube_node Node>
task<> multinode_disjoint_trees(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    const std::uint64_t nodes = self.network().node_count();
    root_list collected =
        co_await collect_at_roots(self, assigned_by_rank(messages, nodes - self.id(), dimensions),
                                  share_of_a_tree(nodes, dimensions) + dimensions - 1);
    self.mark("collect");
    co_await broadcast_from_roots(self, std::move(collected));
}

namespace {

// For the messages in the order of their ranks, from the largest id down.
std::uint64_t hops_to_roots(const problem& problem) {
    const int trees = cube_of(problem).dimensions();
    const broadcaster_set& senders = problem.broadcasters;
    std::uint64_t hops = 0;
    int tree = 0;
    for (std::size_t i = senders.nodes.size(); i-- > 0;) {
        for (std::uint64_t m = 0; m < senders.packets[i]; ++m, tree = (tree + 1) % trees) {
            const node_id root = disjoint_trees::root(tree);
            hops += std::bitset<32>{senders.nodes[i] ^ root}.count();
        }
    }
    return hops;
}

// Beginning of a description. `control` counts the packets that carry no message.
void describe_roots(algorithm& entry, std::uint64_t (*control)(const hypercube&)) {
    describe_for_cubes(entry);
    entry.transmissions = [control](const problem& problem) -> std::optional<packet_hops> {
        if (!are_hops_countable(problem)) {
            return std::nullopt;
        }
        const hypercube& cube = cube_of(problem);
        return packet_hops{
            hops_to_roots(problem) + problem.message_count() * (cube.node_count() - 1),
            control(cube)};
    };
}

// Of the tree that has most messages.
slot largest_share(const problem& problem) {
    return share_of_a_tree(problem.message_count(), cube_of(problem).dimensions());
}

std::vector<phase> phases_with_ends(const problem& problem) {
    const slot d = cube_of(problem).dimensions();
    const slot share = largest_share(problem);
    return {synchronous_phase("collect", share + d - 1),
            {.name = "broadcast", .expected_slots = share + d}};
}

std::vector<phase> prefix_roots_phases(const problem& problem) {
    const int d = cube_of(problem).dimensions();
    std::vector<phase> phases = phases_with_ends(problem);
    for (int tree = 0; tree < d; ++tree) {
        phases.front().markers.push_back(disjoint_trees::root(tree));
    }
    phases.insert(phases.begin(), synchronous_phase("rank", slot{2} * d + 1));
    return phases;
}

std::vector<phase> exchange_roots_phases(const problem& problem) {
    const slot d = cube_of(problem).dimensions();
    const slot slots = problem.message_count() == 0 ? 0 : largest_share(problem) + d - 1;
    return {synchronous_phase("rank", d), synchronous_phase("collect", slots),
            synchronous_phase("broadcast", slots)};
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/prefix-roots"> /*name*/, algorithm& entry) {
    describe_roots(entry, [](const hypercube& cube) {
        // Two sums a node, a total for each root, and the ends of the trees.
        return 2 * (cube.node_count() - 1) + cube.link_count();
    });
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2";
    entry.idea =
        "Prefix sums give every message a rank, and by their ranks messages are spread evenly over "
        "d roots and travel there. The roots then send them, one a slot, over d trees that share "
        "no link.";
    entry.rule = "kbcast.full";
    entry.time = "2*ceil(K/d) + 4d";
    entry.returns_message_count = true;
    entry.inapplicable_input_reason = short_packet_mismatch;
    entry.phases = prefix_roots_phases;
    entry.program = cube_programs::on_any(
        [](auto& self, node_input input) { return prefix_roots(self, std::move(input.messages)); });
}

void describe(standard_name<"simultaneous-broadcast/exchange-roots"> /*name*/, algorithm& entry) {
    describe_roots(entry, [](const hypercube& cube) { return cube.link_count(); });
    entry.source = "after Stamoulis & Tsitsiklis 1991, 3.2, with a dimension exchange";
    entry.idea =
        "Like prefix-roots, with d roots whose trees share no link, but the ranks come from a "
        "dimension exchange, in d slots instead of 2d + 1. It tells every node K, so the clock "
        "ends each phase.";
    entry.rule = "kbcast.dx";
    entry.time = "2*ceil(K/d) + 3d - 2 for K >= 1";
    entry.returns_message_count = true;
    entry.inapplicable_input_reason = short_packet_mismatch;
    entry.phases = exchange_roots_phases;
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return exchange_roots(self, std::move(input.messages));
    });
}

void describe(standard_name<"multinode-broadcast/disjoint-trees"> /*name*/, algorithm& entry) {
    describe_roots(entry,
                   [](const hypercube& cube) { return cube.link_count() - links_a_node(cube); });
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2 (K = 2^d)";
    entry.idea =
        "Every message travels to one of d roots, spread evenly by the ids, and the roots send "
        "what has come, one a slot, over d trees that share no link. Ranks need no sum, as every "
        "node broadcasts.";
    entry.rule = "kbcast.mnb";
    entry.time = "2*ceil(2^d/d) + 2d - 1";
    entry.phases = phases_with_ends;
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return multinode_disjoint_trees(self, std::move(input.messages));
    });
}

}  // namespace tutti
