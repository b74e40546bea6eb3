/// @file
/// Program of multinode broadcasts by the rows of a table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "collectives/input/initial_messages.hpp"
#include "node/mark.hpp"
#include "node/node_rows.hpp"
#include "node/packet_store.hpp"
#include "node/pieces.hpp"
#include "node/prefetch.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Deliveries of a node: none if it takes no part, else its packets or the messages of which they
/// are pieces.
enum class delivered_packets : std::uint8_t { none, messages, pieces };

/// Rows of a node that is in a certain slot, and its packets in the order in which they come, as
/// `with_places` has it. Nothing here is called through a pointer, and what a slot needs is fetched
/// from memory ahead.
template <delivered_packets Delivered>
class row_player {
public:
    row_player(std::size_t packets, std::span<const node_rows::row> rows)
        : packets_{packets}, rows_{rows} {}

    template <node_at_work Node>
    void take(Node& node, const short_packet& packet) {
        if (count_ < packets_.packets().size()) {
            packets_.packets()[count_++] = packet;
        }
        if constexpr (Delivered == delivered_packets::messages) {
            node.deliver(packet.as_message());
        } else if constexpr (Delivered == delivered_packets::pieces) {
            if (const auto complete = pieces_.add(packet.content(), packet.part())) {
                node.deliver(*complete);
            }
        }
    }

    /// Sends what the rows of the slot say, and goes on to the next.
    template <node_at_work Node>
    void send(Node& node) {
        const std::size_t end = end_of_slot(static_cast<std::size_t>(node.degree()));
        if (end > next_ && rows_[end - 1].through < 64) {
            // By increasing port, as the rows are.
            send_each(node, ports_, [this](port /*through*/) -> const short_packet& {
                return packet_of(rows_[next_++]);
            });
        }
        for (; next_ < end; ++next_) {
            node.send(rows_[next_].through, packet_of(rows_[next_]));
        }
        ++now_;
        prefetch_lines(rows_.data() + next_, 2 * sizeof(node_rows::row));
    }

    void prefetch() const noexcept {
        for (std::size_t i = next_; i < rows_.size() && rows_[i].at == now_; ++i) {
            packets_.prefetch(std::array{rows_[i].number});
        }
    }

    [[nodiscard]] std::uint32_t now() const noexcept { return now_; }

private:
    // The row after those of the slot, whose ports become `ports_`. Where a slot and the one before
    // it use all ports, one row tells of all.
    [[nodiscard]] std::size_t end_of_slot(std::size_t degree) {
        std::size_t end = next_ + degree;
        if (uses_all_ports_ && end <= rows_.size() && rows_[end - 1].at == now_) {
            return end;
        }
        ports_ = 0;
        for (end = next_; end < rows_.size() && rows_[end].at == now_; ++end) {
            ports_ |= std::uint64_t{1} << (static_cast<unsigned>(rows_[end].through) % 64);
        }
        uses_all_ports_ = end == next_ + degree;
        return end;
    }

    // None if it has not come.
    [[nodiscard]] const short_packet& packet_of(const node_rows::row& send) noexcept {
        static constexpr short_packet none = short_packet::none();
        return send.number < count_ ? packets_.packets()[send.number] : none;
    }

    struct no_pieces {};
    packet_store<short_packet> packets_;
    [[no_unique_address]] std::conditional_t<Delivered == delivered_packets::pieces, assembly,
                                             no_pieces>
        pieces_{};
    std::size_t count_ = 0;
    std::span<const node_rows::row> rows_;
    std::size_t next_ = 0;
    std::uint32_t now_ = 0;
    bool uses_all_ports_ = false;
    std::uint64_t ports_ = 0;
};

/// Node's part in a multinode broadcast by rows `with_places`: it keeps what comes and, if it takes
/// part, delivers it. All nodes mark "broadcast".
///
/// Time: exactly the slots of the rows.
/// @param packets of the broadcast
/// @param pieces of a message, each a packet; 1 for whole ones
/// @param rows outlive the task
template <delivered_packets Delivered, node_interface Node>
    requires carries<Node, short_packet>
task<> broadcast_by_rows(Node& self, initial_messages messages, std::size_t packets,
                         std::uint8_t pieces, const node_rows& rows) {
    row_player<Delivered> player{packets, rows.of(self.id())};
    for (std::size_t i = 0; i < messages.size(); ++i) {
        for (std::uint8_t index = 0; index < pieces; ++index) {
            player.take(self, pieces == 1 ? short_packet::of(messages[i])
                                          : short_packet::of_piece(
                                                messages[i], {.index = index, .count = pieces}));
        }
    }
    const slot slots = rows.slots();
    co_await each_slot(self, player, [&player, slots](auto& node) {
        if (player.now() > 0) {
            for_each_arrival(node, [&](port /*through*/, const short_packet& arrived) {
                player.take(node, arrived);
            });
        }
        if (slot{player.now()} == slots) {
            return wait_for::nothing();
        }
        player.send(node);
        return wait_for::next_slot();
    });
    self.mark("broadcast");
}

}  // namespace tutti
