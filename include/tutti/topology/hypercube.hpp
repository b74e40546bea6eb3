/// @file
/// The d-dimensional binary hypercube.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// 2^d nodes; two are neighbours if their ids differ in one bit. Port m is dimension m and flips
/// bit m, counted from 0 (the papers count dimensions from 1).
class hypercube {
public:
    /// The largest number of dimensions that can be built.
    static constexpr int most_dimensions = 30;

    /// @param dimensions d, from 0 (a single node without links) to `most_dimensions`.
    /// @throws std::invalid_argument if `dimensions` is outside that range.
    explicit hypercube(int dimensions);

    [[nodiscard]] int dimensions() const noexcept { return dimensions_; }
    [[nodiscard]] std::size_t node_count() const noexcept { return std::size_t{1} << dimensions_; }
    /// The node opposite node 0, all of whose bits are 1.
    [[nodiscard]] node_id last_node() const noexcept { return (node_id{1} << dimensions_) - 1; }
    /// Directed links: d * 2^d.
    [[nodiscard]] std::size_t link_count() const noexcept {
        return static_cast<std::size_t>(dimensions_) << dimensions_;
    }
    /// The largest distance between two nodes: d.
    [[nodiscard]] int diameter() const noexcept { return dimensions_; }

    [[nodiscard]] port uniform_ports() const noexcept { return dimensions_; }
    [[nodiscard]] port port_limit(node_id /*node*/) const noexcept { return dimensions_; }
    [[nodiscard]] int degree(node_id /*node*/) const noexcept { return dimensions_; }
    [[nodiscard]] bool has_port(node_id /*node*/, port through) const noexcept {
        return through >= 0 && through < dimensions_;
    }
    // Every topology's are members, though here the numbers alone say it.
    // NOLINTBEGIN(readability-convert-member-functions-to-static)
    /// @pre `has_port(node, through)`
    [[nodiscard]] node_id neighbour(node_id node, port through) const noexcept {
        return node ^ (node_id{1} << through);
    }
    /// @pre `has_port(node, through)`
    [[nodiscard]] port far_port(node_id /*node*/, port through) const noexcept { return through; }
    /// Number of ports, from port 0 on, that lead from no node of a range of ids out of the range.
    /// @param first the first node. @param last the one after the last
    [[nodiscard]] port ports_within(std::size_t first, std::size_t last) const noexcept {
        return std::min(std::countr_zero(first | last), dimensions_);
    }
    /// Links between two nodes.
    [[nodiscard]] int distance(node_id one, node_id other) const noexcept {
        // For processors of any age std::popcount is a call, which fast loops have no room for.
        std::uint32_t sums = one ^ other;  // of 2 bits each, then 4, then 8
        sums -= sums >> 1U & 0x5555'5555U;
        sums = (sums & 0x3333'3333U) + (sums >> 2U & 0x3333'3333U);
        sums = (sums + (sums >> 4U)) & 0x0f0f'0f0fU;
        return static_cast<int>(sums * 0x0101'0101U >> 24U);
    }
    // NOLINTEND(readability-convert-member-functions-to-static)

    friend bool operator==(const hypercube&, const hypercube&) = default;

private:
    int dimensions_;
};

static_assert(regular_topology<hypercube> && measures_distances<hypercube>);

}  // namespace tutti
