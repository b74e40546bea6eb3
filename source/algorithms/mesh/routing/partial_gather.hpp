/// @file
/// Partial gather on square arrays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/reduction/line_reduction.hpp"
#include "partial_exchange.hpp"
#include "two_leg_routing.hpp"

namespace tutti {

/// Number of selected nodes in each row and in each column.
class counts_of_lines {
public:
    counts_of_lines(const grid& shape, std::span<const node_id> nodes)
        : shape_{&shape},
          rows_(static_cast<std::size_t>(shape.side(1))),
          columns_(static_cast<std::size_t>(shape.side(0))) {
        for (const node_id node : nodes) {
            ++rows_[digit(node, 1)];
            ++columns_[digit(node, 0)];
        }
    }

    /// In the row and the column of `node`.
    [[nodiscard]] line_counts at(node_id node) const noexcept {
        return {.row = rows_[digit(node, 1)], .column = columns_[digit(node, 0)]};
    }

private:
    [[nodiscard]] std::size_t digit(node_id node, int i) const noexcept {
        return static_cast<std::size_t>(shape_->digit(node, i));
    }

    const grid* shape_;
    std::vector<std::uint64_t> rows_;
    std::vector<std::uint64_t> columns_;
};

/// Number of the message of `origin` for `destination`, where every node has one for each of
/// `active` but itself.
[[nodiscard]] inline std::size_t number_of_message(std::span<const node_id> active, node_id origin,
                                                   node_id destination) {
    const auto place =
        static_cast<std::size_t>(std::ranges::lower_bound(active, destination) - active.begin());
    const bool skips = destination > origin && std::ranges::binary_search(active, origin);
    return place - (skips ? 1 : 0);
}

/// The routing of a partial gather at M active nodes. Time: exactly what `two_leg_slots` says.
/// @param messages one for each of `active` but the node itself, or none at all
/// @param active the destinations in increasing order; outlive the call
template <mesh_node Node>
task<> gather_on_two_legs(Node& self, initial_messages messages, std::span<const node_id> active) {
    two_leg_routing<Node> packets{self, messages.size()};
    if (!messages.empty()) {
        const counts_of_lines lines{self.network(), active};
        std::size_t number = 0;
        for (const node_id destination : active) {
            if (destination != self.id()) {
                const auto first = static_cast<std::uint8_t>(1 - lines.at(destination).first_leg());
                packets.add(mesh_packet::of(messages[number++], destination).with_flag(first));
            }
        }
    }
    messages = {};  // all are on their way
    co_await deliver_until_over(self, packets, active.size());
}

/// A message from every node to each of M active nodes, which are known to all: packets go along
/// two lines, the way back that those of a partial exchange would take, and first legs go before
/// second legs.
///
/// Node 0 is active on the 2 x 2 array with rows 0 1 and 2 3; b is the message of node 1, and so
/// on:
///
///     slot 1   1-b->0  2-c->0  3-d->1
///     slot 2   1-d->0
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 5; the program without rehearsal
/// is an addition. All nodes mark, at the deadline, "gather". Time: at most 2m(N-p) + 2(p-1) up to
/// the last packet, m = floor(sqrt M). Transmissions: the distances. Ports: all.
/// @param messages one for each of `active` but the node itself
/// @param active the destinations in increasing order
template <mesh_node Node>
task<> direct_gather(Node& self, initial_messages messages, std::vector<node_id> active) {
    co_await gather_on_two_legs(self, std::move(messages), std::span<const node_id>{active});
    self.mark("gather");
}

/// Log of the packets that a node received in a rehearsal.
class received_log {
public:
    struct entry {
        std::uint32_t at = 0;    ///< slot of the rehearsal, from 1
        std::uint32_t from = 0;  ///< port
        node_id origin = 0;
        node_id target = 0;
    };

    /// Called by increasing slot.
    void add(slot at, port from, const mesh_packet& packet) {
        entries_.push_back({.at = static_cast<std::uint32_t>(at),
                            .from = static_cast<std::uint32_t>(from),
                            .origin = packet.content().origin,
                            .target = packet.target()});
    }
    [[nodiscard]] slot last_slot() const noexcept {
        return entries_.empty() ? 0 : entries_.back().at;
    }
    /// Takes the latest entry out. @pre there is one
    entry take_last() noexcept {
        const entry last = entries_.back();
        entries_.pop_back();
        return last;
    }

private:
    std::vector<entry> entries_;
};

/// Node's part in a rehearsed exchange played backwards: where a packet from u to v came in through
/// a port, the message of v for u goes out through it.
///
/// In every slot call `send`, let the slot pass, and call `receive`.
template <mesh_node Node>
class backward_play {
public:
    /// @param active destinations of the messages of `messages`; outlive the play
    backward_play(Node& self, received_log log, initial_messages messages,
                  std::span<const node_id> active)
        : self_{&self}, log_{std::move(log)}, messages_{std::move(messages)}, active_{active} {}

    /// Sends the packets that came in in slot `rehearsed`.
    void send(slot rehearsed) {
        while (rehearsed > 0 && log_.last_slot() == rehearsed) {
            const received_log::entry last = log_.take_last();
            if (const auto packet = packet_for(last)) {
                self_->send(static_cast<port>(last.from), *packet);
            }
        }
    }

    void receive() {
        for (const auto& [through, packet] : self_->inbox()) {
            if (packet.target() == self_->id()) {
                self_->deliver(packet.content());
            } else {
                passing_.emplace(key{packet.content().origin, packet.target()}, packet);
            }
        }
    }

private:
    using key = std::pair<node_id, node_id>;  // origin and destination of a message

    // Null if it has not come: then a node deviated from the rehearsal.
    [[nodiscard]] std::optional<mesh_packet> packet_for(const received_log::entry& last) {
        if (last.target == self_->id()) {
            const std::size_t number = number_of_message(active_, self_->id(), last.origin);
            return mesh_packet::of(messages_[number], last.origin);
        }
        const auto position = passing_.find(key{last.target, last.origin});
        if (position == passing_.end()) {
            return std::nullopt;
        }
        const mesh_packet packet = position->second;
        passing_.erase(position);
        return packet;
    }

    Node* self_;
    received_log log_;
    initial_messages messages_;
    std::span<const node_id> active_;
    std::map<key, mesh_packet> passing_;
};

/// Rehearses the partial exchange of `active` with packets that carry no message.
template <node_of<grid> Node>
task<received_log> rehearse_exchange(Node& self, std::span<const node_id> active) {
    const slot begin = self.slot();
    two_leg_routing<Node> packets{self};
    if (std::ranges::binary_search(active, self.id())) {
        const std::uint8_t first =
            counts_of_lines{self.network(), active}.at(self.id()).first_leg();
        for (node_id node = 0; node < self.network().node_count(); ++node) {
            if (node != self.id()) {
                packets.add(mesh_packet::probe(self.id(), node).with_flag(first));
            }
        }
    }
    received_log log;
    const auto arrived = [&](port from, const mesh_packet& packet) {
        log.add(self.slot() - begin, from, packet);
    };
    const slot end = begin + two_leg_slots(self.network(), active.size());
    co_await route_until(self, packets, end, arrived);
    co_return log;
}

/// A message from every node to each of M active nodes, which are known to all: the nodes rehearse
/// the partial exchange of the active nodes, agree on the slot T in which its last packet moved,
/// and play it backwards with the messages in it.
///
/// Node 0 is active on the 2 x 2 array with rows 0 1 and 2 3; a dot is a packet of the rehearsal,
/// whose last moves in slot 3, and + is a maximum. Slots 11 to 13 are slots 3 to 1 backwards:
///
///     slot 1    0-.->1  0-.->2
///     slot 2    0-.->1
///     slot 3    1-.->3
///     slot 4    -
///     slot 5    -
///     slot 6    -
///     slot 7    0-+->1  2-+->3
///     slot 8    1-+->0  3-+->2
///     slot 9    0-+->2  1-+->3
///     slot 10   2-+->0  3-+->1
///     slot 11   3-d->1
///     slot 12   1-d->0
///     slot 13   1-b->0  2-c->0
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 5. All nodes mark "rehearse", at
/// the deadline, "agree" (steps of length t_p) and "gather". Time: 2m(N-p) + 2(p-1), m = floor(sqrt
/// M), 4*floor(p/2) t_p, and exactly T. Transmissions: twice the distances, half of them control,
/// and 4p(p-1). Ports: all.
/// @param messages one for each of `active` but the node itself
/// @param active the destinations in increasing order
template <mesh_node Node>
task<> replayed_gather(Node& self, initial_messages messages, std::vector<node_id> active) {
    received_log log = co_await rehearse_exchange(self, std::span<const node_id>{active});
    self.mark("rehearse");
    auto last = static_cast<std::uint64_t>(log.last_slot());
    for (int i = 0; i < 2; ++i) {
        last = co_await reduce_line(self, line_reduction<Node>{self, i, last, reduction::maximum});
    }
    self.mark("agree");
    backward_play<Node> play{self, std::move(log), std::move(messages), active};
    for (auto rehearsed = static_cast<slot>(last); rehearsed > 0; --rehearsed) {
        play.send(rehearsed);
        co_await self.next_slot();
        play.receive();
    }
    self.mark("gather");
}

}  // namespace tutti
