#include "product_broadcast.hpp"

#include <algorithm>
#include <ranges>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/any/spanning_tree/tree_schedule.hpp"
#include "algorithms/ring/one_port_entry.hpp"
#include "bounds/lower_bounds.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "util/collect.hpp"

namespace tutti {
namespace {

struct direct_factor {
    network shape;
    node_id stride;
};

const product_shape* product_in(const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    return links == nullptr ? nullptr : std::get_if<product_shape>(&links->shape());
}

// The factors of a network, those of its factors left whole; empty if it is no product.
std::vector<direct_factor> direct_factors(const network& whole) {
    std::vector<direct_factor> factors;
    if (const auto* const lines = std::get_if<grid>(&whole)) {
        for (int i = 0; i < lines->dimensions(); ++i) {
            factors.push_back(
                {.shape = grid{{lines->side(i)}, lines->edge()}, .stride = lines->stride(i)});
        }
    } else if (const auto* const product = product_in(whole)) {
        for (std::size_t i = 0; i < product->factors().size(); ++i) {
            factors.push_back({.shape = product->factors()[i], .stride = product->stride(i)});
        }
    }
    return factors;
}

part_place place_in(const network& whole, std::size_t index, node_id node) {
    if (const auto* const product = product_in(whole)) {
        return {.id = product->coordinate(node, index),
                .first_port = product->first_port(node, index)};
    }
    const auto i = static_cast<int>(index);
    return {.id = network_as<grid>(whole).nodes_before(node, i), .first_port = 2 * i};
}

// Of the same product with its factors in the order of `factors`.
std::string specification_with(const network& net, const std::vector<factor>& factors) {
    if (const auto* const lines = std::get_if<grid>(&net)) {
        const std::vector<int> sides =
            vector_of(factors, [](const factor& each) { return static_cast<int>(each.nodes()); });
        const bool is_closed = lines->edge() == grid_edge::closed;
        return specification_of(grid{sides, is_closed ? grid_edge::closed : grid_edge::open});
    }
    return specification_of(graph::outline(product_shape{vector_of(factors, &factor::shape)}));
}

slot slots_over(const std::vector<factor>& factors, duplex mode) {
    slot total = 0;
    for (const factor& each : factors) {
        total = total * slot{each.nodes()} + each.slots(mode);
    }
    return total;
}

}  // namespace

factor::factor(const network& whole, std::size_t index)
    : levels_{{.whole = whole, .index = index}},
      shape_{direct_factors(whole).at(index).shape},
      stride_{direct_factors(whole).at(index).stride},
      nodes_{static_cast<node_id>(node_count(shape_))},
      tour_{tour_of(shape_)} {}

factor factor::within(std::size_t index) const {
    factor inner{shape_, index};
    inner.levels_.insert(inner.levels_.begin(), levels_.begin(), levels_.end());
    inner.stride_ *= stride_;
    return inner;
}

slot factor::slots(duplex mode) const {
    switch (tour_) {
        case tour_kind::cycle:
            return multinode_slots(nodes_, mode);
        case tour_kind::path:
            return path_slots(nodes_, mode);
        case tour_kind::none:
            break;
    }
    return tree_broadcast{spanning_tree{shape_, tree_rule::low_degree}, mode}.slots();
}

part_place factor::place(node_id node) const {
    part_place position{.id = node};
    for (const level& each : levels_) {
        const part_place next = place_in(each.whole, each.index, position.id);
        position = {.id = next.id, .first_port = position.first_port + next.first_port};
    }
    return position;
}

std::vector<factor> factors_of(const network& net) {
    std::vector<factor> untouched;  // the next one last
    for (std::size_t i = direct_factors(net).size(); i-- > 0;) {
        untouched.emplace_back(net, i);
    }
    std::vector<factor> factors;
    while (!untouched.empty()) {
        const factor next = std::move(untouched.back());
        untouched.pop_back();
        const std::size_t inner =
            next.tour() != tour_kind::none ? 0 : direct_factors(next.shape()).size();
        for (std::size_t i = inner; i-- > 0;) {
            untouched.push_back(next.within(i));
        }
        if (inner == 0) {
            factors.push_back(next);
        }
    }
    return factors;
}

std::string product_mismatch(const network& net) {
    const std::vector<factor> factors = factors_of(net);
    if (factors.empty()) {
        return "runs on products, tori and arrays only";
    }
    if (factors.size() == 1) {
        return "needs two factors or more";
    }
    for (const factor& each : factors) {
        if (each.tour() == tour_kind::none && each.nodes() > most_timetable_nodes) {
            return fmt::format(
                "needs a Hamiltonian cycle or path in every factor of more than {} nodes, and none "
                "of {} is known",
                most_timetable_nodes, specification_of(each.shape()));
        }
    }
    return "";
}

slot product_slots(const network& net, duplex mode) { return slots_over(factors_of(net), mode); }

factor_order cheapest_order(const network& net, duplex mode) {
    std::vector<factor> factors = factors_of(net);
    const auto others_of = [](const factor& each) {
        return std::max(slot{1}, slot{each.nodes()} - 1);
    };
    std::ranges::stable_sort(factors, [&](const factor& left, const factor& right) {
        return left.slots(mode) * others_of(right) < right.slots(mode) * others_of(left);
    });
    return {.specification = specification_with(net, factors), .slots = slots_over(factors, mode)};
}

product_broadcast::product_broadcast(const network& net, duplex mode) {
    const std::vector<factor> factors = factors_of(net);
    parts_.reserve(factors.size());
    for (const factor& each : factors) {
        parts_.push_back(
            {.along = each, .way = along_tour(each.shape(), mode), .is_last = parts_.empty()});
    }
}

namespace {

slot slots_by_factors(const setting& setting) {
    return product_slots(setting.network, duplex_of(setting.ports));
}

product_broadcast way_by_factors(const setting& setting) {
    return {setting.network, duplex_of(setting.ports)};
}

}  // namespace

void describe(standard_name<"multinode-broadcast/product"> /*name*/, algorithm& entry) {
    describe_one_port(entry, slots_by_factors);
    entry.source = "Dimakopoulos 1999, section 5";
    entry.idea =
        "Nodes that differ only in the last factor run multinode broadcast among themselves. "
        "Then, factor by factor back to the first, so do nodes that differ only in that one, "
        "once for every message that they have by then.";
    entry.rule = "product_mnb";
    entry.networks = "product, torus, array";
    entry.time =
        "sum over the factors i of T_i, the time of i alone, times the sizes of all later factors";
    entry.inapplicable_reason = product_mismatch;
    entry.advice = [](const problem& problem) {
        const factor_order best = cheapest_order(problem.network, duplex_of(problem.ports));
        return best.slots == slots_by_factors(problem)
                   ? ""
                   : fmt::format("{} takes {} slots", best.specification, best.slots);
    };
    // Packets that all nodes hold before the last factor.
    entry.memory_use = [](const network& net, std::uint64_t /*message_count*/) {
        const std::uint64_t nodes = node_count(net);
        return bounded_product(nodes, nodes / factors_of(net).front().nodes());
    };
    entry.program = [](const setting& setting) {
        return std::holds_alternative<grid>(setting.network)
                   ? programs_along<grid>(way_by_factors)(setting)
                   : programs_along<graph>(way_by_factors)(setting);
    };
}

}  // namespace tutti
