/// @file
/// Table of the distances between some nodes of a network and all nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tutti/topology/graph.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A number of links, or the most that 16 bits hold if it is larger. @pre not negative
[[nodiscard]] std::uint16_t in_16_bits(int links) noexcept;

/// Distances, in links, from given origins to every node of a graph, found by breadth-first search.
///
/// Immutable: any number of threads may read it.
class distance_table {
public:
    /// The most bytes that the distances of a table may take.
    static constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U;
    /// The most links that the searches for a table may look at.
    static constexpr std::uint64_t most_visits = 200'000'000;

    /// Size of the distances from this number of origins, in bytes.
    [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t nodes,
                                                       std::uint64_t origins) noexcept {
        return nodes * origins * sizeof(std::uint16_t);
    }

    /// Null if the table exceeds one of the two limits. Which one is met first does not depend on
    /// the machine.
    /// @param origins each once
    [[nodiscard]] static std::optional<distance_table> of(const graph& links,
                                                          std::span<const node_id> origins,
                                                          std::uint64_t visits = most_visits);

    [[nodiscard]] bool has_origin(node_id node) const noexcept {
        return column_of_[node] != no_column;
    }
    /// Distance from an origin to a node; at most 65,535, which means that or more. From any
    /// other node 0 to itself and 1 to others.
    [[nodiscard]] int between(node_id origin, node_id node) const noexcept {
        const std::uint32_t column = column_of_[origin];
        return column == no_column ? (origin != node ? 1 : 0)
                                   : distances_[node * origin_count_ + column];
    }
    /// From the origin that is farthest from the node.
    [[nodiscard]] int farthest(node_id node) const noexcept { return farthest_[node]; }
    /// The largest distance in the table.
    [[nodiscard]] int longest() const noexcept { return longest_; }
    [[nodiscard]] std::size_t origin_count() const noexcept { return origin_count_; }

private:
    class search;

    static constexpr std::uint32_t no_column = ~std::uint32_t{0};

    distance_table(std::size_t nodes, std::span<const node_id> origins);

    std::vector<std::uint32_t> column_of_;  // of each node
    std::size_t origin_count_ = 0;
    std::vector<std::uint16_t> distances_;  // [node][origin]
    std::vector<std::uint16_t> farthest_;   // of each node
    int longest_ = 0;
};

}  // namespace tutti
