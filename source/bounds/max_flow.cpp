#include "max_flow.hpp"

#include <algorithm>
#include <limits>

namespace tutti {

void max_flow::add_arc(std::size_t from, std::size_t to, std::uint64_t capacity) {
    arcs_of_[from].push_back(arcs_.size());
    arcs_.push_back({.to = to, .room = capacity});
    arcs_of_[to].push_back(arcs_.size());
    arcs_.push_back({.to = from});
}

bool max_flow::find_levels(std::size_t source, std::size_t sink) {
    levels_.assign(arcs_of_.size(), -1);
    levels_[source] = 0;
    std::vector<std::size_t> reached{source};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const std::size_t index : arcs_of_[reached[i]]) {
            const arc& way = arcs_[index];
            if (way.room > 0 && levels_[way.to] < 0) {
                levels_[way.to] = levels_[reached[i]] + 1;
                reached.push_back(way.to);
            }
        }
    }
    return levels_[sink] >= 0;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than a path is long
std::uint64_t max_flow::push_path(std::size_t node, std::size_t sink, std::uint64_t most) {
    if (node == sink) {
        return most;
    }
    for (std::size_t& at = next_[node]; at < arcs_of_[node].size(); ++at) {
        const std::size_t index = arcs_of_[node][at];
        const std::size_t to = arcs_[index].to;
        if (arcs_[index].room == 0 || levels_[to] != levels_[node] + 1) {
            continue;
        }
        if (const auto pushed = push_path(to, sink, std::min(most, arcs_[index].room));
            pushed > 0) {
            arcs_[index].room -= pushed;
            arcs_[index ^ 1U].room += pushed;
            return pushed;
        }
    }
    return 0;
}

std::uint64_t max_flow::augment(std::size_t source, std::size_t sink) {
    constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t total = 0;
    while (find_levels(source, sink)) {
        next_.assign(arcs_of_.size(), 0);
        while (const std::uint64_t pushed = push_path(source, sink, unlimited)) {
            total += pushed;
        }
    }
    return total;
}

}  // namespace tutti
