/// @file
/// Tree of shortest paths, with the nodes of each subtree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shortest_path_tree.hpp"
#include "topology/participant_set.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Preorder of a tree of shortest paths: the nodes of a subtree are consecutive, so that a node
/// finds the child that leads to a destination by its position alone.
class subtree_places {
public:
    /// @pre the network is connected, and root a node
    subtree_places(const network& net, node_id root, const participant_set& participants = {});

    [[nodiscard]] const shortest_path_tree& tree() const noexcept { return tree_; }
    /// Number of participants that reach the root through `node`, itself included.
    [[nodiscard]] std::uint32_t size(node_id node) const noexcept { return sizes_[node]; }
    /// The port of `node` to the child by way of which `destination` reaches the root.
    /// @pre `destination` does so by way of `node`, and is another
    [[nodiscard]] port towards(node_id node, node_id destination) const noexcept;

private:
    struct child {
        std::uint32_t place = 0;
        port through = 0;  // at the parent
    };

    shortest_path_tree tree_;
    std::vector<std::uint32_t> sizes_;
    std::vector<std::uint32_t> places_;
    std::vector<std::size_t> first_child_;  // of each node; at the end, their number
    std::vector<child> children_;           // of a node by increasing place
};

}  // namespace tutti
