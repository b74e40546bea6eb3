#include "one_way_schedule.hpp"

#include "timed_tree.hpp"
#include "topology/trees/rotations.hpp"

namespace tutti {

one_way_schedule::one_way_schedule(const hypercube& cube) : begins_{0} {
    const timed_tree tree{cube};
    const int d = cube.dimensions();
    const auto in_last = static_cast<int>(tree.nodes_reached(tree.slots()).size());
    const auto add = [&](slot in, bool is_odd) {
        const int left = is_odd ? in_last : 0;
        for (const node_id node : tree.nodes_reached(in)) {
            links_.push_back({.child = rotated(node, left, d),
                              .dimension = (tree.last_dimension(node) + left) % d,
                              .is_odd = is_odd});
        }
    };
    for (slot in = 1; in <= tree.slots(); ++in) {
        add(in, false);
        if (in < tree.slots() || 2 * in_last > d) {
            begins_.push_back(links_.size());
        }
        add(in, true);
        begins_.push_back(links_.size());
    }
}

}  // namespace tutti
