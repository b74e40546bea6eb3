#include "tutti/algorithm/mesh/mesh_routing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "../entries.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"

namespace tutti {
namespace {

std::string array_misfit(const network& where) {
    std::string misfit = grid_misfit(where);
    if (misfit.empty() && std::get<grid>(where).edge() == grid_edge::closed) {
        misfit = "runs on arrays only";
    }
    return misfit;
}

message_limits one_a_node(const network& where) {
    return {.most = node_count(where), .is_one_a_node = true};
}

std::uint64_t rank_of(const problem& what, node_id source) {
    const auto& nodes = what.broadcasters.nodes;
    return static_cast<std::uint64_t>(std::ranges::lower_bound(nodes, source) - nodes.begin());
}

// Where the sources' messages go, by rank.
std::vector<node_id> destinations_of(const problem& what) {
    std::vector<node_id> named = what.parameter_or("to", std::vector<node_id>{});
    if (!named.empty()) {
        return named;
    }
    std::vector<node_id> first(what.broadcasters.nodes.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        first[i] = static_cast<node_id>(i);
    }
    return first;
}

std::string misfit_destinations(const problem& what) {
    const std::vector<node_id> to = destinations_of(what);
    const std::string& text = value_of(what.parameters, "to").text();
    if (to.size() != what.broadcasters.nodes.size()) {
        return fmt::format("has {} sources, and to={} names {} destinations",
                           what.broadcasters.nodes.size(), text, to.size());
    }
    if (!to.empty() && to.back() >= node_count(what.where)) {
        return fmt::format("to={} names node {}, and ids run from 0 to {}", text, to.back(),
                           node_count(what.where) - 1);
    }
    return "";
}

std::uint64_t distance(const grid& shape, node_id a, node_id b) {
    std::uint64_t links = 0;
    for (int i = 0; i < shape.dimensions(); ++i) {
        links += static_cast<std::uint64_t>(std::abs(shape.digit(a, i) - shape.digit(b, i)));
    }
    return links;
}

// A packet takes at least as long as its way.
rational farthest(const problem& what) {
    const std::vector<node_id> to = destinations_of(what);
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
        most = std::max(most, distance(grid_of(what), what.broadcasters.nodes[i], to[i]));
    }
    return most;
}

std::optional<std::uint64_t> packing_transmissions(const problem& what) {
    return packing_hops(grid_of(what), 0, what.broadcasters.nodes);
}

std::optional<std::uint64_t> routing_transmissions(const problem& what) {
    return packing_hops(grid_of(what), 0, what.broadcasters.nodes) +
           packing_hops(grid_of(what), 0, destinations_of(what));
}

phase sweep(const problem& what, std::string_view name) {
    return {
        .name = name,
        .expected_slots = std::int64_t{grid_of(what).dimensions()} * (grid_of(what).side(0) - 1),
        .marked_by = node_count(what.where),
        .is_synchronous = true};
}

std::vector<phase> packing_phases(const problem& what) { return {sweep(what, "pack")}; }

std::vector<phase> routing_phases(const problem& what) {
    return {sweep(what, "pack"), sweep(what, "unpack")};
}

requirement required(const problem& what) {
    return addressed_messages{
        .node_count = node_count(what.where),
        .senders = what.broadcasters,
        .destination = [sources = what.broadcasters.nodes, to = destinations_of(what)](
                           node_id origin, std::uint32_t /*number*/) {
            return to[static_cast<std::size_t>(std::ranges::lower_bound(sources, origin) -
                                               sources.begin())];
        }};
}

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& shape = std::get<grid>(where);
    return emulator_memory<routed_packet>(shape, 736 * shape.node_count());
}

std::uint32_t own_rank(const told& known) { return static_cast<std::uint32_t>(known.rank()); }

any_program packing_program(const setting& where) {
    return any_program::on<routed_packet>(
        grid_of(where), [](auto& self, node_input mine, const told& known) {
            return mesh_packing_alone(self, std::move(mine.messages), own_rank(known));
        });
}

any_program routing_program(const setting& where) {
    return any_program::on<routed_packet>(grid_of(where), [](auto& self, node_input mine,
                                                             const told& known) {
        return monotone_routing(self, std::move(mine.messages), own_rank(known), mine.destination);
    });
}

}  // namespace

algorithm mesh_packing_entry() {
    return {
        .task = "packing",
        .name = "greedy",
        .source = "Varvarigos & Bertsekas 1994, theorem 3",
        .rule = "packing",
        .networks = "array",
        .ports = {port_model::all_port},
        .parameters = {},
        .time = "d(p-1)",
        .told = {knowledge::rank},
        .misfit = array_misfit,
        .limits = one_a_node,
        .phases = packing_phases,
        .lower_bound = farthest,
        .transmissions = packing_transmissions,
        .memory = memory,
        .required = required,
        .rank = rank_of,
        .program = packing_program,
    };
}

algorithm monotone_routing_entry() {
    return {
        .task = "monotone-routing",
        .name = "greedy",
        .source = "Varvarigos & Bertsekas 1994, theorem 4",
        .rule = "monotone",
        .networks = "array",
        .ports = {port_model::all_port},
        .parameters = {{.name = "to",
                        .default_value = {std::vector<node_id>{}, "first"},
                        .meaning = "the destinations, as many as sources",
                        .range = node_list_range{.most = grid::most_nodes - 1,
                                                 .word = "first",
                                                 .words = "first, for the first nodes"}}},
        .time = "2d(p-1)",
        .told = {knowledge::rank},
        .misfit = array_misfit,
        .limits = one_a_node,
        .misfit_input = misfit_destinations,
        .phases = routing_phases,
        .lower_bound = farthest,
        .transmissions = routing_transmissions,
        .memory = memory,
        .required = required,
        .rank = rank_of,
        .program = routing_program,
    };
}

}  // namespace tutti
