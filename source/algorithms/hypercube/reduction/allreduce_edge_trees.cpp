#include <memory>

#include "algorithms/reduction_entry.hpp"
#include "topology/trees/edge_trees.hpp"
#include "tutti/catalog/cube_theory.hpp"

namespace tutti {
namespace {

std::string edge_trees_mismatch(const network& net) {
    const std::string text = cube_mismatch(net);
    return text.empty() ? edge_tree_mismatch(network_as<hypercube>(net)) : text;
}

reduction_schedule edge_tree_plan(const setting& setting) {
    const slot q = slots_for_others(cube_of(setting));
    return plan_of(
        setting,
        {{.end = "reduce", .slots = q}, {.end = "broadcast", .slots = q - 1, .copies = true}},
        node_count(setting.network));
}

/// Send schedule of a node when number i is reduced over tree i: its two halves first, each towards
/// its end of the link from which the tree grows; then over that link, both ways; and back the same
/// way.
///
/// Number 0 on the 3-cube, whose tree grows from the link between nodes 0 and 1; node 0 has the
/// value a, node 1 b, .., and * is the result:
///
///     slot 1   5-f->4      6-g->4      7-h->3
///     slot 2   2-c->0      3-dh->1     4-efg->0
///     slot 3   0-acefg->1  1-bdh->0
///     slot 4   0-*->2      0-*->4      1-*->3
///     slot 5   3-*->7      4-*->5      4-*->6
class edge_tree_schedule {
public:
    edge_tree_schedule(const gray_group& group, std::shared_ptr<const edge_tree> tree,
                       std::uint64_t nodes, node_id node)
        : group_{group}, tree_{std::move(tree)}, nodes_{nodes}, self_{group.element(node)} {}

    void operator()(const fold_step& now, std::vector<fold_send>& sends) const {
        const auto steps = static_cast<slot>(tree_->steps());
        if (now.part > 0) {
            // Over (u, v), v = u + g, goes the number i with u + i = self.
            for (const auto& [v, g] : tree_->links(static_cast<std::size_t>(now.at))) {
                sends.push_back(send(now, group_.difference(v, g), g));
            }
        } else if (now.at < steps) {
            // The same link from v to u, with v + i = self.
            for (const auto& [v, g] : tree_->links(static_cast<std::size_t>(steps - 1 - now.at))) {
                sends.push_back(send(now, v, group_.negative(g)));
            }
        } else {
            constexpr node_id first = gray_group::first_generator;
            sends.push_back(send(now, 0, first));
            sends.push_back(send(now, first, group_.negative(first)));
        }
    }

private:
    // The number in whose tree the node has the place that `element` has in tree 0.
    [[nodiscard]] fold_send send(const fold_step& now, node_id element, node_id generator) const {
        return {.through = group_.dimension(self_, generator),
                .number = now.round * nodes_ + group_.difference(self_, element)};
    }

    gray_group group_;
    std::shared_ptr<const edge_tree> tree_;
    std::uint64_t nodes_;
    node_id self_;
};

std::function<send_schedule(node_id)> edge_tree_schedules(const setting& setting) {
    const hypercube& cube = cube_of(setting);
    return [group = gray_group{cube}, tree = std::make_shared<const edge_tree>(cube),
            nodes = cube.node_count()](node_id node) -> send_schedule {
        return edge_tree_schedule{group, tree, nodes, node};
    };
}

}  // namespace

algorithm describe(standard_name<"allreduce/edge-trees"> /*name*/) {
    algorithm entry = reduction_entry("allreduce", "edge-trees");
    entry.rule = "ar.edge";
    entry.networks = "hypercube, d prime";
    entry.source = "not in the papers";
    entry.idea =
        "A value is combined towards both ends of a link instead of one node. In the middle slot "
        "the two ends exchange their halves, and both send the result back out, a slot less than "
        "reduce-scatter and allgather.";
    entry.time = "(2 ceil((2^d-1)/d) - 1) ceil(m/N)";
    entry.inapplicable_reason = edge_trees_mismatch;
    run_by_schedule(entry, edge_tree_plan, edge_tree_schedules);
    return entry;
}

}  // namespace tutti
