/// @file
/// Maximum flow between two nodes of a small graph with capacities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tutti {

/// Maximum flow after Dinic 1970. The paths are found one at a time, depth first, each node going
/// on from the arc at which it stopped, in the order in which arcs were added: the same arcs give
/// the same flow on every machine.
class max_flow {
public:
    explicit max_flow(std::size_t nodes) : arcs_of_(nodes) {}

    void add_arc(std::size_t from, std::size_t to, std::uint64_t capacity);
    /// Adds flow until no more fits; returns how much was added.
    std::uint64_t augment(std::size_t source, std::size_t sink);
    /// True for the nodes to which more could flow, after `augment()`: one side of a smallest cut.
    [[nodiscard]] bool is_source_side(std::size_t node) const { return levels_[node] >= 0; }

private:
    struct arc {
        std::size_t to = 0;
        std::uint64_t room = 0;
    };

    [[nodiscard]] bool find_levels(std::size_t source, std::size_t sink);
    [[nodiscard]] std::uint64_t push_path(std::size_t node, std::size_t sink, std::uint64_t most);

    std::vector<arc> arcs_;  ///< each is followed by its reverse
    std::vector<std::vector<std::size_t>> arcs_of_;
    std::vector<int> levels_;
    std::vector<std::size_t> next_;
};

}  // namespace tutti
