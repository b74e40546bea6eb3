#include "exchange_roots.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

// Of the collection, and of the broadcast.
slot phase_slots(const problem& problem) {
    return problem.message_count() == 0
               ? 0
               : largest_share(problem) + cube_of(problem).dimensions() - 1;
}

std::vector<phase> exchange_roots_phases(const problem& problem) {
    return {synchronous_phase("rank", cube_of(problem).dimensions()),
            synchronous_phase("collect", phase_slots(problem)),
            synchronous_phase("broadcast", phase_slots(problem))};
}

std::optional<packet_hops> exchange_roots_transmissions(const problem& problem) {
    if (!are_hops_countable(problem)) {
        return std::nullopt;
    }
    const hypercube& cube = cube_of(problem);
    return packet_hops{
        hops_to_roots_by_rank(problem) + problem.message_count() * (cube.node_count() - 1),
        cube.link_count()};
}

}  // namespace

algorithm describe(standard_name<"simultaneous-broadcast/exchange-roots"> /*name*/) {
    algorithm entry = cube_entry("simultaneous-broadcast", "exchange-roots");
    entry.source = "after Stamoulis & Tsitsiklis 1991, 3.2, with a dimension exchange";
    entry.idea =
        "Like prefix-roots, with d roots whose trees share no link, but the ranks come from a "
        "dimension exchange, in d slots instead of 2d + 1. It tells every node K, so the clock "
        "ends each phase.";
    entry.rule = "kbcast.dx";
    entry.time = "2*ceil(K/d) + 3d - 2 for K >= 1";
    entry.returns_message_count = true;
    entry.inapplicable_input_reason = cube_input_mismatch;
    entry.phases = exchange_roots_phases;
    entry.transmissions = exchange_roots_transmissions;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return exchange_roots(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
