/// @file
/// Greedy broadcasts of any number of messages a node on a path or ring.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "algorithms/mesh/collected_pieces.hpp"
#include "algorithms/mesh/mesh_program.hpp"

namespace tutti {

/// One direction of a node's part: forwards the packet of the slot before, else launches one of the
/// node's own messages, or half of one.
template <mesh_node Node>
class greedy_direction {
public:
    /// @param messages outlives the direction
    /// @param half which half of each message goes this way; null: the whole message does
    greedy_direction(Node& self, port to, const initial_messages& messages, std::optional<int> half)
        : self_{&self}, messages_{&messages}, half_{half}, to_{to} {}

    void send() {
        if (passing_) {
            self_->send(to_, *passing_);
        } else if (has_own_left()) {
            const mesh_packet whole = mesh_packet::of((*messages_)[launched_++], 0);
            self_->send(to_, half_ ? whole.half(*half_) : whole);
        }
        passing_.reset();
    }

    /// Takes the packet that may have arrived: it is forwarded, but not beyond an end nor to its
    /// origin. Calls `arrived` with it.
    template <class Arrived>
    void receive(const Arrived& arrived) {
        const port from = to_ ^ 1;
        const auto heard = self_->has(from) ? self_->received(from) : nullptr;
        if (heard == nullptr) {
            return;
        }
        arrived(*heard);
        if (self_->has(to_) &&
            self_->network().neighbour(self_->id(), to_) != heard->content().origin) {
            passing_ = *heard;
        }
    }

    /// True if there will be something to send in the next slot, whatever arrives.
    [[nodiscard]] bool is_busy() const noexcept { return passing_ || has_own_left(); }

private:
    [[nodiscard]] bool has_own_left() const noexcept {
        return self_->has(to_) && launched_ < messages_->size();
    }

    Node* self_;
    const initial_messages* messages_;
    std::optional<int> half_;
    port to_;
    std::size_t launched_ = 0;
    std::optional<mesh_packet> passing_;
};

/// All messages of all nodes to every node of a path or ring of p. On a path they go both ways to
/// the ends, on a ring one half of each goes once around it each way; what has been launched never
/// waits.
///
/// Messages a and b of nodes 0 and 1 on the path of 5; node 1 sends b in slot 1, and passes a on in
/// slot 2:
///
///     slot 1   0-a->1  1-b->0  1-b->2
///     slot 2   1-a->2  2-b->3
///     slot 3   2-a->3  3-b->4
///     slot 4   3-a->4
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 2. No node can detect the end
/// from what arrives: nodes know K and stop K+p-2 slots after the beginning. Time, to the last
/// arrival: on a path exactly the largest K_j + p-2-j, from either end, over the nodes j < p-1 up
/// to which there are K_j > 0 messages, the least for whole packets; on a ring at most K+p-2 slots
/// of half a packet. Transmissions: K(p-1), on a ring twice as many halves. Ports: all.
/// @param total K
template <mesh_node Node>
task<> line_greedy(Node& self, initial_messages messages, std::uint64_t total) {
    const bool is_ring = self.network().edge() == grid_edge::closed;
    const auto half = [is_ring](int which) {
        return is_ring ? std::optional{which} : std::nullopt;
    };
    greedy_direction<Node> up{self, 1, messages, half(0)};
    greedy_direction<Node> down{self, 0, messages, half(1)};
    collected_pieces<Node> heard{self};
    const auto arrived = [&](const mesh_packet& packet) { heard.add(packet); };
    for (std::size_t i = 0; i < messages.size(); ++i) {
        self.deliver(messages[i]);
    }
    const slot end =
        total == 0 ? 0 : self.slot() + static_cast<slot>(total) + self.network().side(0) - 2;
    while (self.slot() < end) {
        up.send();
        down.send();
        if (up.is_busy() || down.is_busy()) {
            co_await self.next_slot();
        } else {
            co_await self.mail_or(end);
        }
        up.receive(arrived);
        down.receive(arrived);
    }
}

}  // namespace tutti
