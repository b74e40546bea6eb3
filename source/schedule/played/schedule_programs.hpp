/// @file
/// Node programs that send the rows of a schedule which somebody else made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "collectives/input/initial_messages.hpp"
#include "collectives/reduction.hpp"
#include "node/mark.hpp"
#include "node/node_rows.hpp"
#include "node/pieces.hpp"
#include "node/violation.hpp"
#include "played_schedule.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Messages at a node, or pieces of these, as rows send them: each stays there once it has come.
class played_messages {
public:
    /// @param numbering outlives this
    explicit played_messages(const packet_numbering& numbering) noexcept : numbering_{&numbering} {}

    template <node_at_work Node>
    void begin(Node& node, const initial_messages& messages) {
        const std::uint8_t pieces = remainder_of(numbering_->pieces, std::uint8_t{most_pieces + 1});
        for (std::size_t i = 0; i < messages.size(); ++i) {
            for (std::uint8_t piece = 0; piece < pieces; ++piece) {
                take(node, pieces == 1 ? short_packet::of(messages[i])
                                       : short_packet::of_piece(messages[i],
                                                                {.index = piece, .count = pieces}));
            }
        }
    }
    /// Keeps a packet, and delivers its message if the node needs it and has all of it. One that
    /// comes again changes nothing.
    template <node_at_work Node>
    void take(Node& node, const short_packet& packet) {
        const message content = packet.content();
        const bool is_new =
            packets_.emplace(numbering_->number_of(content, packet.part().index), packet).second;
        if (!is_new || !numbering_->is_for(node.id(), content)) {
            return;
        }
        if (const auto complete = whole_.add(content, packet.part())) {
            deliver(node, *complete);
        }
    }
    template <node_at_work Node>
    void send(Node& node, const node_rows::row& row) {
        const auto held = packets_.find(row.number);
        if (held == packets_.end()) {
            throw error{"a row sends what has not come"};
        }
        node.send(row.through, held->second);
    }

private:
    // In an order, a message waits for those before it.
    template <node_at_work Node>
    void deliver(Node& node, const message& complete) {
        if (!numbering_->is_in_order()) {
            node.deliver(complete);
            return;
        }
        waiting_.emplace(numbering_->place_of(complete.origin), complete);
        for (auto next = waiting_.find(next_place_); next != waiting_.end();
             next = waiting_.find(next_place_)) {
            node.deliver(next->second);
            ++next_place_;
        }
    }

    const packet_numbering* numbering_;
    boost::unordered_flat_map<std::uint64_t, short_packet> packets_;
    assembly whole_;
    boost::unordered_flat_map<node_id, message> waiting_;  // by place, with those delivered
    node_id next_place_ = 0;
};

/// Values at a node with the number of their contributions, as rows add to them or replace them.
class played_values {
public:
    /// @param numbering outlives this
    played_values(const packet_numbering& numbering, const reduction_rules& rules)
        : numbering_{&numbering},
          operation_{rules.operation},
          all_{rules.participants.size(numbering.nodes)},
          is_delivered_(rules.values) {
        for (std::uint32_t i = 0; i < rules.values; ++i) {
            values_.push_back(
                short_packet::value(packet_kind::partial, i, neutral_value(operation_), 0));
        }
    }

    template <node_at_work Node>
    void begin(Node& node, const initial_messages& messages) {
        for (std::size_t i = 0; i < messages.size(); ++i) {
            take(node, short_packet::own(messages[i].number, messages[i].payload));
        }
    }
    /// Adds a value, or takes a result in place of it, and delivers a result that the node needs.
    template <node_at_work Node>
    void take(Node& node, const short_packet& packet) {
        short_packet& value = values_.at(packet.number());
        if (packet.is(packet_kind::result)) {
            value = packet.as(packet_kind::partial);
        } else {
            value.fold(packet, operation_);
        }
        if (value.contribution_count() == all_ && !is_delivered_[packet.number()] &&
            numbering_->is_for(node.id(), packet.number())) {
            is_delivered_[packet.number()] = true;
            node.deliver(value.content());
        }
    }
    template <node_at_work Node>
    void send(Node& node, const node_rows::row& row) {
        const short_packet& value = values_.at(row.number % result_flag);
        if (value.contribution_count() == 0) {
            throw error{"a row sends what has not come"};
        }
        node.send(row.through,
                  value.as(row.number < result_flag ? packet_kind::partial : packet_kind::result));
    }

private:
    const packet_numbering* numbering_;
    fold_operator operation_;
    std::uint32_t all_;  // contributions of a result
    std::vector<short_packet> values_;
    std::vector<bool> is_delivered_;
};

/// Node's part in a schedule: it sends what its rows say, in their slots, and keeps what comes. All
/// nodes mark "schedule".
///
/// Time: exactly the slots of the rows.
/// @tparam Store `played_messages` or `played_values`
template <node_interface Node, class Store>
    requires carries<Node, short_packet>
task<> play_rows(Node& self, initial_messages messages,
                 std::shared_ptr<const played_schedule> played, Store store) {
    const std::span<const node_rows::row> rows = played->rows->of(self.id());
    const slot slots = played->rows->slots();
    co_await each_slot(self, [&, next = std::size_t{0}, has_begun = false](auto& node) mutable {
        if (!has_begun) {
            store.begin(node, messages);
            has_begun = true;
        } else {
            for_each_arrival(node, [&](port /*through*/, const short_packet& arrived) {
                store.take(node, arrived);
            });
        }
        const slot now = node.slot();
        for (; next < rows.size() && rows[next].at == now; ++next) {
            store.send(node, rows[next]);
        }
        if (now >= slots) {
            return wait_for::nothing();
        }
        return wait_for::mail_or(next < rows.size() ? slot{rows[next].at} : slots);
    });
    self.mark("schedule");
}

}  // namespace tutti
