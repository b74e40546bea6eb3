/// @file
/// Routing of packets along a row and a column of an array, in either order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/reduction/line_reduction.hpp"
#include "tutti/node/port_queues.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"
#include "util/indexed_vector.hpp"

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
};

/// Counts along all rows and all columns at the same time.
template <node_of<grid> Node>
task<line_counts> count_lines(Node& self, std::uint64_t own) {
    std::array lines{line_reduction{self.network(), self.id(), 0, own, reduction::sum},
                     line_reduction{self.network(), self.id(), 1, own, reduction::sum}};
    co_await in_lockstep(self, line_reduction::steps(self.network()),
                         std::span<line_reduction>{lines});
    co_return line_counts{.row = lines[0].value(), .column = lines[1].value()};
}

/// Counts of all nodes together, from those of the rows.
template <node_of<grid> Node>
task<std::uint64_t> count_all(Node& self, line_counts lines) {
    return reduce_line(self, 1, lines.row, reduction::sum);
}

/// First legs of the packets from each of `active`, which are counted without a packet.
[[nodiscard]] inline std::vector<std::uint8_t> first_legs(const grid& shape,
                                                          std::span<const node_id> active) {
    std::array<indexed_vector<int, std::uint64_t>, 2> counts;
    counts.fill(indexed_vector<int, std::uint64_t>{shape.side(0)});
    const auto count_at = [&](node_id node, std::size_t line) -> std::uint64_t& {
        return counts[line][shape.digit(node, line == 0 ? 1 : 0)];
    };
    for (const node_id node : active) {
        ++count_at(node, 0);
        ++count_at(node, 1);
    }
    std::vector<std::uint8_t> legs;
    legs.reserve(active.size());
    for (const node_id node : active) {
        legs.push_back(
            line_counts{.row = count_at(node, 0), .column = count_at(node, 1)}.first_leg());
    }
    return legs;
}

/// One node's part in routing on a 2-dimensional array, from a node to the `target()` of a packet:
/// first along the dimension that the packet's `flag()` names, then along the other. At every link
/// packets on their first leg go before those on their second, both in the order in which they
/// came; those of one slot come in the order of their ports. No link is idle while a packet waits
/// for it. Array links only.
///
/// Drawn in partial_exchange.cpp.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 5.
class two_leg_routing {
public:
    /// @param own packets of this node's own, which are added first
    explicit two_leg_routing(std::size_t own = 0) : first_leg_{own} {}

    /// Puts a packet, which is for another node, behind those that wait here.
    template <node_at_work Node>
    void add(const Node& self, const long_packet& packet) {
        // Links to go along a dimension, upwards or, if negative, downwards.
        const auto difference = [&](int i) {
            return self.network().digit(packet.target(), i) - self.network().digit(self.id(), i);
        };
        const int first = packet.flag();
        const bool is_on_first = difference(first) != 0;
        const int dimension = is_on_first ? first : 1 - first;
        (is_on_first ? first_leg_ : second_leg_)
            .push(2 * dimension + (difference(dimension) > 0 ? 1 : 0), packet);
    }

    [[nodiscard]] bool empty() const noexcept { return first_leg_.empty() && second_leg_.empty(); }

    template <node_at_work Node>
    void send(Node& self) {
        for (port through = 0; through < self.network().uniform_ports(); ++through) {
            port_queues<long_packet>& leg = first_leg_.empty(through) ? second_leg_ : first_leg_;
            if (!leg.empty(through)) {
                self.send(through, leg.pop(through));
            }
        }
    }

    void prefetch() const noexcept {
        first_leg_.prefetch();
        second_leg_.prefetch();
    }

private:
    port_queues<long_packet> first_leg_;
    port_queues<long_packet> second_leg_;
};

/// Slots after which nothing waits any more between M nodes and all others of a p x p array,
/// whatever the order of the packets that wait for the same link on the same leg: with m =
/// floor(sqrt M), 2m(p-1) for each of p lines, and 2(p-1) for the way. None for M = 0.
/// @param active M
[[nodiscard]] inline slot two_leg_slots(const grid& shape, std::uint64_t active) noexcept {
    slot m = 0;
    while (std::cmp_less_equal((m + 1) * (m + 1), active)) {
        ++m;
    }
    const slot p = shape.side(0);
    return active == 0 ? 0 : 2 * (p - 1) * (m * p + 1);
}

/// Routes the packets of, or for, M nodes until none waits any more. Calls `arrived(node, port,
/// packet)` with every packet that comes in, and keeps those that are for another node.
/// @param packets outlives the wait
/// @param active M
template <node_of<grid> Node, class Arrived>
[[nodiscard]] auto route_until_over(Node& self, two_leg_routing& packets, std::uint64_t active,
                                    const Arrived& arrived) {
    const slot begin = self.slot();
    const slot end = begin + two_leg_slots(self.network(), active);
    return each_slot(self, packets, [&packets, begin, end, arrived](auto& node) {
        if (node.slot() > begin) {  // what came until then is of the phase before
            for_each_arrival(node, [&](port through, const long_packet& packet) {
                arrived(node, through, packet);
                if (packet.target() != node.id()) {
                    packets.add(node, packet);
                }
            });
        }
        if (node.slot() >= end) {
            return wait_for::nothing();
        }
        packets.send(node);
        return packets.empty() ? wait_for::mail_or(end) : wait_for::next_slot();
    });
}

/// The same, and delivers those for this node.
template <mesh_node Node>
[[nodiscard]] auto deliver_until_over(Node& self, two_leg_routing& packets, std::uint64_t active) {
    return route_until_over(self, packets, active,
                            [](auto& node, port /*through*/, const long_packet& packet) {
                                if (packet.target() == node.id()) {
                                    node.deliver(packet.content());
                                }
                            });
}

/// The routing of a partial exchange among M active nodes. Time: exactly what `two_leg_slots` says.
/// @param messages number m for the m-th other node by id; none at nodes that are not active
/// @param lines of active nodes, at this node
/// @param active M
template <mesh_node Node>
task<> exchange_on_two_legs(Node& self, initial_messages messages, line_counts lines,
                            std::uint64_t active) {
    two_leg_routing packets{messages.size()};
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const message content = messages[i];
        const node_id target = content.number < self.id() ? content.number : content.number + 1;
        packets.add(self, long_packet::of(content, target).with_flag(lines.first_leg()));
    }
    messages = {};  // all are on their way
    co_await deliver_until_over(self, packets, active);
}

/// The routing of a partial gather at M active nodes. Time: exactly what `two_leg_slots` says.
/// @param messages one for each of `active` but the node itself, or none at all
/// @param active the destinations in increasing order; outlive the call
template <mesh_node Node>
task<> gather_on_two_legs(Node& self, initial_messages messages, std::span<const node_id> active) {
    two_leg_routing packets{messages.size()};
    if (!messages.empty()) {
        const std::vector<std::uint8_t> legs = first_legs(self.network(), active);
        std::size_t number = 0;
        for (std::size_t i = 0; i < active.size(); ++i) {
            if (active[i] != self.id()) {
                // Back on the way that a packet from there would come.
                const std::uint8_t first = legs[i] == 0 ? 1 : 0;
                packets.add(self, long_packet::of(messages[number++], active[i]).with_flag(first));
            }
        }
    }
    messages = {};  // all are on their way
    co_await deliver_until_over(self, packets, active.size());
}

}  // namespace tutti
