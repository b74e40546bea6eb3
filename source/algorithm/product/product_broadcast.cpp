#include "tutti/algorithm/product/product_broadcast.hpp"

#include <fmt/format.h>

#include "../entry.hpp"
#include "tutti/algorithm/message_machine.hpp"
#include "tutti/algorithm/ring/multinode_along.hpp"
#include "tutti/algorithm/ring/theory.hpp"

namespace tutti {

product_broadcast::product_broadcast(const network& where, duplex mode)
    : slots_{product_slots(where, mode)} {
    const std::vector<factor> factors = factors_of(where);
    parts_.reserve(factors.size());
    for (const factor& each : factors) {
        parts_.push_back(
            {.along = each, .way = along_tour(each.shape(), mode), .is_last = parts_.empty()});
    }
}

namespace {

slot slots_of(const problem& what) { return product_slots(what.where, duplex_of(what.ports)); }

// What a node holds before the last factor, with what it held before that, and frames.
std::uint64_t program_bytes(const network& where) {
    const std::uint64_t nodes = node_count(where);
    const std::vector<factor> factors = factors_of(where);
    const std::uint64_t held = nodes / factors.front().nodes() * sizeof(message_packet);
    std::uint64_t tables = 0;
    for (const factor& each : factors) {
        tables += tour_bytes(each.nodes(), each.tour());
    }
    return nodes * 1152 + bounded_product(nodes, held + held / 4) + tables;
}

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const std::uint64_t bytes = program_bytes(where);
    return std::visit(
        [&](const auto& shape) { return emulator_memory<message_packet>(shape, bytes); }, where);
}

any_program program(const setting& where) {
    product_broadcast way{where.where, duplex_of(where.ports)};
    if (const auto* const lines = std::get_if<grid>(&where.where)) {
        return program_along(*lines, std::move(way));
    }
    return program_along(std::get<graph>(where.where), std::move(way));
}

std::string advice(const problem& what) {
    const factor_order best = cheapest_order(what.where, duplex_of(what.ports));
    return best.slots == slots_of(what)
               ? ""
               : fmt::format("{} takes {} slots", best.specification, best.slots);
}

}  // namespace

algorithm multinode_product_entry() {
    return {
        .task = "multinode-broadcast",
        .name = "product",
        .source = "Dimakopoulos 1999, section 5",
        .rule = "product_mnb",
        .networks = "product, torus, array",
        .ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex},
        .time = "sum over the factors i of n_{i+1}..n_k T_i",
        .why_not = why_not_product,
        .phases =
            [](const problem& what) {
                return std::vector{synchronous_phase("broadcast", slots_of(what))};
            },
        .lower_bound = whole_multinode_bound,
        .advice = advice,
        .transmissions = multinode_hops,
        .memory = memory,
        .program = program,
    };
}

}  // namespace tutti
