/// @file
/// Link schedule of multinode broadcast over one-way links.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "timed_tree.hpp"
#include "topology/trees/rotations.hpp"
#include "tutti/topology/hypercube.hpp"
#include "util/counts.hpp"

namespace tutti {

/// The links of the trees of `rotation_classes` in the order in which they are crossed if a link of
/// the network carries one packet a slot, in one direction. Origins with an even number of ones use
/// the tree T, the others T rotated by r, the number of nodes that T reaches in its last slot: so
/// the last sets of both go over different dimensions, if these are enough.
///
/// A pure function of d. Takes 16 bytes a node.
class one_way_schedule {
public:
    /// Link of the trees of all origins whose number of ones is even, or odd: of the tree of origin
    /// o, that to node o ^ `child`, over `dimension`.
    struct link {
        node_id child = 0;
        int dimension = 0;
        bool is_odd = false;

        [[nodiscard]] node_id parent() const noexcept { return child ^ (node_id{1} << dimension); }
    };

    /// @pre cube has at least one dimension
    explicit one_way_schedule(const hypercube& cube) : begins_{0} {
        const timed_tree tree{cube};
        const int d = cube.dimensions();
        const auto in_last = size_as<int>(tree.nodes_reached(tree.slots()));
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

    /// ceil(2(2^d-1)/d).
    [[nodiscard]] std::size_t slots() const noexcept { return begins_.size() - 1; }
    /// Links that are crossed in a slot, from 0. For a given child, one end of a link has the
    /// parity.
    [[nodiscard]] std::span<const link> links(std::size_t at) const {
        return std::span{links_}.subspan(begins_[at], begins_[at + 1] - begins_[at]);
    }

private:
    std::vector<link> links_;
    std::vector<std::size_t> begins_;  // of each slot, and the end
};

}  // namespace tutti
