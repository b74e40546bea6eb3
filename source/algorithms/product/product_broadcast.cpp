#include "product_broadcast.hpp"

#include <fmt/format.h>

#include "algorithms/entry.hpp"
#include "algorithms/ring/multinode_along.hpp"
#include "algorithms/ring/ring_theory.hpp"
#include "tutti/catalog/message_program.hpp"

namespace tutti {

product_broadcast::product_broadcast(const network& net, duplex mode) {
    const std::vector<factor> factors = factors_of(net);
    parts_.reserve(factors.size());
    for (const factor& each : factors) {
        parts_.push_back(
            {.along = each, .way = along_tour(each.shape(), mode), .is_last = parts_.empty()});
    }
}

namespace {

slot slots_of(const problem& problem) {
    return product_slots(problem.network, duplex_of(problem.ports));
}

// Packets that all nodes hold before the last factor.
std::uint64_t stored_before_last_factor(const network& net, std::uint64_t /*message_count*/) {
    const std::uint64_t nodes = node_count(net);
    return bounded_product(nodes, nodes / factors_of(net).front().nodes());
}

any_program program(const setting& setting) {
    product_broadcast way{setting.network, duplex_of(setting.ports)};
    if (const auto* const lines = std::get_if<grid>(&setting.network)) {
        return program_along(*lines, std::move(way));
    }
    return program_along(network_as<graph>(setting.network), std::move(way));
}

std::string advice(const problem& problem) {
    const factor_order best = cheapest_order(problem.network, duplex_of(problem.ports));
    return best.slots == slots_of(problem)
               ? ""
               : fmt::format("{} takes {} slots", best.specification, best.slots);
}

}  // namespace

algorithm describe(standard_name<"multinode-broadcast/product"> /*name*/) {
    return {
        .collective = "multinode-broadcast",
        .name = "product",
        .source = "Dimakopoulos 1999, section 5",
        .idea =
            "Nodes that differ only in the last factor run multinode broadcast among themselves. "
            "Then, factor by factor back to the first, so do nodes that differ only in that one, "
            "once for every message that they have by then.",
        .rule = "product_mnb",
        .networks = "product, torus, array",
        .ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex},
        .time =
            "sum over the factors i of T_i, the time of i alone, times the sizes of all later "
            "factors",
        .inapplicable_reason = product_mismatch,
        .phases =
            [](const problem& problem) {
                return std::vector{synchronous_phase("broadcast", slots_of(problem))};
            },
        .advice = advice,
        .transmissions = multinode_hops,
        .memory_use = stored_before_last_factor,
        .program = program,
    };
}

}  // namespace tutti
