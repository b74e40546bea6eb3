#include "audited_nodes.hpp"

#include <algorithm>
#include <variant>

namespace tutti {
namespace {

int degree_of(const network& net, node_id node) {
    return std::visit([&](const auto& shape) { return static_cast<int>(shape.degree(node)); }, net);
}

/// The node that leads, of those for which `is_better` says so of it and the leader up to now.
template <class IsBetter>
node_id leader(std::size_t nodes, const IsBetter& is_better) {
    node_id first = 0;
    for (std::size_t id = 1; id < nodes; ++id) {
        first = is_better(static_cast<node_id>(id), first) ? static_cast<node_id>(id) : first;
    }
    return first;
}

// The first and last id, and the first nodes of the smallest, the largest and some other degree: on
// arrays a corner, one inside and one at an edge.
std::vector<node_id> of_all_places(const network& net) {
    const std::size_t nodes = node_count(net);
    const auto degree = [&](node_id node) { return degree_of(net, node); };
    const node_id leaf =
        leader(nodes, [&](node_id one, node_id best) { return degree(one) < degree(best); });
    const node_id inside =
        leader(nodes, [&](node_id one, node_id best) { return degree(one) > degree(best); });
    const auto is_between = [&](node_id one) {
        return degree(one) > degree(leaf) && degree(one) < degree(inside);
    };
    const node_id between = leader(
        nodes, [&](node_id one, node_id best) { return is_between(one) && !is_between(best); });
    return {leaf, inside, between, 0, static_cast<node_id>(nodes - 1)};
}

// The first node with initial messages, and the first without.
std::vector<node_id> of_all_inputs(const experiment& plan, const problem& input) {
    const broadcaster_set broadcasters = collective_of(plan).given(input);
    std::vector<node_id> nodes;
    if (!broadcasters.nodes.empty()) {
        nodes.push_back(broadcasters.nodes.front());
    }
    // The nodes of a set are ascending, so that a binary search finds whether a node is one.
    node_id without = 0;
    while (std::ranges::binary_search(broadcasters.nodes, without)) {
        ++without;
    }
    if (without < node_count(input.network)) {
        nodes.push_back(without);
    }
    if (collective_of(plan).takes_root) {
        nodes.push_back(input.root);
    }
    return nodes;
}

}  // namespace

std::vector<node_id> audited_nodes(const experiment& plan, const problem& input, std::size_t count,
                                   std::uint64_t seed) {
    const std::size_t nodes = node_count(input.network);
    // Nodes of special inputs and places come first, and random ones fill up: with a small count
    // the special ones matter most.
    count = std::min(count, nodes);
    std::vector<node_id> expected = of_all_inputs(plan, input);
    std::ranges::copy(of_all_places(input.network), std::back_inserter(expected));
    // All of the kinds may be among those that are drawn.
    std::ranges::copy(pick(nodes, std::min(nodes, count + expected.size()), seed),
                      std::back_inserter(expected));
    std::vector<node_id> chosen;
    for (const node_id each : expected) {
        if (chosen.size() < count && std::ranges::count(chosen, each) == 0) {
            chosen.push_back(each);
        }
    }
    std::ranges::sort(chosen);
    return chosen;
}

}  // namespace tutti
