/// @file
/// Routing of packets along a row and a column of an array, in either order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/mesh/mesh_program.hpp"
#include "tutti/node/port_queues.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// One node's part in routing on a 2-dimensional array, from a node to the `target()` of a packet:
/// first along the dimension that the packet's `flag()` names, then along the other. At every link
/// packets on their first leg go before those on their second, both in the order in which they
/// came; those of one slot come in the order of their ports. No link is idle while a packet waits
/// for it.
///
/// Array links only. In every slot call `send`, let the slot pass, and call `receive`.
///
/// Drawn in partial_exchange.hpp.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 5.
template <mesh_node Node>
class two_leg_routing {
public:
    /// @param own packets of this node's own, which are added first
    explicit two_leg_routing(Node& self, std::size_t own = 0) : self_{&self}, first_leg_{own} {}

    /// Puts a packet, which is for another node, behind those that wait here.
    void add(const mesh_packet& packet) {
        const int first = packet.flag();
        const bool is_on_first = difference(packet, first) != 0;
        const int dimension = is_on_first ? first : 1 - first;
        const port towards = 2 * dimension + (difference(packet, dimension) > 0 ? 1 : 0);
        (is_on_first ? first_leg_ : second_leg_).push(towards, packet);
    }

    [[nodiscard]] bool empty() const noexcept { return first_leg_.empty() && second_leg_.empty(); }

    void send() {
        for (port through = 0; through < self_->network().uniform_ports(); ++through) {
            port_queues<mesh_packet>& leg = first_leg_.empty(through) ? second_leg_ : first_leg_;
            if (!leg.empty(through)) {
                self_->send(through, leg.pop(through));
            }
        }
    }

    /// Calls `arrived(port, packet)` with every packet that comes in, and keeps those that are for
    /// another node.
    template <class Arrived>
    void receive(const Arrived& arrived) {
        for (const auto& [through, packet] : self_->inbox()) {
            arrived(through, packet);
            if (packet.target() != self_->id()) {
                add(packet);
            }
        }
    }

private:
    // Links to go along a dimension, upwards or, if negative, downwards.
    [[nodiscard]] int difference(const mesh_packet& packet, int dimension) const noexcept {
        const grid& shape = self_->network();
        return shape.digit(packet.target(), dimension) - shape.digit(self_->id(), dimension);
    }

    Node* self_;
    port_queues<mesh_packet> first_leg_;
    port_queues<mesh_packet> second_leg_;
};

/// Slots after which nothing waits any more between M nodes and all others of a p x p array: with m
/// = floor(sqrt M), 2m(p-1) for each of p lines, and 2(p-1) for the way. None for M = 0.
/// @param active M
[[nodiscard]] inline slot two_leg_slots(const grid& shape, std::uint64_t active) noexcept {
    std::uint64_t m = 0;
    while ((m + 1) * (m + 1) <= active) {
        ++m;
    }
    const slot p = shape.side(0);
    return active == 0 ? 0 : 2 * (p - 1) * (static_cast<slot>(m) * p + 1);
}

/// Routes packets until clock slot `end`; `arrived` is called as `receive` does.
template <node_of<grid> Node, class Arrived>
task<> route_until(Node& self, two_leg_routing<Node>& packets, slot end, const Arrived& arrived) {
    while (self.slot() < end) {
        packets.send();
        if (packets.empty()) {
            co_await self.mail_or(end);
        } else {
            co_await self.next_slot();
        }
        packets.receive(arrived);
    }
}

/// Routes the packets of, or for, M nodes until none waits any more, and delivers those for this
/// node.
/// @param active M
template <mesh_node Node>
task<> deliver_until_over(Node& self, two_leg_routing<Node>& packets, std::uint64_t active) {
    const auto arrived = [&self](port /*from*/, const mesh_packet& packet) {
        if (packet.target() == self.id()) {
            self.deliver(packet.content());
        }
    };
    const slot end = self.slot() + two_leg_slots(self.network(), active);
    co_await route_until(self, packets, end, arrived);
}

}  // namespace tutti
