/// @file
/// Multinode broadcast around a ring, with one port.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "relay_queue.hpp"
#include "topology/embeddings/hamiltonian_map.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_model.hpp"

namespace tutti {

/// Action of a node of a ring in one slot.
struct ring_turn {
    bool sends = false;     ///< to the next node
    bool receives = false;  ///< from the node before
};

/// Send schedule of the nodes of a ring. With full duplex all do in every slot. With half duplex,
/// of an even number of nodes every second one does, the others in the next slot; of an odd number,
/// the node that receives from a sender is followed by the next sender, but for one pair of places
/// that do not send, and the pattern moves on by one place a slot.
///
/// The first 5 of 10 slots on the ring of 5 with half duplex, messages a to e; the pair that does
/// not send moves on as well:
///
///     slot 1   1-b->2  3-d->4
///     slot 2   2-c->3  4-e->0
///     slot 3   0-a->1  3-c->4
///     slot 4   1-a->2  4-d->0
///     slot 5   0-e->1  2-b->3
///
/// Dimakopoulos 1999, section 3, with the last sender of the odd ring at offset n-3: n-1, as
/// printed, is the idle node itself. Slots count from 0 here.
class ring_schedule {
public:
    /// @param nodes n, at least 1
    ring_schedule(std::size_t nodes, duplex mode) noexcept
        : nodes_{static_cast<std::int64_t>(nodes)}, mode_{mode} {}

    /// n-1 with full duplex; with half duplex 2(n-1) for even n, 2n for odd n; 0 for one node.
    [[nodiscard]] slot slots() const noexcept {
        const bool is_full = nodes_ == 1 || mode_ == duplex::full;
        return is_full ? nodes_ - 1 : 2 * (nodes_ - 1 + nodes_ % 2);
    }

    /// @pre position < n and 0 <= at < `slots()`
    [[nodiscard]] ring_turn turn(std::uint32_t position, slot at) const noexcept {
        if (mode_ == duplex::full) {
            return {.sends = true, .receives = true};
        }
        if (nodes_ % 2 == 0) {
            const bool is_even = (std::int64_t{position} + at) % 2 == 0;
            return {.sends = is_even, .receives = !is_even};
        }
        const std::int64_t offset = (std::int64_t{position} + 2 * nodes_ - (at + 1)) % nodes_;
        const bool is_odd = offset % 2 != 0;
        return {.sends = !is_odd && offset != nodes_ - 1, .receives = is_odd};
    }

private:
    std::int64_t nodes_;
    duplex mode_;
};

/// Multinode broadcast along a Hamiltonian cycle: after its own message a node forwards the packets
/// of the node before it, in the order in which they came.
///
/// On the ring of 4, messages a to d of nodes 0 to 3, with full duplex:
///
///     slot 1   0-a->1  1-b->2  2-c->3  3-d->0
///     slot 2   0-d->1  1-a->2  2-b->3  3-c->0
///     slot 3   0-c->1  1-d->2  2-a->3  3-b->0
///
/// With half duplex, which gives even and odd nodes every second slot:
///
///     slot 1   0-a->1  2-c->3
///     slot 2   1-b->2  3-d->0
///     slot 3   0-d->1  2-b->3
///     slot 4   1-a->2  3-c->0
///     slot 5   0-c->1  2-a->3
///     slot 6   1-d->2  3-b->0
///
/// Dimakopoulos 1999, section 3. Time: exactly `slots()`, the least for any network.
/// Transmissions: n(n-1). Ports: one.
class ring_broadcast {
public:
    /// @param way a cycle
    ring_broadcast(hamiltonian_map way, duplex mode)
        : way_{std::move(way)}, when_{way_.length(), mode} {}

    [[nodiscard]] slot slots() const noexcept { return when_.slots(); }

    /// The program of a node of the cycle's network, which ends after exactly `slots()`. The object
    /// outlives it.
    /// @param own what the node has to say
    /// @param heard called with every packet of the others as it comes in
    template <node_interface Node, class Heard>
        requires carries<Node, message_packet>
    task<> run(Node& self, message_packet own, Heard heard) const {
        const hamiltonian_map::place place = way_.at(self.id());
        relay_queue<message_packet> waiting;
        waiting.push(own);
        for (slot at = 0; at < slots(); ++at) {
            const ring_turn turn = when_.turn(place.position, at);
            if (turn.sends) {
                self.send(place.next, waiting.pop());
            }
            co_await self.next_slot();
            const auto arrived = turn.receives ? self.received(place.previous) : nullptr;
            if (arrived != nullptr) {
                heard(*arrived);
                waiting.push(*arrived);
            }
        }
    }

private:
    hamiltonian_map way_;
    ring_schedule when_;
};

}  // namespace tutti
