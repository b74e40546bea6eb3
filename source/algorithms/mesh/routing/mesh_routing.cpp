#include "mesh_routing.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "algorithms/mesh/mesh_entry.hpp"
#include "collectives/collectives.hpp"
#include "collectives/named_nodes.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"packing/greedy"> /*name*/);

namespace {

std::uint64_t rank_of(const problem& problem, node_id source) {
    const auto& nodes = problem.broadcasters.nodes;
    return static_cast<std::uint64_t>(std::ranges::lower_bound(nodes, source) - nodes.begin());
}

std::string destination_mismatch(const problem& problem) {
    const std::vector<node_id> to = destinations_of(problem);
    const std::string& text = value_of(problem.parameters, "to").text();
    if (to.size() != problem.broadcasters.nodes.size()) {
        return fmt::format("has {} sources, and to={} names {} destinations",
                           problem.broadcasters.nodes.size(), text, to.size());
    }
    return named_nodes{problem, "to"}.inapplicable_reason();
}

// Links that a packing uses do not depend on time: they are the differences of coordinates.
std::optional<std::uint64_t> packing_transmissions(const problem& problem) {
    return packing_hops(grid_of(problem), 0, problem.broadcasters.nodes);
}

// To unpack is to pack backwards, over as many links.
std::optional<std::uint64_t> routing_transmissions(const problem& problem) {
    return packing_hops(grid_of(problem), 0, problem.broadcasters.nodes) +
           packing_hops(grid_of(problem), 0, destinations_of(problem));
}

phase sweep(const problem& problem, std::string name) {
    return synchronous_phase(std::move(name), sweep_slots(grid_of(problem)));
}

std::vector<phase> packing_phases(const problem& problem) { return {sweep(problem, "pack")}; }

std::vector<phase> routing_phases(const problem& problem) {
    return {sweep(problem, "pack"), sweep(problem, "unpack")};
}

std::uint32_t own_rank(const knowledge& knowledge) {
    return static_cast<std::uint32_t>(knowledge.rank());
}

// Common parts of packing and monotone routing.
algorithm ranked_entry(std::string task) {
    algorithm entry = mesh_entry(std::move(task), "greedy");
    entry.networks = "array";
    entry.knowledge = {knowledge_item::rank};
    entry.inapplicable_reason = array_mismatch;
    entry.limits = one_per_node;
    entry.rank = rank_of;
    entry.figure_steps = steps_a_message(8);
    return entry;
}

// Levels that the ranks' prefix sum goes over, forth and back.
slot prefix_levels(const problem& problem, bool tells_total) {
    return 2 * grid_of(problem).dimensions() - (tells_total ? 0 : 1);
}

phase rank_phase(const problem& problem, bool tells_total) {
    const slot steps = prefix_levels(problem, tells_total) * (grid_of(problem).side(0) - 1);
    return control_phase("rank", steps, prefix_step(problem));
}

// Of the prefix sum: over every link of the tree once each way, but for those of the last line.
std::uint64_t rank_hops(const problem& problem, bool tells_total) {
    const auto side = static_cast<std::uint64_t>(grid_of(problem).side(0));
    return 2 * (node_count(problem.network) - 1) - (tells_total ? 0 : side - 1);
}

// Variant that computes the ranks itself.
algorithm after_prefix(algorithm entry, std::string name) {
    entry.name = std::move(name);
    entry.source = "Varvarigos & Bertsekas 1994, after theorem 4";
    entry.knowledge = {};
    entry.rank = {};
    entry.parameters.push_back(prefix_step_parameter());
    return entry;
}

algorithm packing_after_prefix_entry(std::string name, bool tells_total) {
    algorithm entry = after_prefix(describe(standard_name<"packing/greedy">{}), std::move(name));
    entry.phases = [tells_total](const problem& input) {
        return std::vector{rank_phase(input, tells_total), sweep(input, "pack")};
    };
    entry.transmissions = [tells_total](const problem& input) -> std::optional<packet_hops> {
        return packet_hops{packing_transmissions(input).value(), rank_hops(input, tells_total)};
    };
    entry.program = programs<grid, routed_packet>::on_any(
        [tells_total](auto& self, node_input input, const knowledge& /*knowledge*/) {
            using spread = typename mesh_prefix<std::remove_reference_t<decltype(self)>>::spread;
            return packing_after_prefix(self, std::move(input.messages),
                                        tells_total ? spread::all : spread::ranks);
        });
    return entry;
}

}  // namespace

algorithm describe(standard_name<"packing/greedy"> /*name*/) {
    algorithm entry = ranked_entry("packing");
    entry.source = "Varvarigos & Bertsekas 1994, theorem 3";
    entry.idea =
        "Along one dimension after the other, every message moves a link a step to the coordinate "
        "that its rank asks for. As messages keep their order, no two ever want the same link.";
    entry.rule = "packing";
    entry.time = "d(p-1)";
    entry.phases = packing_phases;
    entry.transmissions = packing_transmissions;
    entry.program = programs<grid, routed_packet>::on_any(
        [](auto& self, node_input input, const knowledge& knowledge) {
            return mesh_packing_alone(self, std::move(input.messages), own_rank(knowledge));
        });
    return entry;
}

algorithm describe(standard_name<"monotone-routing/greedy"> /*name*/) {
    algorithm entry = ranked_entry("monotone-routing");
    entry.source = "Varvarigos & Bertsekas 1994, theorem 4";
    entry.idea =
        "Messages first move to the nodes of their ranks and from there to their destinations, "
        "which is packing backwards. As sources and destinations are in the same order, no two "
        "want a link at once.";
    entry.rule = "monotone";
    entry.time = "2d(p-1)";
    entry.inapplicable_input_reason = destination_mismatch;
    entry.phases = routing_phases;
    entry.transmissions = routing_transmissions;
    entry.program = programs<grid, routed_packet>::on_any(
        [](auto& self, node_input input, const knowledge& knowledge) {
            return monotone_routing(self, std::move(input.messages), own_rank(knowledge),
                                    input.destination);
        });
    return entry;
}

algorithm describe(standard_name<"packing/prefix"> /*name*/) {
    algorithm entry = packing_after_prefix_entry("prefix", true);
    entry.rule = "packing.prefix";
    entry.idea =
        "A prefix sum tells nodes how many others before them have a message, which is their "
        "message's rank. Then messages move to the nodes of their ranks, along one dimension after "
        "the other.";
    entry.time = "2d(p-1) t_p + d(p-1)";
    return entry;
}

algorithm describe(standard_name<"packing/ranks"> /*name*/) {
    algorithm entry = packing_after_prefix_entry("ranks", false);
    entry.rule = "packing.ranks";
    entry.idea =
        "Like prefix, but without the part of the prefix sum that tells nodes how many messages "
        "there are: packing has no use for that. It saves the way back along one dimension.";
    entry.time = "(2d-1)(p-1) t_p + d(p-1)";
    return entry;
}

algorithm describe(standard_name<"monotone-routing/prefix"> /*name*/) {
    algorithm entry = after_prefix(describe(standard_name<"monotone-routing/greedy">{}), "prefix");
    entry.rule = "monotone.prefix";
    entry.idea =
        "A prefix sum first tells each message its rank. Then messages move to the nodes of their "
        "ranks, and from there to their destinations, and never collide as they keep their order.";
    entry.time = "2d(p-1) t_p + 2d(p-1)";
    entry.phases = [](const problem& input) {
        return std::vector{rank_phase(input, true), sweep(input, "pack"), sweep(input, "unpack")};
    };
    entry.transmissions = [](const problem& input) -> std::optional<packet_hops> {
        return packet_hops{routing_transmissions(input).value(), rank_hops(input, true)};
    };
    entry.program = programs<grid, routed_packet>::on_any(
        [](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return routing_after_prefix(self, std::move(input.messages), input.destination);
        });
    return entry;
}

}  // namespace tutti
