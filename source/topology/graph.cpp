#include "tutti/topology/graph.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

namespace tutti {
namespace {

constexpr std::size_t most_nodes = std::size_t{1} << 30U;

void check_ends(std::size_t node_count, graph::link ends) {
    const auto [a, b] = ends;
    if (a >= node_count || b >= node_count) {
        throw std::invalid_argument{fmt::format(
            "link {}-{} leaves the graph, whose ids run from 0 to {}", a, b, node_count - 1)};
    }
    if (a == b) {
        throw std::invalid_argument{fmt::format("link {}-{} is a self-loop", a, b)};
    }
}

}  // namespace

graph::graph(std::size_t node_count, std::span<const link> links) {
    if (node_count == 0 || node_count > most_nodes) {
        throw std::invalid_argument{
            fmt::format("a graph has from 1 to {} nodes, not {}", most_nodes, node_count)};
    }
    std::vector<link> directed;
    directed.reserve(2 * links.size());
    for (const link& ends : links) {
        check_ends(node_count, ends);
        directed.emplace_back(ends.first, ends.second);
        directed.emplace_back(ends.second, ends.first);
    }
    std::ranges::sort(directed);
    const auto twice = std::ranges::adjacent_find(directed);
    if (twice != directed.end()) {
        throw std::invalid_argument{
            fmt::format("link {}-{} is named twice", twice->first, twice->second)};
    }

    first_.assign(node_count + 1, 0);
    for (const auto& [from, to] : directed) {
        ++first_[from + 1];
        neighbour_.push_back(to);
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());

    // Links sorted by (from, to) visit the links into every node by increasing source, which is
    // the order of that node's ports: a running count gives the far port without a search.
    std::vector<port> seen(node_count, 0);
    far_port_.reserve(directed.size());
    for (const auto& [from, to] : directed) {
        far_port_.push_back(seen[to]++);
    }
}

}  // namespace tutti
