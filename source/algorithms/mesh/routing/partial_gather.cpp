#include "partial_gather.hpp"

#include "algorithms/mesh/mesh_entry.hpp"
#include "exchange_theory.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

slot deadline_of(const problem& problem) {
    return exchange_deadline(grid_of(problem), problem.message_count());
}

std::vector<phase> direct_phases(const problem& problem) {
    return {{.name = "gather",
             .most_slots = deadline_of(problem),
             .is_synchronous = true,
             .deadline = deadline_of(problem)}};
}

std::vector<phase> replay_phases(const problem& problem) {
    return {synchronous_phase("rehearse", deadline_of(problem)),
            control_phase("agree", 4 * (slot{grid_of(problem).side(0)} / 2), prefix_step(problem)),
            {.name = "gather", .most_slots = deadline_of(problem), .is_synchronous = true}};
}

std::optional<packet_hops> replay_transmissions(const problem& problem) {
    const auto side = static_cast<std::uint64_t>(grid_of(problem).side(0));
    const std::uint64_t hops = exchange_hops(problem);
    return packet_hops{hops, hops + 4 * side * (side - 1)};
}

std::vector<node_id> list_of(const knowledge& knowledge) {
    const auto listed = knowledge.broadcasters();
    return {listed.begin(), listed.end()};
}

// Common parts of the two gathers.
algorithm gather_entry() {
    algorithm entry = mesh_entry("partial-gather", "");
    entry.source = "Varvarigos & Bertsekas 1994, section 5";
    entry.networks = "array, torus, two dimensions";
    entry.kind = time_kind::upper_bound;
    entry.knowledge = {knowledge_item::broadcasters};
    entry.inapplicable_reason = square_mismatch;
    entry.limits = exchange_limits;
    return entry;
}

}  // namespace

algorithm describe(standard_name<"partial-gather/direct"> /*name*/) {
    algorithm entry = gather_entry();
    entry.name = "direct";
    entry.rule = "pg_direct";
    entry.idea =
        "Every packet goes along a row and a column, back along the way that a partial exchange "
        "would take from its destination. At links packets on their first line go before the rest.";
    entry.time = "2m(N-p) + 2(p-1), m = floor(sqrt M); to the last packet";
    entry.phases = direct_phases;
    entry.transmissions = exchange_hops;
    entry.memory_use = exchange_kept;
    entry.program =
        mesh_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return direct_gather(self, std::move(input.messages), list_of(knowledge));
        });
    return entry;
}

algorithm describe(standard_name<"partial-gather/replay"> /*name*/) {
    algorithm entry = gather_entry();
    entry.name = "replay";
    entry.rule = "pg_replay";
    entry.idea =
        "Nodes rehearse a partial exchange from the destinations with packets that carry no "
        "message, and note what came when. Then they play it backwards in time, with the messages.";
    entry.parameters = {prefix_step_parameter()};
    entry.time = "2(2m(N-p) + 2(p-1)) + 4*floor(p/2)*t_p, m = floor(sqrt M)";
    entry.phases = replay_phases;
    entry.transmissions = replay_transmissions;
    entry.memory_use = [](const network& net, std::uint64_t active) {
        // Every packet is logged wherever it comes through.
        const auto& shape = network_as<grid>(net);
        return bounded_product(shape.node_count() * static_cast<std::uint64_t>(shape.side(0)),
                               active);
    };
    entry.program =
        mesh_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return replayed_gather(self, std::move(input.messages), list_of(knowledge));
        });
    return entry;
}

}  // namespace tutti
