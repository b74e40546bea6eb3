#include "tutti/algorithm/mesh/mesh_routing.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"
#include "tutti/collective/collectives.hpp"

namespace tutti {
namespace {

std::string why_not_array(const network& where) {
    std::string why_not = why_not_grid(where);
    if (why_not.empty() && std::get<grid>(where).edge() == grid_edge::closed) {
        why_not = "runs on arrays only";
    }
    return why_not;
}

message_limits one_a_node(const network& where) {
    return {.most = node_count(where), .is_one_a_node = true};
}

std::uint64_t rank_of(const problem& what, node_id source) {
    const auto& nodes = what.broadcasters.nodes;
    return static_cast<std::uint64_t>(std::ranges::lower_bound(nodes, source) - nodes.begin());
}

std::string why_not_to(const problem& what) {
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
        .is_synchronous = true};
}

std::vector<phase> packing_phases(const problem& what) { return {sweep(what, "pack")}; }

std::vector<phase> routing_phases(const problem& what) {
    return {sweep(what, "pack"), sweep(what, "unpack")};
}

std::uint32_t own_rank(const told& known) { return static_cast<std::uint32_t>(known.rank()); }

any_program packing_program(const setting& where) {
    return any_program::on_any<routed_packet>(
        grid_of(where), [](auto& self, node_input mine, const told& known) {
            return mesh_packing_alone(self, std::move(mine.messages), own_rank(known));
        });
}

any_program routing_program(const setting& where) {
    return any_program::on_any<routed_packet>(grid_of(where), [](auto& self, node_input mine,
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
        .time = "d(p-1)",
        .told = {knowledge::rank},
        .why_not = why_not_array,
        .limits = one_a_node,
        .phases = packing_phases,
        .transmissions = packing_transmissions,
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
        .time = "2d(p-1)",
        .told = {knowledge::rank},
        .why_not = why_not_array,
        .limits = one_a_node,
        .why_not_input = why_not_to,
        .phases = routing_phases,
        .transmissions = routing_transmissions,
        .rank = rank_of,
        .program = routing_program,
    };
}

}  // namespace tutti
