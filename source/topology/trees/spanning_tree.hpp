/// @file
/// Spanning trees of any connected network, for multinode broadcast with one port.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tutti/topology/network.hpp"

namespace tutti {

/// Rule that selects a spanning tree.
enum class tree_rule : std::uint8_t {
    /// By depth first from node 0, and then links are exchanged for others as long as that takes
    /// one from a node of the largest degree, and gives to none that would have it then.
    low_degree,
    /// By breadth first from node 0.
    breadth_first,
};

/// True if every node can be reached from node 0.
[[nodiscard]] bool is_connected(const network& net);

/// Spanning tree of a connected network, a function of the network alone. Neighbours are gone
/// through by increasing id. Not in the papers, of which Dimakopoulos 1999, section 4.1, assumes
/// that factors of a product have some multinode broadcast.
class spanning_tree {
public:
    /// One direction of a tree link, at the node that it leaves.
    struct arc {
        node_id to = 0;
        port through = 0;
        port back = 0;             ///< the port there that leads back
        int colour = 0;            ///< from 0; links at a node have different ones
        std::uint32_t beyond = 0;  ///< nodes on that side of the link
        std::uint32_t height = 0;  ///< the largest distance from `to` on that side
    };

    /// @throws std::invalid_argument if the network is not connected
    spanning_tree(const network& net, tree_rule rule);

    [[nodiscard]] std::size_t node_count() const noexcept { return first_.size() - 1; }
    /// The arcs that leave `node`, by increasing id of the other end.
    [[nodiscard]] std::span<const arc> arcs(node_id node) const {
        return std::span{arcs_}.subspan(first_[node], first_[node + 1] - first_[node]);
    }
    /// The place of the first of them among the arcs of all nodes.
    [[nodiscard]] std::size_t first_arc(node_id node) const noexcept { return first_[node]; }
    [[nodiscard]] std::size_t arc_count() const noexcept { return arcs_.size(); }
    /// Messages that an arc carries in multinode broadcast: those of the nodes on its own side.
    [[nodiscard]] std::uint32_t due(const arc& over) const noexcept {
        return static_cast<std::uint32_t>(node_count()) - over.beyond;
    }

    /// The largest degree in the tree.
    [[nodiscard]] int degree() const noexcept { return degree_; }
    /// The smallest of the largest distances from a node, and the smallest node that has it.
    [[nodiscard]] std::uint32_t radius() const noexcept { return radius_; }
    [[nodiscard]] node_id centre() const noexcept { return centre_; }
    /// True if `from`, where links work one way at a time, is the end of an arc that may send in a
    /// period, from 0: first the one farther from the centre, as often as it has to, and then the
    /// other.
    [[nodiscard]] bool may_send(node_id from, const arc& over, bool is_one_way_at_a_time,
                                std::uint32_t period) const noexcept {
        const bool is_up = towards_[from] == over.through;
        const std::uint32_t below = is_up ? due(over) : over.beyond;
        return !is_one_way_at_a_time || is_up == (period < below);
    }

    /// The places of the nodes in the walk over the tree, in preorder, from the smallest of the
    /// nodes that are farthest from node 0.
    [[nodiscard]] std::vector<std::uint32_t> walk() const;

private:
    void lay_out(const network& net, const std::vector<std::vector<node_id>>& tree);
    void measure();
    // The largest distance from `node` on its side of the link to a neighbour.
    [[nodiscard]] std::uint32_t height_but_for(node_id node, node_id neighbour) const;
    [[nodiscard]] std::span<arc> own_arcs(node_id node) {
        return std::span{arcs_}.subspan(first_[node], first_[node + 1] - first_[node]);
    }
    void colour();
    void find_centre();
    // The nodes of the tree in preorder from `start`, and the node that each is reached from.
    struct order {
        std::vector<node_id> nodes;
        std::vector<node_id> parents;  // by node; its own for `start`
    };
    [[nodiscard]] order preorder(node_id start) const;

    std::vector<std::size_t> first_;
    std::vector<arc> arcs_;
    std::vector<port> towards_;
    int degree_ = 0;
    std::uint32_t radius_ = 0;
    node_id centre_ = 0;
};

}  // namespace tutti
