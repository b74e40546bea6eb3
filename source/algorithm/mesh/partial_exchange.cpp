#include "tutti/algorithm/mesh/partial_exchange.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    const grid& shape = grid_of(what);
    const std::int64_t steps = std::int64_t{2} * (shape.side(0) / 2);
    const slot deadline = exchange_deadline(shape, what.message_count());
    return {
        {.name = "sums",
         .slot_length = prefix_step(what),
         .expected_slots = steps,
         .is_synchronous = true},
        {.name = "total",
         .slot_length = prefix_step(what),
         .expected_slots = steps,
         .is_synchronous = true},
        {.name = "exchange", .most_slots = deadline, .is_synchronous = true, .deadline = deadline}};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    const auto side = static_cast<std::uint64_t>(grid_of(what).side(0));
    return 6 * side * (side - 1) + exchange_hops(what);
}

any_program row_column_program(const setting& where) {
    return any_program::on_any<mesh_packet>(
        grid_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return row_column_exchange(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm partial_exchange_entry() {
    return {
        .task = "partial-exchange",
        .name = "row-column",
        .source = "Varvarigos & Bertsekas 1994, section 5",
        .rule = "pe_exchange, pe_rowcol_sums, pe_rowcol_sums_M",
        .networks = "array, torus, two dimensions",
        .ports = {port_model::all_port},
        .parameters = {prefix_step_parameter()},
        .time = "4*floor(p/2)*t_p + 2m(N-p) + 2(p-1), m = floor(sqrt M); to the last packet",
        .kind = time_kind::upper_bound,
        .why_not = why_not_square,
        .limits = exchange_limits,
        .phases = phases,
        .transmissions = transmissions,
        .kept = exchange_kept,
        .program = row_column_program,
    };
}

}  // namespace tutti
