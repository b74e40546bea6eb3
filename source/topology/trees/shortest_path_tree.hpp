/// @file
/// Tree of the shortest paths to one node of any network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "table_by_root.hpp"
#include "topology/networks/each_link.hpp"
#include "topology/participant_set.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"
#include "util/number_sequence.hpp"

namespace tutti {

/// The tree over which the nodes of a network reach a root over as few links as can be: each by way
/// of its first neighbour, by increasing port, that is nearer to the root; cut back to the paths of
/// the participants. It is a function of the network, the root and the participants alone.
class shortest_path_tree {
public:
    /// In place of a port, at the root and where the root cannot be reached.
    static constexpr port none = -1;

    /// @pre root is a node
    shortest_path_tree(const network& net, node_id root, const participant_set& participants = {});

    [[nodiscard]] std::size_t node_count() const noexcept { return distances_.size(); }
    /// Links to the root; -1 where it cannot be reached.
    [[nodiscard]] int distance(node_id node) const noexcept { return distances_[node]; }
    /// The port that leads to the next node on the way to the root.
    [[nodiscard]] port towards_root(node_id node) const noexcept { return towards_[node]; }
    /// The largest distance of a participant.
    [[nodiscard]] int height() const noexcept { return height_; }
    /// True if a participant reaches the root by way of the node, or from it.
    [[nodiscard]] bool leads_to_participant(node_id node) const {
        return leads_.empty() || leads_[node];
    }
    /// Number of links that are left: N - 1 if all nodes of a connected network take part.
    [[nodiscard]] std::size_t link_count() const noexcept { return link_count_; }

private:
    void cut_back(const network& net, const participant_set& participants);

    std::vector<int> distances_;
    std::vector<port> towards_;
    std::vector<bool> leads_;  // to participants; empty: all do
    int height_ = 0;
    std::size_t link_count_ = 0;
};

/// Largest height of the trees of some roots, and all their links, those of each tree as often as
/// its entry of `weights` says.
struct tree_totals {
    int height = 0;
    std::uint64_t links = 0;
};
[[nodiscard]] tree_totals totals_of_trees(const network& net, const number_sequence& roots,
                                          const number_sequence& weights,
                                          const participant_set& participants);

/// Trees of a network, by their roots.
using shortest_path_trees = table_by_root<shortest_path_tree>;

/// Calls `visit(port)` for the ports of `node` that lead to its children in the tree, by increasing
/// port. @pre the tree is one of `net`
template <topology Network, class Visit>
void for_each_child(const Network& net, const shortest_path_tree& tree, node_id node,
                    const Visit& visit) {
    for_each_neighbour(net, node, [&](port through, node_id neighbour) {
        if (tree.towards_root(neighbour) == net.far_port(node, through) &&
            tree.leads_to_participant(neighbour)) {
            visit(through);
        }
    });
}

}  // namespace tutti
