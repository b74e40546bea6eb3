#include "partial_exchange.hpp"

#include "algorithms/mesh/mesh_entry.hpp"
#include "exchange_theory.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::vector<phase> partial_exchange_phases(const problem& problem) {
    const grid& shape = grid_of(problem);
    const std::int64_t steps = std::int64_t{2} * (shape.side(0) / 2);
    const slot deadline = exchange_deadline(shape, problem.message_count());
    return {
        control_phase("sums", steps, prefix_step(problem)),
        control_phase("total", steps, prefix_step(problem)),
        {.name = "exchange", .most_slots = deadline, .is_synchronous = true, .deadline = deadline}};
}

std::optional<packet_hops> partial_exchange_transmissions(const problem& problem) {
    return packet_hops{exchange_hops(problem), line_sums_hops(grid_of(problem))};
}

}  // namespace

algorithm describe(standard_name<"partial-exchange/row-column"> /*name*/) {
    algorithm entry = mesh_entry("partial-exchange", "row-column");
    entry.source = "Varvarigos & Bertsekas 1994, section 5";
    entry.idea =
        "Nodes count the active ones in their rows and columns. Packets of an active node go first "
        "along whichever has fewer, then along the other way, and at links those on the first way "
        "go before the rest.";
    entry.rule = "pe_exchange, pe_rowcol_sums, pe_rowcol_sums_M";
    entry.networks = "array, torus, two dimensions";
    entry.parameters = {prefix_step_parameter()};
    entry.time = "4*floor(p/2)*t_p + 2m(N-p) + 2(p-1), m = floor(sqrt M); to the last packet";
    entry.kind = time_kind::upper_bound;
    entry.inapplicable_reason = square_mismatch;
    entry.limits = exchange_limits;
    entry.phases = partial_exchange_phases;
    entry.transmissions = partial_exchange_transmissions;
    entry.memory_use = exchange_kept;
    entry.program =
        mesh_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return row_column_exchange(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
