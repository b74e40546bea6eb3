/// @file
/// A network given by its links, of any degrees.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tutti/topology/shape.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// An undirected simple graph, stored row by row. Copies share the links, which never change.
///
/// The ports of a node number its neighbours by increasing id, except for
/// - cube-connected cycles: 0 and 1 lead to the level below and above, 2 across;
/// - wrapped butterflies: 0 and 1 lead to the level above, straight and across, 2 and 3 to the
/// level
///   below, straight and across; of two levels, port 2 is missing at every node, as 0 is that link;
/// - products: the ports of the first factor, then those of the next. A port that a node of a
/// factor
///   lacks (the border of an array) is missing here too, and keeps its number.
class graph {
public:
    /// An undirected link; it becomes two directed ones.
    using link = std::pair<node_id, node_id>;

    /// The most directed links that can be built.
    static constexpr std::size_t most_links = std::size_t{1} << 32U;

    /// @param node_count N, from 1 to 2^30.
    /// @param links undirected, each named once in either order, ends below N, no self-loops.
    /// @throws std::invalid_argument that names the first link that breaks one of these.
    graph(std::size_t node_count, std::span<const link> links);

    /// Builds the links of a shape.
    /// @throws std::invalid_argument if the shape is listed, out of range, or larger than 2^30
    /// nodes or `most_links`
    explicit graph(const graph_shape& shape);

    [[nodiscard]] const graph_shape& shape() const noexcept { return links_->shape; }

    [[nodiscard]] std::size_t node_count() const noexcept { return links_->first.size() - 1; }
    [[nodiscard]] std::size_t link_count() const noexcept { return links_->link_count; }
    /// The number of directed links and of ports that some nodes lack.
    [[nodiscard]] std::size_t port_count() const noexcept { return neighbour_.size(); }
    /// Bytes that the links take.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;
    [[nodiscard]] port port_limit(node_id node) const noexcept {
        return static_cast<port>(first_[node + 1] - first_[node]);
    }
    [[nodiscard]] int degree(node_id node) const noexcept {
        return has_gaps_ ? count_ports(node) : port_limit(node);
    }
    [[nodiscard]] bool has_port(node_id node, port through) const noexcept {
        return through >= 0 && through < port_limit(node) &&
               neighbour(node, through) != no_neighbour;
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
    /// What stands in place of a neighbour at a port that a node lacks.
    static constexpr node_id no_neighbour = ~node_id{0};

    struct port_table {
        std::vector<std::size_t> first;  // N + 1 offsets into the two arrays below
        std::vector<node_id> neighbour;
        std::vector<port> far_port;
        std::size_t link_count = 0;
        graph_shape shape;
    };
    class builder;

    explicit graph(std::shared_ptr<const port_table> links) noexcept;

    [[nodiscard]] int count_ports(node_id node) const noexcept;

    // Networks are passed by value, and the links may take gigabytes: copies share them.
    std::shared_ptr<const port_table> links_;
    // Views of it, for speed.
    std::span<const std::size_t> first_;
    std::span<const node_id> neighbour_;
    std::span<const port> far_port_;
    bool has_gaps_ = false;
};

static_assert(topology<graph>);

}  // namespace tutti
