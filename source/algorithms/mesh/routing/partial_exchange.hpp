/// @file
/// Partial exchange on square arrays.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/mesh/lockstep.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/reduction/line_reduction.hpp"
#include "two_leg_routing.hpp"

namespace tutti {

/// Active nodes in the row (of dimension 0) and in the column (of dimension 1) of a node.
struct line_counts {
    std::uint64_t row = 0;
    std::uint64_t column = 0;

    /// The dimension that packets from this node go along first, so that no more than sqrt(M) nodes
    /// of a line send along it on the first leg: that of the line with fewer active nodes.
    [[nodiscard]] constexpr std::uint8_t first_leg() const noexcept {
        return row <= column ? 0 : 1;
    }
    friend bool operator==(const line_counts&, const line_counts&) = default;
};

/// Counts along all rows and all columns at the same time.
template <node_of<grid> Node>
task<line_counts> count_lines(Node& self, std::uint64_t own) {
    std::array lines{line_reduction<Node>{self, 0, own, reduction::sum},
                     line_reduction<Node>{self, 1, own, reduction::sum}};
    co_await in_lockstep(self, line_reduction<Node>::steps(self.network()), std::span{lines});
    co_return line_counts{.row = lines[0].value(), .column = lines[1].value()};
}

/// Counts of all nodes together, from those of the rows.
template <node_of<grid> Node>
task<std::uint64_t> count_all(Node& self, line_counts lines) {
    return reduce_line(self, line_reduction<Node>{self, 1, lines.row, reduction::sum});
}

/// The node that message `number` of `origin` is for, where an active node has one for every other.
[[nodiscard]] constexpr node_id other_node(node_id origin, std::uint32_t number) noexcept {
    return number < origin ? number : number + 1;
}

/// The routing of a partial exchange among M active nodes. Time: exactly what `two_leg_slots` says.
/// @param messages number m for node `other_node(self.id(), m)`; none at nodes that are not active
/// @param lines of active nodes, at this node
/// @param active M
template <mesh_node Node>
task<> exchange_on_two_legs(Node& self, initial_messages messages, line_counts lines,
                            std::uint64_t active) {
    two_leg_routing<Node> packets{self, messages.size()};
    for (std::size_t number = 0; number < messages.size(); ++number) {
        const message content = messages[number];
        packets.add(mesh_packet::of(content, other_node(self.id(), content.number))
                        .with_flag(lines.first_leg()));
    }
    messages = {};  // all are on their way
    co_await deliver_until_over(self, packets, active);
}

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
/// t_p) and, at the deadline, "exchange". Time: 4*floor(p/2) t_p and at most 2m(N-p) + 2(p-1) up to
/// the last packet, m = floor(sqrt M). Transmissions: 6p(p-1) and the distances. Ports: all.
/// @param messages number m for node `other_node(self.id(), m)`; none at nodes that are not active
template <mesh_node Node>
task<> row_column_exchange(Node& self, initial_messages messages) {
    const line_counts lines = co_await count_lines(self, messages.empty() ? 0 : 1);
    self.mark("sums");
    const std::uint64_t active = co_await count_all(self, lines);
    self.mark("total");
    co_await exchange_on_two_legs(self, std::move(messages), lines, active);
    self.mark("exchange");
}

}  // namespace tutti
