/// @file
/// Tree of the shortest paths to one node of any network.
#pragma once

#include <cstddef>
#include <vector>

#include "table_by_root.hpp"
#include "topology/networks/each_link.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The tree over which the nodes of a network reach a root over as few links as can be: each by way
/// of its first neighbour, by increasing port, that is nearer to the root. It is a function of the
/// network and the root alone.
class shortest_path_tree {
public:
    /// In place of a port, at the root and where the root cannot be reached.
    static constexpr port none = -1;

    /// @pre root is a node
    shortest_path_tree(const network& net, node_id root);

    [[nodiscard]] std::size_t node_count() const noexcept { return distances_.size(); }
    /// Links to the root; -1 where it cannot be reached.
    [[nodiscard]] int distance(node_id node) const noexcept { return distances_[node]; }
    /// The port that leads to the next node on the way to the root.
    [[nodiscard]] port towards_root(node_id node) const noexcept { return towards_[node]; }
    /// The largest distance.
    [[nodiscard]] int height() const noexcept { return height_; }

private:
    std::vector<int> distances_;
    std::vector<port> towards_;
    int height_ = 0;
};

/// Trees of a network, by their roots.
using shortest_path_trees = table_by_root<shortest_path_tree>;

/// Calls `visit(port)` for the ports of `node` that lead to its children in the tree, by increasing
/// port. @pre the tree is one of `net`
template <topology Network, class Visit>
void for_each_child(const Network& net, const shortest_path_tree& tree, node_id node,
                    const Visit& visit) {
    for_each_neighbour(net, node, [&](port through, node_id neighbour) {
        if (tree.towards_root(neighbour) == net.far_port(node, through)) {
            visit(through);
        }
    });
}

}  // namespace tutti
