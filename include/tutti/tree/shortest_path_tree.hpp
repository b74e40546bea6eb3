/// @file
/// The shortest ways to one node of any network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "tutti/topology/network.hpp"

namespace tutti {

/// The tree over which the nodes of a network reach a root over as few links as can be: each by way
/// of its first neighbour, by increasing port, that is nearer to the root. By breadth first; the
/// same for all who know the network and the root.
class shortest_path_tree {
public:
    /// In place of a port, at the root and where the root cannot be reached.
    static constexpr port none = -1;

    /// @pre root is a node
    shortest_path_tree(const network& where, node_id root);

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

/// Those of a network, each worked out when a node first asks for it, for all that are told the
/// same root. Any thread may ask.
class shortest_path_trees {
public:
    explicit shortest_path_trees(network where) : where_{std::move(where)} {}

    /// Valid as long as this is.
    [[nodiscard]] const shortest_path_tree& to(node_id root) const {
        const std::scoped_lock guard{lock_};
        return known_.try_emplace(root, where_, root).first->second;
    }

private:
    network where_;
    mutable std::mutex lock_;
    mutable std::map<node_id, shortest_path_tree> known_;
};

}  // namespace tutti
