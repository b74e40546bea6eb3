/// @file
/// Partial exchange, and the transposition of a matrix with few dense columns and rows, on square
/// arrays.
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/mesh_theory.hpp"
#include "collectives/named_nodes.hpp"
#include "exchange_entry.hpp"
#include "tutti/catalog/any_program.hpp"
#include "two_leg_routing.hpp"

namespace tutti {

/// Partial exchange, from each of M active nodes to every other node: all count the active nodes of
/// their row and column, and of all; then packets go along two lines, first along the one with
/// fewer active nodes.
///
/// Node 0 is active on the 2 x 2 array with rows 0 1 and 2 3; a1 is its message for node 1, and +
/// is a sum, of both lines in slots 1 and 2, of all nodes in slots 3 and 4:
///
///     slot 1   0-+->1   0-+->2   1-+->3   2-+->3
///     slot 2   1-+->0   2-+->0   3-+->2   3-+->1
///     slot 3   0-+->2   1-+->3
///     slot 4   2-+->0   3-+->1
///     slot 5   0-a1->1  0-a2->2
///     slot 6   0-a3->1
///     slot 7   1-a3->3
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 5; the count of all, from which
/// nodes know when it is over, is an addition. All nodes mark "sums" and "total" (steps of length
/// t_p) and, at the deadline, "exchange". Time: at most 4*floor(p/2)*t_p + 2m(N-p) + 2(p-1), m =
/// floor(sqrt M); to the last packet. Transmissions: 6p(p-1) and the distances. Ports: all.
/// @param messages number m for the m-th other node by id; none at nodes that are not active
template <mesh_node Node>
task<> row_column_exchange(Node& self, initial_messages messages) {
    const line_counts lines = co_await count_lines(self, messages.empty() ? 0 : 1);
    self.mark("sums");
    const std::uint64_t active = co_await count_all(self, lines);
    self.mark("total");
    co_await exchange_on_two_legs(self, std::move(messages), lines, active);
    self.mark("exchange");
}

void describe(standard_name<"partial-exchange/row-column"> /*name*/, algorithm& entry) {
    describe_two_legs(entry);
    entry.idea =
        "Nodes count the active ones in their rows and columns. Packets of an active node go first "
        "along whichever has fewer, then along the other way, and at links those on the first way "
        "go before the rest.";
    entry.rule = "pe_exchange, pe_rowcol_sums, pe_rowcol_sums_M";
    entry.parameters = {prefix_step_parameter()};
    entry.time = "4*floor(p/2)*t_p + 2m(N-p) + 2(p-1), m = floor(sqrt M); to the last packet";
    entry.phases = [](const problem& problem) -> std::vector<phase> {
        const slot steps = line_reduction::steps(grid_of(problem));
        return {prefix_phase(problem, "sums", steps), prefix_phase(problem, "total", steps),
                two_leg_phase(problem, "exchange")};
    };
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        return packet_hops{exchange_hops(problem), line_sums_hops(grid_of(problem), 3)};
    };
    entry.program = mesh_programs::on_any([](auto& self, node_input input) {
        return row_column_exchange(self, std::move(input.messages));
    });
}

/// Transposes an N x N matrix, of which each of N nodes has a column, in its dense columns and
/// rows: a partial exchange among the M1 nodes with a dense column, which all count first, and then
/// a partial gather at the M2 nodes whose row is dense, which all know. The nodes with a dense
/// column have sent all of it by then, and only pass on what others gather.
///
/// Column 0 and row 3 are dense on the 2 x 2 array with rows 0 1 and 2 3; a1 is the entry of node 0
/// for node 1, and + is a sum. The gather begins with slot 11:
///
///     slot 1    0-+->1   0-+->2   1-+->3   2-+->3
///     slot 2    1-+->0   2-+->0   3-+->2   3-+->1
///     slot 3    0-+->2   1-+->3
///     slot 4    2-+->0   3-+->1
///     slot 5    0-a1->1  0-a2->2
///     slot 6    0-a3->1
///     slot 7    1-a3->3
///     slot 8    -
///     slot 9    -
///     slot 10   -
///     slot 11   1-b3->3  2-c3->3
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 1; that no entry goes twice is an
/// addition. All nodes mark "sums" (steps of length t_p) and, at the deadlines, "exchange" and
/// "gather". Time: exactly 4*floor(p/2)*t_p + D(M1) + D(M2), D(M) = 2m(N-p) + 2(p-1), m =
/// floor(sqrt M), D(0) = 0. Transmissions: 6p(p-1) and the distances of the entries. Ports: all.
/// @param messages of a dense column all entries but the diagonal's, else those in `rows`, by row
/// @param dense_columns 1 if the node's own column is dense, else 0
/// @param rows the dense rows in increasing order; outlive the run
template <mesh_node Node>
task<> transpose_dense_lines(Node& self, initial_messages messages, std::uint64_t dense_columns,
                             std::span<const node_id> rows) {
    const line_counts lines = co_await count_lines(self, dense_columns);
    const std::uint64_t columns = co_await count_all(self, lines);
    self.mark("sums");
    initial_messages whole_column{};
    if (dense_columns != 0) {
        std::swap(whole_column, messages);
    }
    co_await exchange_on_two_legs(self, std::move(whole_column), lines, columns);
    self.mark("exchange");
    co_await gather_on_two_legs(self, std::move(messages), rows);
    self.mark("gather");
}

namespace {

std::vector<phase> transposition_phases(const problem& problem) {
    const grid& shape = grid_of(problem);
    const auto deadline = [&](const char* lines) {
        return two_leg_slots(shape, named_nodes{problem, lines}.size());
    };
    return {prefix_phase(problem, "sums", 2 * line_reduction::steps(shape)),
            synchronous_phase("exchange", deadline("columns")),
            synchronous_phase("gather", deadline("rows"))};
}

}  // namespace

void describe(standard_name<"matrix-transposition/partial"> /*name*/, algorithm& entry) {
    describe_two_legs(entry);
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
    entry.kind = time_kind::exact;
    entry.inapplicable_reason = [](const network& net) {
        const std::string reason = array_mismatch(net);
        return reason.empty() ? square_mismatch(net) : reason;
    };
    entry.inapplicable_input_reason = [](const problem& problem) {
        const std::string reason = named_nodes{problem, "columns"}.inapplicable_reason();
        return reason.empty() ? named_nodes{problem, "rows"}.inapplicable_reason() : reason;
    };
    // As far as messages can be numbered.
    entry.limits = [](const network& /*network*/) -> message_limits {
        return {.most = std::numeric_limits<std::uint32_t>::max()};
    };
    entry.phases = transposition_phases;
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        const grid& shape = grid_of(problem);
        return packet_hops{dense_lines_hops(shape, dense_lines_of(problem)),
                           line_sums_hops(shape, 3)};
    };
    entry.memory_use = waiting_messages;
    entry.program = mesh_programs::on_any(
        [](auto& self, node_input input, const std::vector<node_id>& rows) {
            return transpose_dense_lines(self, std::move(input.messages), input.value, rows);
        },
        [](const setting& setting) {
            return named_nodes{setting, "rows"}.ids();
        });
}

}  // namespace tutti
