/// @file
/// A path through all nodes of a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tutti/topology/network.hpp"

namespace tutti {

/// The first nodes, at most `most`, of a Hamiltonian path that begins at node 0: of arrays and
/// tori, the one that winds over their links without those that close the lines, the last digit
/// fastest. Null for other networks.
[[nodiscard]] std::optional<std::vector<node_id>> hamiltonian_path(const network& any,
                                                                   std::size_t most);

/// A Hamiltonian path as its nodes want to know it. A pure function of the network; may be read
/// from any thread.
class hamiltonian_path_map {
public:
    /// In place of a port where the path ends.
    static constexpr port none = -1;

    /// A node's place on the path.
    struct place {
        std::uint32_t position = 0;  ///< from 0 to N-1
        port next = none;            ///< leads to the node at the next position
        port previous = none;        ///< leads to the node at the position before
    };

    /// @param order all nodes, as `hamiltonian_path` says
    /// @throws std::invalid_argument if this is no Hamiltonian path of the network
    hamiltonian_path_map(const network& any, const std::vector<node_id>& order);

    [[nodiscard]] std::size_t length() const noexcept { return places_.size(); }
    [[nodiscard]] const place& at(node_id node) const noexcept { return places_[node]; }

private:
    std::vector<place> places_;  // by node
};

}  // namespace tutti
