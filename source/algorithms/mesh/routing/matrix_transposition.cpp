#include "matrix_transposition.hpp"

#include <limits>

#include "algorithms/mesh/mesh_entry.hpp"
#include "collectives/named_nodes.hpp"
#include "exchange_theory.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::string lines_mismatch(const problem& problem) {
    const std::string inapplicable_reason = named_nodes{problem, "columns"}.inapplicable_reason();
    return inapplicable_reason.empty() ? named_nodes{problem, "rows"}.inapplicable_reason()
                                       : inapplicable_reason;
}

std::vector<phase> transposition_phases(const problem& problem) {
    const grid& shape = grid_of(problem);
    const auto deadline = [&](std::string_view lines) {
        return exchange_deadline(shape, named_nodes{problem, lines}.size());
    };
    return {control_phase("sums", slot{4} * (shape.side(0) / 2), prefix_step(problem)),
            synchronous_phase("exchange", deadline("columns")),
            synchronous_phase("gather", deadline("rows"))};
}

std::optional<packet_hops> transposition_hops(const problem& problem) {
    const grid& shape = grid_of(problem);
    return packet_hops{dense_lines_hops(shape, dense_lines_of(problem)), line_sums_hops(shape)};
}

// As far as messages can be numbered.
message_limits transposition_limits(const network& /*network*/) {
    return {.most = std::numeric_limits<std::uint32_t>::max()};
}

any_program transposition_program(const setting& setting) {
    return any_program::on_any<mesh_packet>(
        grid_of(setting), [rows = named_nodes{setting, "rows"}.ids()](
                              auto& self, node_input input, const knowledge& /*knowledge*/) {
            return transpose_dense_lines(self, std::move(input.messages), input.value,
                                         std::span<const node_id>{rows});
        });
}

}  // namespace

algorithm describe(standard_name<"matrix-transposition/partial"> /*name*/) {
    algorithm entry = mesh_entry("matrix-transposition", "partial");
    entry.source = "Varvarigos & Bertsekas 1994, section 1";
    entry.idea =
        "Nodes whose column is dense first send an entry to every other, as in a partial exchange. "
        "The others then send theirs to the nodes whose row is dense, as in a partial gather, so "
        "that no entry goes twice.";
    entry.rule = "transpose";
    entry.networks = "array, two dimensions";
    entry.parameters = {prefix_step_parameter()};
    entry.time =
        "4*floor(p/2)*t_p + D(M1) + D(M2), D(M) = 2m(N-p) + 2(p-1), m = floor(sqrt M), D(0) = 0";
    entry.inapplicable_reason = square_array_mismatch;
    entry.inapplicable_input_reason = lines_mismatch;
    entry.limits = transposition_limits;
    entry.phases = transposition_phases;
    entry.transmissions = transposition_hops;
    entry.memory_use = waiting_messages;
    entry.program = transposition_program;
    return entry;
}

}  // namespace tutti
