/// @file
/// Graph: a network given by its links, of any degrees.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "topology/networks/shape.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

struct network_listing;

/// An undirected graph without self-loops, stored row by row. Copies share the links, which never
/// change. Those of an outline are built when one of them is first requested, on any thread: number
/// and arrangement of the links are known before, without time or memory.
///
/// Two nodes may have parallel links, each of which has a port of its own at both ends and carries
/// its own packets. Numbers of links and degrees count all of them, distances none twice.
///
/// The ports of a node number its links by increasing id of the neighbour, and parallel ones in the
/// same order at both ends, except for
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
    /// @param name as users write it, if there is one
    /// @throws std::invalid_argument that names the first link that breaks one of these.
    graph(std::size_t node_count, std::span<const link> links, std::string name = {});

    /// @param listing its nodes and links, with switches and names
    /// @throws std::invalid_argument that names the first link, switch or name that is wrong
    explicit graph(const network_listing& listing, listed_shape shape = {});

    /// Builds the links of a shape.
    /// @throws std::invalid_argument if the shape is listed, out of range, or larger than 2^30
    /// nodes or `most_links`
    explicit graph(const graph_shape& shape);

    /// The graph of a shape, of which no link is built yet.
    /// @throws std::invalid_argument as the constructor does
    [[nodiscard]] static graph outline(const graph_shape& shape);

    /// The same graph, all of its links built: reading them is faster than from an outline.
    [[nodiscard]] graph built() const;

    /// The same graph with another name. @pre its links are listed
    [[nodiscard]] graph named(listed_shape shape) const;

    [[nodiscard]] const graph_shape& shape() const noexcept { return *shape_; }

    /// Nodes that only forward what others send, by increasing id.
    [[nodiscard]] std::span<const node_id> switches() const noexcept;
    /// True if the node only forwards.
    [[nodiscard]] bool is_switch(node_id node) const noexcept {
        return std::ranges::binary_search(switches(), node);
    }
    /// Names of all nodes, or none at all.
    [[nodiscard]] std::span<const std::string> names() const noexcept;
    /// What the file of the network has besides, for people; may be empty.
    [[nodiscard]] std::string_view left_out() const noexcept;

    [[nodiscard]] std::size_t node_count() const noexcept { return size_.nodes; }
    [[nodiscard]] std::size_t link_count() const noexcept { return size_.links; }
    /// The number of directed links and of ports that some nodes lack.
    [[nodiscard]] std::size_t port_count() const noexcept { return size_.ports; }
    /// Bytes that the links take, once they are built.
    [[nodiscard]] std::size_t memory_bytes() const noexcept { return size_.bytes(); }
    // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
    [[nodiscard]] port port_limit(node_id node) const {
        const std::size_t* const first = links().first;
        return static_cast<port>(first[node + 1] - first[node]);
    }
    [[nodiscard]] int degree(node_id node) const {
        return size_.ports != size_.links ? count_ports(node) : port_limit(node);
    }
    [[nodiscard]] bool has_port(node_id node, port through) const {
        return through >= 0 && through < port_limit(node) &&
               neighbour(node, through) != no_neighbour;
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] node_id neighbour(node_id node, port through) const {
        const rows lines = links();
        return (lines.neighbour + lines.first[node])[through];
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] port far_port(node_id node, port through) const {
        const rows lines = links();
        return (lines.far_port + lines.first[node])[through];
    }
    // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)

    /// True of copies: graphs that share their links, not of others with the same ones.
    friend bool operator==(const graph& left, const graph& right) noexcept {
        return left.content_ == right.content_;
    }

private:
    /// Value in place of a neighbour at a port that a node lacks.
    static constexpr node_id no_neighbour = ~node_id{0};

    /// The links, as plain pointers for speed; those of an outline are null.
    struct rows {
        const std::size_t* first = nullptr;  // N + 1 offsets into the two arrays below
        const node_id* neighbour = nullptr;
        const port* far_port = nullptr;
    };
    class builder;
    class content;

    explicit graph(std::shared_ptr<const content> shared) noexcept;

    [[nodiscard]] rows links() const { return rows_.first != nullptr ? rows_ : built_rows(); }
    [[nodiscard]] rows built_rows() const;
    [[nodiscard]] int count_ports(node_id node) const;

    // Networks are passed by value, and the links may take gigabytes: copies share them.
    std::shared_ptr<const content> content_;
    const graph_shape* shape_;
    graph_size size_;
    rows rows_;
};

static_assert(topology<graph>);

}  // namespace tutti
