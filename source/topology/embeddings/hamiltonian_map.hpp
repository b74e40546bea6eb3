/// @file
/// Map of a Hamiltonian cycle or path: successor, predecessor and position of every node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Map of a Hamiltonian path or cycle: the position of each node, and the ports to the next node
/// and to the one before. A pure function of the network; may be read from any thread.
class hamiltonian_map {
public:
    /// In place of a port where the way ends.
    static constexpr port none = -1;

    /// A node's place on the way.
    struct place {
        std::uint32_t position = 0;  ///< from 0 to N-1
        port next = none;            ///< leads to the node at the next position
        port previous = none;        ///< leads to the node at the position before
    };

    /// @param order all nodes, as they follow each other
    /// @param edge whether the first follows the last: on a cycle, which may have one node, whose
    ///   ports are none, or two, which have one link
    /// @throws std::invalid_argument if there is no such way through the network
    hamiltonian_map(const network& any, const std::vector<node_id>& order, grid_edge edge);

    /// N.
    [[nodiscard]] std::size_t length() const noexcept { return places_.size(); }
    [[nodiscard]] const place& at(node_id node) const noexcept { return places_[node]; }

private:
    void link(const network& any, node_id from, node_id to);

    std::vector<place> places_;  // by node
};

}  // namespace tutti
