#include "exchange_entry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/memory/memory.hpp"
#include "two_leg_routing.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

// Those along dimension i: what crosses the cuts between nodes whose digits i follow each other.
std::uint64_t hops_along(const grid& shape, int i, const dense_lines& dense) {
    indexed_vector<int, dense_counts> by_digit{
        shape.side(i), {.nodes = shape.node_count() / shape.nodes_along(i)}};
    const auto at = [&](node_id node) -> dense_counts& { return by_digit[shape.digit(node, i)]; };
    for (const node_id node : dense.columns) {
        ++at(node).columns;
    }
    for (const node_id node : dense.rows) {
        ++at(node).rows;
    }
    const dense_counts counts{
        .nodes = shape.node_count(), .columns = dense.columns.size(), .rows = dense.rows.size()};
    dense_counts below;
    std::uint64_t hops = 0;
    for (const dense_counts& here : by_digit) {
        below.nodes += here.nodes;
        below.columns += here.columns;
        below.rows += here.rows;
        const dense_crossings over_cut = crossings(counts, below);
        hops += over_cut.out + over_cut.in;
    }
    return hops;
}

}  // namespace

void describe_two_legs(algorithm& entry) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994, section 5");
    entry.networks = "array, torus, two dimensions";
    entry.kind = time_kind::upper_bound;
    entry.inapplicable_reason = square_mismatch;
    // One message a node and other node, as far as messages can be numbered.
    entry.limits = [](const network& net) -> message_limits {
        const std::uint64_t nodes = node_count(net);
        const std::uint64_t numbered = std::numeric_limits<std::uint32_t>::max() / (nodes - 1);
        return {.most = std::min(nodes, numbered), .is_one_a_node = true};
    };
    entry.memory_use = [](const network& net, std::uint64_t active) {
        return waiting_messages(net, bounded_product(node_count(net), active));
    };
}

phase two_leg_phase(const problem& problem, std::string name) {
    const slot deadline = two_leg_slots(grid_of(problem), problem.message_count());
    return {.name = std::move(name),
            .most_slots = deadline,
            .is_synchronous = true,
            .deadline = deadline};
}

std::uint64_t waiting_messages(const network& net, std::uint64_t messages) {
    constexpr double most = 0x1p60;
    const double root = std::sqrt(network_as<grid>(net).side(0));
    return whole_part(std::min(most, product(root, messages)));
}

std::uint64_t dense_lines_hops(const grid& shape, const dense_lines& dense) {
    std::uint64_t hops = 0;
    for (int i = 0; i < shape.dimensions(); ++i) {
        hops += hops_along(shape, i, dense);
    }
    return hops;
}

std::uint64_t exchange_hops(const problem& problem) {
    return dense_lines_hops(grid_of(problem), {.columns = problem.broadcasters.nodes});
}

std::uint64_t line_sums_hops(const grid& shape, std::uint64_t sums) {
    const std::uint64_t side = shape.nodes_along(0);
    return sums * 2 * side * (side - 1);
}

}  // namespace tutti
