#include "mesh_theory.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "class_order.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

bool is_torus(const grid& shape) { return shape.edge() == grid_edge::closed; }

// The network of the same kind whose number of nodes is nearest.
std::string with_equal_sides(const grid& shape, int least) {
    const double side = std::round(std::pow(shape.node_count(), 1.0 / shape.dimensions()));
    const indexed_vector<int, int> sides{shape.dimensions(),
                                         std::max(least, static_cast<int>(side))};
    const std::string_view kind = is_torus(shape)                     ? "torus"
                                  : shape.edge() == grid_edge::folded ? "folded-torus"
                                                                      : "array";
    return fmt::format("{}:{}", kind, fmt::join(sides, "x"));
}

template <class Fits>
std::string mismatch_unless(const network& net, const Fits& fits, const char* otherwise) {
    const std::string inapplicable_reason = grid_mismatch(net);
    return inapplicable_reason.empty() && !fits(network_as<grid>(net)) ? otherwise
                                                                       : inapplicable_reason;
}

}  // namespace

void describe_for_meshes(algorithm& entry, std::string source) {
    entry.source = std::move(source);
    entry.networks = "array, torus";
    entry.inapplicable_reason = grid_mismatch;
}

std::string grid_mismatch(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    if (shape == nullptr) {
        return "runs on arrays and tori only";
    }
    // A closed line of two nodes has a single link, and is no ring.
    const int least = is_torus(*shape) ? 3 : 2;
    if (!shape->is_regular()) {
        return fmt::format("needs equal sides, as {}", with_equal_sides(*shape, least));
    }
    if (shape->side(0) < least) {
        return least == 3 ? "needs sides of 3 or more on a torus" : "needs two nodes or more";
    }
    return "";
}

std::string array_mismatch(const network& net) {
    return mismatch_unless(net, std::not_fn(is_torus), "runs on arrays only");
}

std::string torus_mismatch(const network& net) {
    return mismatch_unless(net, is_torus, "runs on tori only");
}

std::string square_mismatch(const network& net) {
    return mismatch_unless(
        net, [](const grid& shape) { return shape.dimensions() == 2; }, "needs two dimensions");
}

std::string line_mismatch(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    if (shape == nullptr || shape->dimensions() != 1) {
        return "runs on paths and rings only";
    }
    if (is_torus(*shape) && shape->side(0) < 3) {
        return "needs three nodes or more on a ring";
    }
    return grid_mismatch(net);
}

std::string ring_mismatch(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    return shape != nullptr && is_torus(*shape) && shape->dimensions() == 1 ? ""
                                                                            : "runs on rings only";
}

message_limits one_per_node(const network& net) {
    return {.most = node_count(net), .is_one_a_node = true};
}

const grid& grid_of(const setting& setting) { return network_as<grid>(setting.network); }

bool is_on_torus(const setting& setting) { return is_torus(grid_of(setting)); }

int links_a_dimension(const grid& shape) { return is_torus(shape) ? 2 : 1; }

slot sweep_slots(const grid& shape) { return slot{shape.dimensions()} * (shape.side(0) - 1); }

parameter prefix_step_parameter() {
    return {.name = "prefix-step",
            .default_value = rational{1},
            .meaning = "the length t_p of a control step in slots",
            .range = rational_range{.most = 1,
                                    .most_denominator = 1'000'000,
                                    .words = "a number above 0 and at most 1, as 1/8"}};
}

phase prefix_phase(const setting& setting, std::string name, slot steps) {
    return control_phase(std::move(name), steps, setting.parameter<rational>("prefix-step"));
}

// A packet moves along each dimension by the difference of the two coordinates.
std::uint64_t packing_hops(const grid& shape, int c, std::vector<node_id> sources) {
    const class_order order{shape, c};
    std::ranges::sort(sources, {}, [&](node_id node) { return order.place(node); });
    std::uint64_t hops = 0;
    for (std::uint32_t rank = 0; rank < sources.size(); ++rank) {
        for (int l = 0; l < shape.dimensions(); ++l) {
            const int there = order.digit_of_place(rank, l);
            hops += static_cast<std::uint64_t>(std::abs(order.digit(sources[rank], l) - there));
        }
    }
    return hops;
}

std::optional<packet_hops> with_packing(packet_hops broadcast, const problem& problem,
                                        std::size_t classes, std::size_t every) {
    // The messages of each class are sorted, which takes long for a million of them.
    constexpr std::uint64_t most_messages = 1U << 19U;
    if (!are_hops_countable(problem) || problem.message_count() > most_messages) {
        return std::nullopt;
    }
    const number_sequence& nodes = problem.broadcasters.nodes;
    for (std::size_t c = 0; c < classes; ++c) {
        std::vector<node_id> sources;
        for (std::size_t i = c % every; i < nodes.size(); i += every) {
            sources.push_back(nodes[i]);
        }
        broadcast.data += packing_hops(grid_of(problem), static_cast<int>(c), std::move(sources));
    }
    return broadcast;
}

}  // namespace tutti
