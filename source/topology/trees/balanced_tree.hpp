/// @file
/// The perfectly balanced spanning tree of a hypercube.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tutti/topology/hypercube.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// Balanced tree: the shortest-path spanning tree of the d-cube, rooted at node 0, whose d subtrees
/// differ in size by one node at most: every node of subtree i is reached over dimension i first.
///
/// The classes of rotations are numbered as in `rotation_classes`, and each of their members hangs
/// below the rotation, as far, of the class without the highest one bit. Bertsekas, Ozveren,
/// Stamoulis, Tseng and Tsitsiklis 1991, section 4. For another root s, the tree of node z is that
/// of z ^ s. Dimensions count from 0.
///
/// A pure function of d. Takes about 16 bytes a node; not meant to be copied.
class balanced_tree {
public:
    /// @pre cube has at least one dimension
    explicit balanced_tree(const hypercube& cube);

    /// The node from which `node` is reached. @pre node != 0
    [[nodiscard]] node_id parent(node_id node) const noexcept { return parents_[node]; }
    /// The dimension over which `node` is reached; of node 0, a number that no dimension has.
    [[nodiscard]] int last_dimension(node_id node) const noexcept;
    /// The first dimension on the way from node 0 to `node`. @pre node != 0
    [[nodiscard]] int subtree(node_id node) const noexcept { return subtrees_[node]; }
    /// The nodes from `node` downwards, itself included.
    [[nodiscard]] std::uint32_t size(node_id node) const noexcept { return sizes_[node]; }
    /// The child of `above` on the way to `below`; 0 if `below` is not under `above`.
    [[nodiscard]] node_id child_towards(node_id above, node_id below) const noexcept;

    /// The nodes of subtree `i`, the farthest from node 0 first.
    [[nodiscard]] std::span<const node_id> farthest_first(int i) const noexcept {
        return lists_[i];
    }

private:
    void add_class(node_id smallest, std::vector<node_id>& order);
    void add(node_id node, node_id parent, std::vector<node_id>& order);

    int dimensions_;
    std::vector<node_id> parents_;
    std::vector<std::uint8_t> subtrees_;
    std::vector<std::uint32_t> sizes_;
    indexed_vector<int, std::vector<node_id>> lists_;
};

}  // namespace tutti
