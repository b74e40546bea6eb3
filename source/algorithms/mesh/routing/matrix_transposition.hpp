/// @file
/// Transposition of a matrix with few dense columns and rows on square arrays.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/mesh/mesh_program.hpp"
#include "partial_exchange.hpp"
#include "partial_gather.hpp"

namespace tutti {

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
/// "gather". Time: exactly 4*floor(p/2) t_p + D(M1) + D(M2) with D as `two_leg_slots` says.
/// Transmissions: 6p(p-1) and the distances of the entries. Ports: all.
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

}  // namespace tutti
