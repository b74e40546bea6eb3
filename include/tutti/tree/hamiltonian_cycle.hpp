/// @file
/// A cycle through all nodes of a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tutti/topology/network.hpp"
#include "tutti/topology/properties.hpp"

namespace tutti {

/// Whether a network has a Hamiltonian cycle, and which. Two nodes with a link count as a cycle,
/// and so does a node alone.
struct hamiltonian_answer {
    /// `unknown` if none was found and none of what would rule it out.
    answer exists = answer::unknown;
    /// Why none is known, as a clause: "one of its nodes has a single link". Empty if one is.
    std::string why_not;
    /// The node at a position from 0 to N-1 of the cycle; null if none is known. Position 0 is node
    /// 0, and the node at N-1 is a neighbour of it.
    std::function<node_id(std::uint64_t)> at;

    /// The nodes at the first positions. @pre one is known, of so many nodes at least
    [[nodiscard]] std::vector<node_id> first(std::size_t count) const;
};

/// By closed form: hypercubes, complete graphs, cube-connected cycles, wrapped butterflies, de
/// Bruijn graphs, tori, and every product or array of these and of paths that has a side that
/// closes or is even. Otherwise by a search of bounded length, which is the same every time and
/// whose cycle is verified. No cycle is ruled out by the degrees, by halves of unequal size, by a
/// node without which the network falls apart, or by a search that tries everything.
[[nodiscard]] hamiltonian_answer find_hamiltonian_cycle(const network& any);

/// A Hamiltonian cycle as its nodes want to know it: where each stands, and through which ports the
/// next one and the one before are reached. A pure function of the network, which takes 16 bytes a
/// node; copies share it. May be read from any thread.
class hamiltonian_cycle_map {
public:
    /// @param found what `find_hamiltonian_cycle(any)` says
    /// @throws std::invalid_argument if it knows no cycle, or one that is none in this network
    hamiltonian_cycle_map(const network& any, const hamiltonian_answer& found);

    /// N, which may be 1 or 2.
    [[nodiscard]] std::uint64_t length() const noexcept { return places_->order.size(); }
    /// @pre `position` < `length()`
    [[nodiscard]] node_id at(std::uint64_t position) const noexcept {
        return places_->order[position];
    }
    /// From 0 to N-1; of node 0 it is 0.
    [[nodiscard]] std::uint32_t position(node_id node) const noexcept {
        return places_->position[node];
    }
    /// The node at the next position; after the last comes node 0. Of a node alone, itself.
    [[nodiscard]] node_id successor(node_id node) const noexcept {
        const std::uint64_t next = std::uint64_t{position(node)} + 1;
        return at(next == length() ? 0 : next);
    }
    [[nodiscard]] node_id predecessor(node_id node) const noexcept {
        const std::uint32_t place = position(node);
        return at((place == 0 ? length() : place) - 1);
    }
    /// The port that leads to the successor; of a node alone, -1. Of two nodes both ports are the
    /// same.
    [[nodiscard]] port successor_port(node_id node) const noexcept {
        return places_->forward[node];
    }
    [[nodiscard]] port predecessor_port(node_id node) const noexcept {
        return places_->backward[node];
    }

private:
    struct places {
        std::vector<node_id> order;
        std::vector<std::uint32_t> position;  // of each node
        std::vector<port> forward;            // of each node
        std::vector<port> backward;           // of each node
    };

    // As large as the network, and passed to every node's program: copies share it.
    std::shared_ptr<const places> places_;
};

}  // namespace tutti
