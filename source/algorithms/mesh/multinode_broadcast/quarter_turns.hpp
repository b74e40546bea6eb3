/// @file
/// Optimal multinode broadcast on the torus with two equal sides.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/mesh/mesh_program.hpp"

namespace tutti {

/// Offset between two nodes of a p x p torus: both coordinates count modulo p.
struct torus_offset {
    int x = 0;  ///< along dimension 0
    int y = 0;  ///< along dimension 1

    /// Number of quarter turns to the left.
    [[nodiscard]] constexpr torus_offset turned(int turns) const noexcept {
        torus_offset made = *this;
        for (int i = 0; i < turns; ++i) {
            made = {.x = -made.y, .y = made.x};
        }
        return made;
    }

    friend constexpr torus_offset operator+(torus_offset a, torus_offset b) noexcept {
        return {.x = a.x + b.x, .y = a.y + b.y};
    }
    friend constexpr bool operator==(const torus_offset&, const torus_offset&) = default;
};

/// Send schedule of the p x p torus: a function of p alone, the same at all nodes. Directions 0 to
/// 3 are the quarter turns of the way up in dimension 0.
class quarter_turns {
public:
    static constexpr int directions = 4;

    /// A packet that is to be sent, if any.
    struct sending {
        bool is_due = false;
        torus_offset source{};  ///< the sender, seen from the packet's source
        std::size_t place = 0;  ///< where the sender has it,
        int side = 0;           ///< and as which of four
    };
    /// Sends of a slot, by direction, and the place where the arrivals are stored.
    struct step {
        std::array<sending, directions> sends{};
        std::size_t keeps = 0;
    };

    /// The place of a node's own packet, as all four.
    static constexpr std::size_t own = 0;

    /// @pre side >= 3
    explicit quarter_turns(int side);

    [[nodiscard]] std::span<const step> steps() const noexcept { return steps_; }
    /// Places of four packets that a node needs.
    [[nodiscard]] std::size_t places() const noexcept { return places_; }
    /// Capacity, no less than `places()`: packets of the first row of the base list and, for even
    /// p, of the ends of the rows.
    [[nodiscard]] static constexpr std::size_t most_places(int side) noexcept {
        return static_cast<std::size_t>(side % 2 == 0 ? side : side / 2 + 2);
    }

    /// Offsets from the source at which the packet that a node sends up in dimension 0 arrives, by
    /// slot: one offset out of each four that are turns of each other. For even p the last slot, in
    /// which the offsets that are turns of themselves are left, is not in the list.
    [[nodiscard]] static std::vector<torus_offset> base_list(int side);

    /// One link in a direction.
    [[nodiscard]] static constexpr torus_offset ahead(int direction) noexcept {
        return torus_offset{.x = 1, .y = 0}.turned(direction);
    }
    /// The port that leads in a direction.
    [[nodiscard]] static constexpr port port_to(int direction) noexcept {
        constexpr std::array<port, directions> ports{1, 3, 0, 2};
        return ports.at(static_cast<std::size_t>(direction));
    }

private:
    void keep_in_places(std::span<const std::size_t> last_use);

    std::vector<step> steps_;
    std::size_t places_ = 2;
};

/// Node's part in the broadcast: its stored packets, and their sends.
///
/// In every step call `send`, let the slot pass, and call `receive`.
template <mesh_node Node>
class quarter_turns_part {
public:
    /// @param plan outlives the part
    quarter_turns_part(Node& self, const quarter_turns& plan, const mesh_packet& own)
        : self_{&self}, kept_(plan.places()) {
        kept_[quarter_turns::own].fill(own);
    }

    void send(const quarter_turns::step& now) {
        for (int k = 0; k < quarter_turns::directions; ++k) {
            const quarter_turns::sending& one = now.sends[index(k)];
            if (one.is_due) {
                self_->send(quarter_turns::port_to(k), kept_[one.place][index(one.side)]);
            }
        }
    }

    /// Stores and delivers the packets that arrive: all nodes send alike, so a packet sent ahead in
    /// a direction comes from behind.
    void receive(const quarter_turns::step& now) {
        for (int k = 0; k < quarter_turns::directions; ++k) {
            if (!now.sends[index(k)].is_due) {
                continue;  // what comes all the same stays unread, and is found
            }
            const auto heard = self_->received(quarter_turns::port_to(k) ^ 1);
            kept_[now.keeps][index(k)] = heard != nullptr ? *heard : mesh_packet::none();
            if (heard != nullptr) {
                self_->deliver(heard->content());
            }
        }
    }

private:
    [[nodiscard]] static std::size_t index(int k) noexcept { return static_cast<std::size_t>(k); }

    Node* self_;
    std::vector<std::array<mesh_packet, quarter_turns::directions>> kept_;
};

/// Multinode broadcast on a p x p torus, p >= 3: in every slot each node receives from four nodes
/// that are quarter turns of each other around it, one through each port.
///
/// Message e of node 4, the middle of the 3 x 3 torus with rows 0 1 2, 3 4 5 and 6 7 8; the links
/// of a slot are quarter turns of each other:
///
///     slot 1   4-e->3  4-e->5  4-e->1  4-e->7
///     slot 2   1-e->0  3-e->6  5-e->2  7-e->8
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 1. All nodes mark "broadcast".
/// Time: exactly ceil((p^2-1)/4) slots, the least for whole packets. Transmissions: p^2(p^2-1).
/// Ports: all.
/// @param plan made for p; outlives the task
template <mesh_node Node>
task<> multinode_quarter_turns(Node& self, initial_messages messages, const quarter_turns& plan) {
    quarter_turns_part<Node> part{self, plan, mesh_packet::of(messages[0], 0)};
    self.deliver(messages[0]);
    for (const quarter_turns::step& now : plan.steps()) {
        part.send(now);
        co_await self.next_slot();
        part.receive(now);
    }
    self.mark("broadcast");
}

/// Multinode broadcast on the array of 2 x 2 nodes, which is a ring of four: both ways, and the
/// packet of dimension 0 once more. Time: exactly 2 slots. Transmissions: 12.
///
/// Rows 0 1 and 2 3, messages a to d:
///
///     slot 1   0-a->1  0-a->2  1-b->0  1-b->3  2-c->3  2-c->0  3-d->2  3-d->1
///     slot 2   0-b->2  1-a->3  2-d->0  3-c->1
template <mesh_node Node>
task<> multinode_on_square(Node& self, initial_messages messages) {
    const port across = self.has(0) ? 0 : 1;
    const port along = self.has(2) ? 2 : 3;
    self.deliver(messages[0]);
    self.send(across, mesh_packet::of(messages[0], 0));
    self.send(along, mesh_packet::of(messages[0], 0));
    co_await self.next_slot();
    for (const auto& [through, packet] : self.inbox()) {
        self.deliver(packet.content());
        if (through == across) {
            self.send(along, packet);
        }
    }
    co_await self.next_slot();
    for (const auto& [through, packet] : self.inbox()) {
        self.deliver(packet.content());
    }
    self.mark("broadcast");
}

}  // namespace tutti
