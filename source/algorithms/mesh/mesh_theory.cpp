#include "mesh_theory.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "class_order.hpp"

namespace tutti {
namespace {

// Summed over k = 1 .. d: what `steps` makes of ceil(packets / p^k).
template <class Steps>
slot sum_over_shares(const grid& shape, std::uint64_t packets, const Steps& steps) {
    slot sum = 0;
    rational share = packets;
    for (int k = 1; k <= shape.dimensions(); ++k) {
        share /= shape.side(0);
        sum += steps(share.ceil());
    }
    return sum;
}

// The network of the same kind whose number of nodes is nearest.
std::string with_equal_sides(const grid& shape, int least) {
    const auto nodes = static_cast<double>(shape.node_count());
    const double side = std::round(std::pow(nodes, 1.0 / shape.dimensions()));
    const std::vector<int> sides(static_cast<std::size_t>(shape.dimensions()),
                                 std::max(least, static_cast<int>(side)));
    const std::string_view kind = shape.edge() == grid_edge::closed   ? "torus"
                                  : shape.edge() == grid_edge::folded ? "folded-torus"
                                                                      : "array";
    return fmt::format("{}:{}", kind, fmt::join(sides, "x"));
}

}  // namespace

std::string grid_mismatch(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    if (shape == nullptr) {
        return "runs on arrays and tori only";
    }
    // A closed line of two nodes has a single link, and is no ring.
    const int least = shape->edge() == grid_edge::closed ? 3 : 2;
    if (!shape->is_regular()) {
        return fmt::format("needs equal sides, as {}", with_equal_sides(*shape, least));
    }
    if (shape->side(0) < least) {
        return least == 3 ? "needs sides of 3 or more on a torus" : "needs two nodes or more";
    }
    return "";
}

std::string array_mismatch(const network& net) {
    std::string inapplicable_reason = grid_mismatch(net);
    if (inapplicable_reason.empty() && network_as<grid>(net).edge() == grid_edge::closed) {
        inapplicable_reason = "runs on arrays only";
    }
    return inapplicable_reason;
}

std::string torus_mismatch(const network& net) {
    std::string inapplicable_reason = grid_mismatch(net);
    if (inapplicable_reason.empty() && network_as<grid>(net).edge() != grid_edge::closed) {
        inapplicable_reason = "runs on tori only";
    }
    return inapplicable_reason;
}

std::string line_mismatch(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    if (shape == nullptr || shape->dimensions() != 1) {
        return "runs on paths and rings only";
    }
    if (shape->edge() == grid_edge::closed && shape->side(0) < 3) {
        return "needs three nodes or more on a ring";
    }
    return grid_mismatch(net);
}

message_limits one_per_node(const network& net) {
    return {.most = node_count(net), .is_one_a_node = true};
}

const grid& grid_of(const setting& setting) { return network_as<grid>(setting.network); }

int links_a_dimension(const grid& shape) { return shape.edge() == grid_edge::closed ? 2 : 1; }

int farthest_on_line(const grid& shape) {
    return shape.edge() == grid_edge::closed ? shape.side(0) / 2 : shape.side(0) - 1;
}

slot sweep_slots(const grid& shape) { return slot{shape.dimensions()} * (shape.side(0) - 1); }

slot rounds_for_packed(const grid& shape, std::uint64_t packets) {
    return sum_over_shares(shape, packets, [](slot rounds) { return rounds; });
}

slot alternating_steps(const grid& shape, std::uint64_t packets) {
    return sum_over_shares(shape, packets, [p = slot{shape.side(0)}](slot rounds) {
        return rational{rounds * (p - 1), 2}.ceil();
    });
}

parameter prefix_step_parameter() {
    return {.name = "prefix-step",
            .default_value = rational{1},
            .meaning = "the length t_p of a control step in slots",
            .range = rational_range{.most = 1,
                                    .most_denominator = 1'000'000,
                                    .words = "a number above 0 and at most 1, as 1/8"}};
}

rational prefix_step(const setting& setting) { return setting.parameter<rational>("prefix-step"); }

// A packet moves along each dimension by the difference of the two coordinates.
std::uint64_t packing_hops(const grid& shape, int c, std::vector<node_id> sources) {
    const class_order order{shape, c};
    std::ranges::sort(sources, {}, [&](node_id node) { return order.place(node); });
    std::uint64_t hops = 0;
    for (std::size_t rank = 0; rank < sources.size(); ++rank) {
        for (int l = 0; l < shape.dimensions(); ++l) {
            const int there = order.digit_of_place(static_cast<std::uint32_t>(rank), l);
            hops += static_cast<std::uint64_t>(std::abs(order.digit(sources[rank], l) - there));
        }
    }
    return hops;
}

}  // namespace tutti
