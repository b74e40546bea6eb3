/// @file
/// Total exchange by schedules: balanced routes on any connected network, and an open shop on tori
/// and products of such networks.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "algorithms/shared_table.hpp"
#include "algorithms/table_memory.hpp"
#include "node/node_rows.hpp"
#include "node/schedule_cache.hpp"
#include "personal_messages.hpp"
#include "topology/participant_set.hpp"
#include "topology/schedules/balanced_exchange.hpp"
#include "topology/schedules/balanced_routes.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "topology/schedules/open_shop.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

using shared_rows = std::shared_ptr<const scheduled_parts>;

// Part of the descriptions of schedules that take number s N + d from each node s to each other
// node d: nodes mark the end together.
// @param rows_of a table of the setting, which is found again while it is used
void describe_exchange(algorithm& entry, shared_rows (*rows_of)(const setting& setting)) {
    describe_for_tables(entry);
    entry.phases = one_synchronous_phase("exchange", [rows_of](const problem& input) {
        return rows_of(input)->parts.front().slots();
    });
    entry.transmissions = [rows_of](const problem& input) {
        return std::optional<packet_hops>{rows_of(input)->parts.front().count()};
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const shared_rows& rows,
           const participant_set& participants) {
            return deliver_by_schedule(
                self, std::move(input.messages),
                {&self.network(), &participants, self.network().node_count()}, rows, "exchange");
        },
        rows_of, participants_of);
}

// The time of the search grows like the third power: some ten seconds.
constexpr std::size_t most_balanced_nodes = 256;

// As sends and as rows.
constexpr std::uint64_t exchange_send_bytes = sizeof(timed_send) + sizeof(node_rows::row);

// Packet s N + d from each participant s to each participant d.
schedule_requirement exchange_requirement(const link_table& links, port_model ports,
                                          const participant_set& participants = {}) {
    schedule_requirement exchange{.ports = ports};
    for (node_id source = 0; source < links.node_count(); ++source) {
        for (node_id destination = 0; destination < links.node_count(); ++destination) {
            const bool is_sent =
                participants.contains(source) && participants.contains(destination);
            exchange.begins.push_back(source);
            exchange.ends.push_back(is_sent ? destination : source);
        }
    }
    return exchange;
}

// Total exchange on routes of at most `detour` links more than the shortest.
//
// On the path of 3 with all ports; a1 is the message of node 0 for node 1, b0 that of node 1 for
// node 0, and so on:
//
//     slot 1   0-a2->1  1-b0->0  1-b2->2  2-c0->1
//     slot 2   0-a1->1  1-c0->0  1-a2->2  2-c1->1
//
// With one port a node sends one message in a slot and receives one:
//
//     slot 1   0-a2->1  1-b0->0
//     slot 2   1-a2->2  2-c0->1
//     slot 3   0-a1->1  1-c0->0
//     slot 4   1-b2->2  2-c1->1
//
// Not in the papers. Time: exactly that of the timetable. Transmissions: the links of all routes.
// Ports: all, or one.
struct exchange_choices {
    port_model ports;
    std::vector<std::uint32_t> detours;  // of which the one with fewer slots is taken
    bool finds_order;                    // with all ports: learned and shifted, not farthest first
    participant_set participants;
};

exchange_choices exchange_choices_of(const setting& setting) {
    constexpr std::uint32_t longest_detour = 2;
    const std::string_view detour = setting.parameter<std::string>("detour");
    const std::string_view order = setting.parameter<std::string>("order");
    exchange_choices choices{.ports = setting.ports,
                             .detours = {0, longest_detour},
                             .finds_order = order == "best",
                             .participants = setting.participants};
    if (detour != "auto") {
        choices.detours.assign(1, detour == "0" ? 0 : longest_detour);
    }
    if (order == "auto") {
        choices.finds_order = !setting.participants.is_everyone();
    }
    choices.finds_order = choices.finds_order && has_all_ports(setting.ports);
    return choices;
}

// The tables on some routes, of which the first with the fewest slots is taken.
std::vector<send_table> balanced_sends(const link_table& links, const balanced_routes& routes,
                                       const exchange_choices& choices) {
    if (!has_all_ports(choices.ports)) {
        return {exchange_with_one_port(links, routes, duplex_mode_of(choices.ports))};
    }
    if (!choices.finds_order) {
        return {exchange_with_all_ports(links, routes)};
    }
    return {exchange_in_learned_order(links, routes),
            exchange_in_shifted_order(links, routes, choices.participants)};
}

send_table best_balanced_sends(const link_table& links, const exchange_choices& choices) {
    const distance_matrix distances{links};
    const route_load load = has_all_ports(choices.ports) ? route_load::links : route_load::nodes;
    std::optional<send_table> best;
    for (const std::uint32_t detour : choices.detours) {
        const balanced_routes routes{links, distances, detour, load, choices.participants};
        for (send_table& sends : balanced_sends(links, routes, choices)) {
            if (!best || slots_of(sends) < slots_of(*best)) {
                best = std::move(sends);
            }
        }
        if (slots_of(*best) <= routes.least_slots()) {
            break;
        }
    }
    return *std::move(best);
}

schedule_cost balanced_cost(const link_table& links, const exchange_choices& choices) {
    const distance_matrix distances{links};
    const std::vector<node_id> nodes = choices.participants.nodes(links.node_count());
    std::uint64_t sends = 0;
    for (const node_id node : nodes) {
        for (const node_id other : nodes) {
            sends += distances.between(node, other);
        }
    }
    const std::uint64_t orders = choices.finds_order ? learning_rounds + 1 : 1;
    const schedule_cost exchange =
        has_all_ports(choices.ports)
            ? exchange_with_all_ports_cost(sends, orders)
            : exchange_with_one_port_cost(sends, links.node_count(), links.link_count());
    schedule_cost cost{.bytes = exchange.bytes + sends * exchange_send_bytes};
    for (const std::uint32_t detour : choices.detours) {
        const schedule_cost routes =
            balanced_routes_cost(links, distances, detour, choices.participants);
        cost.bytes = std::max(cost.bytes, exchange.bytes + routes.bytes);
        cost.operations += routes.operations + exchange.operations;
        const bool are_neighbours = sends + nodes.size() == nodes.size() * nodes.size();
        if (are_neighbours && choices.ports != port_model::single_port_half_duplex) {
            break;  // nothing is better
        }
    }
    return cost;
}

// Numbers of the choices in keys, which those of farthest first had before there were others.
std::uint32_t variant_of(const exchange_choices& choices) {
    constexpr std::uint32_t any_order = 4;
    return (choices.detours.size() > 1 ? 1 : choices.detours[0]) +
           (choices.finds_order ? any_order : 0);
}

shared_rows balanced_rows(const setting& setting) {
    const exchange_choices choices = exchange_choices_of(setting);
    const std::uint32_t variant = variant_of(choices);
    const table_key key{.maker = "balanced-routes",
                        .sizes = {to_underlying(setting.ports), variant},
                        .participants = setting.participants};
    return shared_table<scheduled_parts>(setting.network, key, [&](const link_table& links) {
        const schedule_cost cost = balanced_cost(links, choices);
        table_memory_limit::require(cost);
        return scheduled_parts{{node_rows{
            links,
            find_or_make_schedule(
                links,
                {.rule = "balanced-routes",
                 .ports = setting.ports,
                 .variant = variant,
                 .participants = setting.participants},
                cost,
                [&] { return exchange_requirement(links, setting.ports, setting.participants); },
                [&] { return best_balanced_sends(links, choices); })}}};
    });
}

// The sum of the distances of all pairs of nodes.
std::uint64_t shop_sends(const std::vector<cyclic_factor>& factors) {
    std::uint64_t nodes = 1;
    for (const cyclic_factor& factor : factors) {
        nodes = bounded_product(nodes, factor.side);
    }
    std::uint64_t sum = 0;
    for (const auto& [side, is_complete] : factors) {
        // Of one digit, over all differences.
        const std::uint64_t moves = is_complete ? side - 1U : std::uint64_t{side} * side / 4;
        sum += bounded_product(nodes / side, moves);
    }
    return bounded_product(nodes, sum);
}

// Total exchange by one schedule for all nodes, shifted by their ids.
//
// The messages of node 0 on the ring of 5; a1 is the one for node 1. Node i sends its own ones i
// nodes further, over the other links:
//
//     slot 1   0-a4->4  0-a2->1
//     slot 2   0-a3->4  1-a2->2
//     slot 3   0-a1->1  4-a3->3
//
// After Gonzalez and Sahni 1976. Time: exactly the most hops in one direction of the messages of a
// node, or of one message. Transmissions: the sum of all distances. Ports: all.
shared_rows open_shop_rows(const setting& setting) {
    return shared_table<scheduled_parts>(
        setting.network, {.maker = "open-shop"}, [&](const link_table& links) {
            const std::uint64_t sends = shop_sends(cyclic_factors(setting.network).value());
            schedule_cost cost = open_shop_schedule_cost(sends / links.node_count());
            cost.bytes += sends * exchange_send_bytes;
            constexpr std::uint64_t operations_a_send = 100;
            cost.operations += sends * operations_a_send;
            table_memory_limit::require(cost);
            const auto make = [&] {
                return open_shop_schedule{cyclic_factors(setting.network).value()}.sends(links);
            };
            return scheduled_parts{{node_rows{
                links, find_or_make_schedule(
                           links, {.rule = "open-shop", .ports = setting.ports}, cost,
                           [&] { return exchange_requirement(links, setting.ports); }, make)}}};
        });
}

std::string open_shop_mismatch(const network& net) {
    constexpr std::uint64_t most_sends = std::uint64_t{1} << 24U;
    const auto factors = cyclic_factors(net);
    if (!factors) {
        return "runs on tori, rings, complete networks, hypercubes and products of these only";
    }
    const std::uint64_t sends = shop_sends(*factors);
    return sends > most_sends
               ? fmt::format("has timetables of {} sends at most, not {}", most_sends, sends)
               : std::string{};
}

std::vector<parameter> parameters_of_routes() {
    return {{.name = "detour",
             .default_value = "auto",
             .meaning = "the most links that a route has more than the shortest; auto: "
                        "0 or 2, whichever has fewer slots",
             .range = name_range{{"auto", "0", "2"}}},
            {.name = "order",
             .default_value = "auto",
             .meaning = "which message that waits for a link goes first, with all "
                        "ports: far, the one with the most links to go; best, of two "
                        "orders that are tried and that one the best; auto: far with "
                        "all nodes, else best",
             .range = name_range{{"auto", "far", "best"}}}};
}

}  // namespace

void describe(standard_name<"total-exchange/balanced-routes"> /*name*/, algorithm& entry) {
    describe_exchange(entry, balanced_rows);
    entry.rule = "X1, X2, X3";
    entry.idea =
        "A search gives every message a route such that no link or, with one port, no node has "
        "much more to carry than others. On these routes messages with the most links to go leave "
        "first.";
    entry.ports = {port_model::all_port, port_model::single_port_full_duplex,
                   port_model::single_port_half_duplex};
    entry.parameters = parameters_of_routes();
    entry.takes_participants = true;
    entry.time = "that of the timetable";
    entry.inapplicable_reason = [](const network& net) {
        const std::size_t nodes = node_count(net);
        return nodes > most_balanced_nodes
                   ? fmt::format("works routes out for {} nodes at most, not {}",
                                 most_balanced_nodes, nodes)
                   : connectivity_mismatch(net);
    };
    entry.memory_use = [](const network& net, std::uint64_t message_count) {
        const std::uint64_t nodes = node_count(net);
        const std::uint64_t pairs = std::max(nodes * (nodes - 1), std::uint64_t{1});
        return distance_matrix{link_table{net}}.sum() * message_count / pairs;
    };
    entry.figure_steps = [](const problem& input) {
        // A step of the search takes a nanosecond, and one of these fifty.
        constexpr std::uint64_t in_a_step = 64;
        const std::uint64_t nodes = input.participant_count();
        return nodes * nodes * link_count(input.network) / in_a_step;
    };
}

void describe(standard_name<"total-exchange/open-shop"> /*name*/, algorithm& entry) {
    describe_exchange(entry, open_shop_rows);
    entry.rule = "open-shop";
    entry.source = "after Gonzalez & Sahni 1976";
    entry.idea =
        "All nodes follow one timetable, shifted by their ids. A message needs links of certain "
        "directions in any order, one a slot; an edge colouring gives every direction one message "
        "a slot.";
    entry.networks = "torus, ring, complete, hypercube, products of these";
    entry.time = "the most hops in one direction of the messages of a node, or of one message";
    entry.inapplicable_reason = open_shop_mismatch;
    entry.runs_on_array = false;
    entry.memory_use = [](const network& net, std::uint64_t /*message_count*/) {
        return shop_sends(cyclic_factors(net).value());
    };
}

}  // namespace tutti
