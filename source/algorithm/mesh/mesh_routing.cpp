#include "tutti/algorithm/mesh/mesh_routing.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "mesh_entry.hpp"
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
    return synchronous_phase(name, sweep_slots(grid_of(what)));
}

std::vector<phase> packing_phases(const problem& what) { return {sweep(what, "pack")}; }

std::vector<phase> routing_phases(const problem& what) {
    return {sweep(what, "pack"), sweep(what, "unpack")};
}

std::uint32_t own_rank(const told& known) { return static_cast<std::uint32_t>(known.rank()); }

// What packing and monotone routing have in common.
algorithm ranked_entry(std::string task) {
    algorithm entry = mesh_entry(std::move(task), "greedy");
    entry.networks = "array";
    entry.told = {knowledge::rank};
    entry.why_not = why_not_array;
    entry.limits = one_a_node;
    entry.rank = rank_of;
    return entry;
}

}  // namespace

algorithm mesh_packing_entry() {
    algorithm entry = ranked_entry("packing");
    entry.source = "Varvarigos & Bertsekas 1994, theorem 3";
    entry.rule = "packing";
    entry.time = "d(p-1)";
    entry.phases = packing_phases;
    entry.transmissions = packing_transmissions;
    entry.program =
        programs<grid, routed_packet>::on_any([](auto& self, node_input mine, const told& known) {
            return mesh_packing_alone(self, std::move(mine.messages), own_rank(known));
        });
    return entry;
}

algorithm monotone_routing_entry() {
    algorithm entry = ranked_entry("monotone-routing");
    entry.source = "Varvarigos & Bertsekas 1994, theorem 4";
    entry.rule = "monotone";
    entry.time = "2d(p-1)";
    entry.why_not_input = why_not_to;
    entry.phases = routing_phases;
    entry.transmissions = routing_transmissions;
    entry.program = programs<grid, routed_packet>::on_any([](auto& self, node_input mine,
                                                             const told& known) {
        return monotone_routing(self, std::move(mine.messages), own_rank(known), mine.destination);
    });
    return entry;
}

}  // namespace tutti
