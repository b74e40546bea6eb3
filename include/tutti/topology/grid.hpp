/// @file
/// Arrays and tori of any number of dimensions; paths and rings are those of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Border of a grid: open, or wrapped around to the other end of a line.
enum class grid_edge : std::uint8_t {
    open,    ///< nothing: an array, or a path
    closed,  ///< the first node: a torus, or a ring
    folded,  ///< nothing; programs see a torus, which the view `folded` lays onto the array
};

/// Nodes with one digit for each dimension, digit i from 0 to side(i)-1 and digit 0 the least
/// significant of the id. Two are neighbours if they differ by one in one digit, or if they are the
/// two ends of a closed line.
///
/// Port 2i leads to the smaller digit i and port 2i+1 to the larger; the end node of an open line
/// lacks one. A closed line of two nodes has one link and counts as open; of one node, none.
class grid {
public:
    /// The most nodes that can be built.
    static constexpr std::size_t most_nodes = std::size_t{1} << 30U;
    /// Largest number of dimensions. A network of at most 2^30 nodes uses 30 of them at most: the
    /// others have one node.
    static constexpr std::size_t most_dimensions = 32;

    /// @param sides from one to `most_dimensions`, each at least 1, their product at most
    ///   `most_nodes`
    /// @throws std::invalid_argument for any other sides
    grid(const std::vector<int>& sides, grid_edge edge);

    [[nodiscard]] int dimensions() const noexcept { return static_cast<int>(lines_.size()); }
    [[nodiscard]] int side(int i) const noexcept { return static_cast<int>(line_of(i).side); }
    /// The same as a number of nodes.
    [[nodiscard]] node_id nodes_along(int i) const noexcept { return line_of(i).side; }
    [[nodiscard]] std::vector<int> sides() const;
    [[nodiscard]] grid_edge edge() const noexcept { return edge_; }
    /// True if all sides are equal.
    [[nodiscard]] bool is_regular() const noexcept;
    /// Digit `i` of `node`.
    [[nodiscard]] int digit(node_id node, int i) const noexcept {
        return static_cast<int>(nodes_before(node, i));
    }
    /// The same as a number of nodes: of those before `node` along dimension `i`.
    [[nodiscard]] node_id nodes_before(node_id node, int i) const noexcept {
        return line_of(i).digit(node);
    }
    /// The difference of two ids that differ by one in digit `i` alone.
    [[nodiscard]] node_id stride(int i) const noexcept { return line_of(i).stride; }

    [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }
    [[nodiscard]] std::size_t link_count() const noexcept;
    /// The largest distance between two nodes.
    [[nodiscard]] int diameter() const noexcept;
    /// Links between two nodes.
    [[nodiscard]] int distance(node_id one, node_id other) const noexcept;

    [[nodiscard]] port uniform_ports() const noexcept { return 2 * dimensions(); }
    [[nodiscard]] port port_limit(node_id /*node*/) const noexcept { return uniform_ports(); }
    [[nodiscard]] int degree(node_id node) const noexcept;
    [[nodiscard]] bool has_port(node_id node, port through) const noexcept {
        if (through < 0 || through >= uniform_ports()) {
            return false;
        }
        const line& along = line_of(through / 2);
        return along.wraps || along.digit(node) != end_of(along, through);
    }
    /// Number of ports, from port 0 on, that lead from no node of a range of ids out of the range:
    /// those of whole dimensions.
    /// @param first the first node. @param last the one after the last
    [[nodiscard]] port ports_within(std::size_t first, std::size_t last) const noexcept;
    /// @pre `has_port(node, through)`
    [[nodiscard]] node_id neighbour(node_id node, port through) const noexcept {
        const line& along = line_of(through / 2);
        const bool is_up = through % 2 != 0;
        if (along.digit(node) == end_of(along, through)) {
            const node_id length = along.stride * (along.side - 1);
            return is_up ? node - length : node + length;
        }
        return is_up ? node + along.stride : node - along.stride;
    }
    // Every topology's are members, though here the numbers alone say it.
    // NOLINTBEGIN(readability-convert-member-functions-to-static)
    /// @pre `has_port(node, through)`
    [[nodiscard]] port far_port(node_id /*node*/, port through) const noexcept {
        return through ^ 1;
    }
    // NOLINTEND(readability-convert-member-functions-to-static)

    friend bool operator==(const grid&, const grid&) = default;

private:
    struct line {
        node_id side = 1;
        node_id stride = 1;
        bool wraps = false;
        [[nodiscard]] node_id digit(node_id node) const noexcept { return node / stride % side; }
        friend bool operator==(const line&, const line&) = default;
    };

    [[nodiscard]] const line& line_of(int i) const noexcept { return lines_.begin()[i]; }
    // The digit from which the port would lead over the edge.
    [[nodiscard]] static node_id end_of(const line& along, port through) noexcept {
        return through % 2 != 0 ? along.side - 1 : 0;
    }

    std::vector<line> lines_;
    std::size_t node_count_ = 1;
    grid_edge edge_;
};

static_assert(regular_topology<grid> && measures_distances<grid>);

}  // namespace tutti
