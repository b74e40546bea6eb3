/// @file
/// Matrix of the distances between all nodes of a network, for schedules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "link_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Distances in links, by a breadth-first search from each node. O(nodes x links); 2 bytes a pair.
///
/// @pre the network is connected, of a diameter below 65,535
class distance_matrix {
public:
    explicit distance_matrix(const link_table& links);

    /// From a node, equal to those to it, by node.
    [[nodiscard]] std::span<const std::uint16_t> of(node_id node) const {
        return std::span{rows_}.subspan(std::size_t{node} * nodes_, nodes_);
    }
    [[nodiscard]] std::uint32_t between(node_id one, node_id other) const {
        return rows_[std::size_t{one} * nodes_ + other];
    }
    /// The distance to the participant that is farthest from it.
    [[nodiscard]] std::uint32_t eccentricity(node_id node,
                                             const participant_set& participants = {}) const;
    /// The sum of the distances of all ordered pairs.
    [[nodiscard]] std::uint64_t sum() const;

private:
    node_id nodes_;
    std::vector<std::uint16_t> rows_;
};

/// The row of one node alone.
[[nodiscard]] std::vector<std::uint16_t> distances_from(const link_table& links, node_id start);

}  // namespace tutti
