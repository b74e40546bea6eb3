#include "event_writer.hpp"

#include <algorithm>
#include <utility>

#include "util/counts.hpp"

namespace tutti::record {
namespace {

// Cost of finding a slot in the middle of a file: that of reading its chunk.
constexpr std::size_t full_chunk_bytes = std::size_t{1} << 20U;
// Distance of prefetching for the tables of messages, in packets.
constexpr std::size_t packets_ahead = 12;

void add_kinds(column& to, std::span<const written_kind> kinds) {
    to.add(kinds.size());
    for (const written_kind& row : kinds) {
        to.add_text(row.kind.name);
        std::uint64_t flags = 0;
        for (std::size_t i = 0; i < kind_flags.size(); ++i) {
            flags |= (row.kind.*kind_flags.at(i) ? std::uint64_t{1} : 0) << i;
        }
        to.add(flags);
        to.add_as_is(row.kind.share.numerator());
        to.add_as_is(row.kind.share.denominator());
        to.add(row.packet_bytes);
    }
}

}  // namespace

// The size is that before compression; the limit bounds the memory of a chunk, too.
bool record_writer::is_full() const noexcept {
    return records_.size() + messages_.size() >= full_chunk_bytes;
}

// Most messages are delivered when they arrive, which is then a bit of the packet.
void record_writer::match_deliveries(pending_slot& pending) {
    // The arrivals of a node form a linked list through `next_arrival_`. Packets are inserted from
    // the last to the first, so that each list has them in order.
    next_arrival_.resize(pending.sent.size());
    for (auto i = size_as<std::uint32_t>(pending.sent); i-- > 0;) {
        const node_id to = pending.sent[i].to;
        next_arrival_[i] = std::exchange(first_arrival_[to], i);
    }
    // Only packets with a whole message match, in content and payload. The bit of a packet is used
    // once, so that a second delivery of the same message remains an event.
    std::erase_if(pending.delivered, [&](const recorded_delivery& made) {
        if (made.to >= first_arrival_.size()) {
            return false;
        }
        for (std::uint32_t i = first_arrival_[made.to]; i != none; i = next_arrival_[i]) {
            pending_packet& came = pending.sent[i];
            if (!came.is_delivered && came.byte_count == 0 && came.piece == 0 &&
                came.content == made.content) {
                came.is_delivered = true;
                return true;
            }
        }
        return false;
    });
    // Only entries in use are reset: the table has one a node, and a slot may have few packets.
    for (const pending_packet& each : pending.sent) {
        first_arrival_[each.to] = none;
    }
}

// A slot that a full chunk interrupted is resumed; its deliveries were matched already.
bool record_writer::add(pending_slot& pending) {
    if (written_packets_ == 0) {
        match_deliveries(pending);
    }
    bool is_done = add_record(pending);
    while (!is_done && !is_full()) {
        is_done = add_record(pending);
    }
    return is_done;
}

// True if it is the last of the slot.
bool record_writer::add_record(pending_slot& pending) {
    const std::size_t packets =
        std::min(most_record_events, pending.sent.size() - written_packets_);
    // Packets come first. Deliveries follow with the last packets or in records without packets,
    // and marks and ends in the last record of the slot.
    const bool is_last = written_packets_ + packets == pending.sent.size() &&
                         pending.delivered.size() <= most_record_events;
    const std::size_t deliveries =
        is_last || packets == 0 ? std::min(most_record_events, pending.delivered.size()) : 0;
    begin_record(pending, packets, deliveries, is_last);
    add_packets(pending, packets);
    last_node_ = 0;
    for (std::size_t i = 0; i < deliveries; ++i) {
        add_delivery(pending.delivered[i]);
    }
    pending.delivered.erase(pending.delivered.begin(),
                            pending.delivered.begin() + static_cast<std::ptrdiff_t>(deliveries));
    if (is_last) {
        add_rest(pending);
    }
    end_record();
    written_packets_ = is_last ? 0 : written_packets_ + packets;
    written_contributions_ = is_last ? 0 : written_contributions_;
    return is_last;
}

void record_writer::add_packets(const pending_slot& pending, std::size_t count) {
    const auto packets = std::span{pending.sent}.subspan(written_packets_, count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i + packets_ahead < count) {
            const message& next = packets[i + packets_ahead].content;
            known_.prefetch(next.origin, next.number);
        }
        add_packet(packets[i], pending);
    }
}

void record_writer::begin_record(const pending_slot& pending, std::size_t packets,
                                 std::size_t deliveries, bool is_last) {
    // The head of an empty chunk has slot -1: its first record has the slot itself.
    records_.add(
        static_cast<std::uint64_t>(pending.at - std::max(head_.last_slot, std::int64_t{0})));
    if (is_empty()) {
        head_.first_slot = pending.at;
    }
    head_.last_slot = pending.at;
    head_.packets += static_cast<std::uint32_t>(packets);
    head_.deliveries += static_cast<std::uint32_t>(deliveries);
    records_.add(packets);
    records_.add(deliveries);
    records_.add(is_last ? pending.marked.size() : 0);
    records_.add(is_last ? pending.done.size() : 0);
    last_node_ = 0;
}

// Each field goes to a separate column, since values of one field compress better together.
void record_writer::add_packet(const pending_packet& packet, const pending_slot& pending) {
    std::uint32_t kind = packet.kind * 4 + (packet.is_delivered ? is_delivered : 0);
    if (packet.byte_count == 0) {
        const message_key key{
            .origin = packet.content.origin, .number = packet.content.number, .part = packet.piece};
        if (has_payload_of_its_own(key, packet.content.payload)) {
            kind |= has_own_payload;
            payloads_.add_as_is(packet.content.payload);
        }
        origins_.add(relative_origin(packet.from, packet.content.origin, is_cube_));
        numbers_.add(packet.content.number);
        if (packet.piece > 0) {
            pieces_.add(packet.piece - 1);
        }
        if (packet.counts_contributions) {
            const stated_contributions& stated = pending.contributions[written_contributions_++];
            contributions_.add(stated.count);
            if (packet.names_contributors) {
                contributors_.add_as_is(stated.nodes);
            }
        }
    } else {
        bytes_.add_bytes(std::span{pending.bytes}.subspan(packet.first_byte, packet.byte_count));
    }
    head_.control_packets += packet.is_control ? 1 : 0;
    head_.deliveries += packet.is_delivered ? 1 : 0;
    kinds_.add(kind);
    senders_.add(packet.from - last_node_);
    ports_.add(packet.through);
    last_node_ = packet.from;
}

void record_writer::add_delivery(const recorded_delivery& delivery) {
    const message_key key{.origin = delivery.content.origin, .number = delivery.content.number};
    const bool is_own = has_payload_of_its_own(key, delivery.content.payload);
    nodes_.add(delivery.to - last_node_);
    last_node_ = delivery.to;
    flags_.add(is_own ? 1 : 0);
    delivered_origins_.add(relative_origin(delivery.to, delivery.content.origin, is_cube_));
    delivered_numbers_.add(delivery.content.number);
    if (is_own) {
        delivered_payloads_.add_as_is(delivery.content.payload);
    }
}

void record_writer::add_rest(const pending_slot& pending) {
    node_id last = 0;
    for (const recorded_mark& each : pending.marked) {
        rest_.add(each.node - last);
        rest_.add(each.name);
        last = each.node;
    }
    last = 0;
    for (const node_id node : pending.done) {
        rest_.add(node - last);
        last = node;
    }
    head_.marks += size_as<std::uint32_t>(pending.marked);
    head_.ends += size_as<std::uint32_t>(pending.done);
}

void record_writer::end_record() {
    // The order of columns is part of the format, and the reader relies on it.
    for (column* const each :
         {&kinds_, &senders_, &ports_, &origins_, &numbers_, &pieces_, &contributions_,
          &contributors_, &payloads_, &bytes_, &nodes_, &flags_, &delivered_origins_,
          &delivered_numbers_, &delivered_payloads_, &rest_}) {
        records_.add_bytes(std::as_bytes(std::span{each->bytes()}));
        each->clear();
    }
}

// The first packet of a message fixes its payload for the rest of the file. A packet with another
// one, which only a faulty program sends, carries it explicitly.
bool record_writer::has_payload_of_its_own(const message_key& key, std::uint64_t payload) {
    if (const std::uint64_t* const entry = known_.find(key)) {
        return *entry != payload;
    }
    known_.note(key, payload);
    messages_.add(relative_origin(last_key_.origin, key.origin, false));
    messages_.add(key.number);
    messages_.add(key.part);
    messages_.add_as_is(payload);
    last_key_ = key;
    ++head_.messages;
    return false;
}

// Each chunk has complete tables and can be read without those before it; only payloads of
// messages accumulate from chunk to chunk.
chunk_head record_writer::take(std::span<const written_kind> kinds,
                               std::span<const std::string> names, packer& with,
                               std::string& packed) {
    tables_.clear();
    add_kinds(tables_, kinds);
    tables_.add(names.size());
    for (const std::string& name : names) {
        tables_.add_text(name);
    }
    tables_.add_bytes(std::as_bytes(std::span{records_.bytes()}));
    packed.clear();
    with.pack(messages_.bytes(), packed);
    head_.set_part(0, messages_.size(), packed.size());
    with.pack(tables_.bytes(), packed);
    head_.set_part(1, tables_.size(), packed.size() - head_.packed_bytes.at(0));
    const chunk_head head = head_;
    head_ = {.type = chunk_type::events, .first_slot = -1, .last_slot = -1};
    messages_.clear();
    records_.clear();
    // `known_` stays, as later chunks rely on it; only the base of differences begins anew.
    last_key_ = {};
    return head;
}

}  // namespace tutti::record
