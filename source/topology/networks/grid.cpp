#include "tutti/topology/grid.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

grid::grid(const std::vector<int>& sides, grid_edge edge) : edge_{edge} {
    if (sides.empty()) {
        refuse("a grid has at least one dimension");
    }
    if (sides.size() > most_dimensions) {
        refuse("a grid cannot have {} dimensions; it has at most {}", sides.size(),
               most_dimensions);
    }
    // The division keeps the product of the sides from overflowing.
    for (const int side : sides) {
        if (side < 1 || std::cmp_greater(side, most_nodes / node_count_)) {
            refuse(
                "a grid cannot have the side {}; sides are at least 1, and their product is at "
                "most {}",
                side, most_nodes);
        }
        // A line of two has one link only, even if it is closed.
        lines_.push_back({.side = static_cast<node_id>(side),
                          .stride = static_cast<node_id>(node_count_),
                          .wraps = edge == grid_edge::closed && side > 2});
        node_count_ *= lines_.back().side;
    }
}

std::vector<int> grid::sides() const {
    return vector_of(std::views::iota(0, dimensions()), [this](int i) { return side(i); });
}

bool grid::is_regular() const noexcept {
    return std::ranges::all_of(lines_,
                               [&](const line& each) { return each.side == lines_[0].side; });
}

std::size_t grid::link_count() const noexcept {
    return total_of(lines_, [this](const line& each) {
        return node_count_ / each.side * 2 * (each.wraps ? each.side : each.side - 1);
    });
}

// Ranges that begin and end between two runs of the digits up to one contain whole runs.
port grid::ports_within(std::size_t first, std::size_t last) const noexcept {
    port within = 0;
    for (const line& each : lines_) {
        const std::size_t run = std::size_t{each.stride} * each.side;
        if (first % run != 0 || last % run != 0) {
            break;
        }
        within += 2;
    }
    return within;
}

int grid::diameter() const noexcept {
    return static_cast<int>(total_of(
        lines_, [](const line& each) { return each.wraps ? each.side / 2 : each.side - 1; }));
}

int grid::distance(node_id one, node_id other) const noexcept {
    int links = 0;
    for (int i = 0; i < dimensions(); ++i) {
        const int apart = std::abs(digit(one, i) - digit(other, i));
        links += line_of(i).wraps ? std::min(apart, side(i) - apart) : apart;
    }
    return links;
}

int grid::degree(node_id node) const noexcept {
    int ports = 0;
    for (port through = 0; through < uniform_ports(); ++through) {
        ports += has_port(node, through) ? 1 : 0;
    }
    return ports;
}

}  // namespace tutti
