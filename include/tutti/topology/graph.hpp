/// @file
/// A network given by its links, of any degrees.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// An undirected simple graph, stored row by row: the ports of a node number its neighbours by
/// increasing id, from 0 to degree-1.
class graph {
public:
    /// An undirected link; it becomes two directed ones.
    using link = std::pair<node_id, node_id>;

    /// @param node_count N, from 1 to 2^30.
    /// @param links undirected, each named once in either order, ends below N, no self-loops.
    /// @throws std::invalid_argument that names the first link that breaks one of these.
    graph(std::size_t node_count, std::span<const link> links);

    [[nodiscard]] std::size_t node_count() const noexcept { return first_.size() - 1; }
    [[nodiscard]] std::size_t link_count() const noexcept { return neighbour_.size(); }
    [[nodiscard]] port port_limit(node_id node) const noexcept { return degree(node); }
    [[nodiscard]] int degree(node_id node) const noexcept {
        return static_cast<int>(first_[node + 1] - first_[node]);
    }
    [[nodiscard]] bool has_port(node_id node, port through) const noexcept {
        return through >= 0 && through < degree(node);
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] node_id neighbour(node_id node, port through) const noexcept {
        return neighbour_[first_[node] + static_cast<std::size_t>(through)];
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] port far_port(node_id node, port through) const noexcept {
        return far_port_[first_[node] + static_cast<std::size_t>(through)];
    }

private:
    std::vector<std::size_t> first_;  // N + 1 offsets into the two arrays below
    std::vector<node_id> neighbour_;
    std::vector<port> far_port_;
};

static_assert(topology<graph>);

}  // namespace tutti
