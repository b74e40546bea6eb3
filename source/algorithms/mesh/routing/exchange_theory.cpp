#include "exchange_theory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include "algorithms/mesh/mesh_theory.hpp"
#include "engine/memory/memory.hpp"

namespace tutti {
namespace {

// Number of `nodes` for each digit i.
std::vector<std::uint64_t> digit_counts(const grid& shape, int i,
                                        const std::vector<node_id>& nodes) {
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(shape.side(i)));
    for (const node_id node : nodes) {
        ++counts[static_cast<std::size_t>(shape.digit(node, i))];
    }
    return counts;
}

// Those along dimension i: what crosses the cuts between nodes whose digits i follow each other.
std::uint64_t hops_along(const grid& shape, int i, const dense_lines& dense) {
    const dense_counts counts{
        .nodes = shape.node_count(), .columns = dense.columns.size(), .rows = dense.rows.size()};
    const std::vector<std::uint64_t> columns = digit_counts(shape, i, dense.columns);
    const std::vector<std::uint64_t> rows = digit_counts(shape, i, dense.rows);
    dense_counts below;
    std::uint64_t hops = 0;
    for (std::size_t digit = 0; digit < columns.size(); ++digit) {
        below.nodes += counts.nodes / columns.size();
        below.columns += columns[digit];
        below.rows += rows[digit];
        const dense_crossings over_cut = crossings(counts, below);
        hops += over_cut.out + over_cut.in;
    }
    return hops;
}

}  // namespace

std::string square_mismatch(const network& net) {
    std::string inapplicable_reason = grid_mismatch(net);
    if (inapplicable_reason.empty() && network_as<grid>(net).dimensions() != 2) {
        inapplicable_reason = "needs two dimensions";
    }
    return inapplicable_reason;
}

std::string square_array_mismatch(const network& net) {
    const std::string inapplicable_reason = array_mismatch(net);
    return inapplicable_reason.empty() ? square_mismatch(net) : inapplicable_reason;
}

message_limits exchange_limits(const network& net) {
    const std::uint64_t nodes = node_count(net);
    const std::uint64_t numbered = std::numeric_limits<std::uint32_t>::max() / (nodes - 1);
    return {.most = std::min(nodes, numbered), .is_one_a_node = true};
}

std::uint64_t waiting_messages(const network& net, std::uint64_t messages) {
    constexpr double most = 0x1p60;
    const double root = std::sqrt(static_cast<double>(network_as<grid>(net).side(0)));
    return static_cast<std::uint64_t>(std::min(most, root * static_cast<double>(messages)));
}

std::uint64_t exchange_kept(const network& net, std::uint64_t active) {
    return waiting_messages(net, bounded_product(node_count(net), active));
}

slot exchange_deadline(const grid& shape, std::uint64_t active) {
    if (active == 0) {
        return 0;
    }
    // Roots of whole numbers below 2^52 are rounded to no other whole number than their own.
    const auto m = static_cast<slot>(std::sqrt(static_cast<double>(active)));
    const auto side = static_cast<slot>(shape.side(0));
    const auto nodes = static_cast<slot>(shape.node_count());
    return 2 * m * (nodes - side) + 2 * (side - 1);
}

std::uint64_t line_sums_hops(const grid& shape) {
    const auto side = static_cast<std::uint64_t>(shape.side(0));
    return 6 * side * (side - 1);
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

}  // namespace tutti
