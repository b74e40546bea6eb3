#include "tutti/algorithm/mesh/exchange_theory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "tutti/algorithm/mesh/theory.hpp"

namespace tutti {
namespace {

// Links between `node` and all others, over array links.
std::uint64_t distances_to_all(const grid& shape, node_id node) {
    const auto side = static_cast<std::uint64_t>(shape.side(0));
    std::uint64_t hops = 0;
    for (int i = 0; i < shape.dimensions(); ++i) {
        const auto below = static_cast<std::uint64_t>(shape.digit(node, i));
        const std::uint64_t above = side - 1 - below;
        const std::uint64_t along = below * (below + 1) / 2 + above * (above + 1) / 2;
        hops += along * (shape.node_count() / side);
    }
    return hops;
}

}  // namespace

std::string why_not_square(const network& where) {
    std::string why_not = why_not_grid(where);
    if (why_not.empty() && std::get<grid>(where).dimensions() != 2) {
        why_not = "needs two dimensions";
    }
    return why_not;
}

message_limits exchange_limits(const network& where) {
    const std::uint64_t nodes = node_count(where);
    const std::uint64_t numbered = std::numeric_limits<std::uint32_t>::max() / (nodes - 1);
    return {.most = std::min(nodes, numbered), .is_one_a_node = true};
}

std::uint64_t exchange_kept(const network& where, std::uint64_t active) {
    const auto& shape = std::get<grid>(where);
    const double root = std::sqrt(static_cast<double>(shape.side(0)));
    const auto nodes = static_cast<double>(shape.node_count());
    return bounded_product(static_cast<std::uint64_t>(nodes * root), active);
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

std::uint64_t exchange_hops(const problem& what) {
    std::uint64_t hops = 0;
    for (const node_id node : what.broadcasters.nodes) {
        hops += distances_to_all(grid_of(what), node);
    }
    return hops;
}

}  // namespace tutti
