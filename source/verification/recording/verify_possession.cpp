#include "verify_possession.hpp"

#include <cstring>

#include "node/pieces.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t bytes_an_arrival = 32;
constexpr std::string_view wrong_payload = "with a wrong payload";

// Bits of a payload in a packet of that kind; none if there is no such piece.
std::uint64_t carried_bits(const recorded_kind& kind, std::uint32_t index) {
    if (!kind.has_piece) {
        return ~std::uint64_t{0};
    }
    const std::int64_t count = kind.share.denominator();
    // Pieces are m-th parts of a message with one of m numbers; anything else is no piece.
    if (kind.share.numerator() != 1 || count > most_pieces || index >= count) {
        return 0;
    }
    return bits_of<std::int64_t>(index, count);
}

}  // namespace

initial_possession::initial_possession(const run_requirements& requirements, std::uint64_t nodes)
    : given_{requirements.broadcasters},
      contents_{requirements.contents},
      rows_{requirements.broadcasters},
      most_arrived_{requirements.table_bytes / bytes_an_arrival} {
    for (node_id id = 0; requirements.rate && id < nodes; ++id) {
        sources_.emplace_back(id, *requirements.rate, requirements.contents);
    }
}

std::uint64_t initial_possession::row_of(const message& content) const {
    if (!come_later()) {
        return rows_.of(content);
    }
    const auto position = arrived_.find(name_of(content));
    return position == arrived_.end() ? no_row : position->second;
}

// Sources are drawn again from the seed, message by message, up to the one that is asked for. The
// limit on entries bounds the memory for a recording that names ever later messages.
void initial_possession::arrive(const message& message, const rational& time) {
    const instant now = instant_at(time);
    while (arrived_.size() < most_arrived_) {
        const auto next = sources_[message.origin].next_until(now);
        if (!next) {
            return;
        }
        arrived_.emplace(name_of(next->content), arrived_.size());
        if (next->content.number >= message.number) {
            return;
        }
    }
}

possession_verifier::possession_verifier(const run_requirements& requirements, std::uint64_t nodes)
    : given_{requirements, nodes},
      has_messages_{requirements.has_messages},
      whole_{given_.known_rows(), nodes, 8 * requirements.table_bytes},
      parts_{given_.known_rows(), nodes, requirements.table_bytes / sizeof(std::uint64_t)} {}

// Packets are verified against what nodes had before the slot; arrivals are taken in after all of
// them, so that no message crosses two links in one slot.
void possession_verifier::take(const recorded_slot& record, std::span<const recorded_kind> kinds,
                               const share_verifier& clocks) {
    clocks_ = &clocks;
    arriving_.clear();
    for (const recorded_transmission& transmission : record.sent) {
        verify_sent(record.at, transmission, kinds[transmission.kind]);
    }
    for (const brought_message& one : arriving_) {
        take_in(one);
    }
    for (const recorded_delivery& delivery : record.delivered) {
        verify_delivered(record.at, delivery);
    }
}

void possession_verifier::verify_sent(slot at, const recorded_transmission& transmission,
                                      const recorded_kind& kind) {
    if (kind.has_message && has_messages_) {
        const std::uint64_t bits = carried_bits(kind, transmission.piece);
        if (bits != 0) {
            verify_content(at, transmission, bits);
        } else {
            stolen_.add(
                "slot {}: node {} sends piece {} of message {} through port {}, and "
                "its packet carries {} of it",
                at, transmission.from, transmission.piece, text_of(transmission.content),
                transmission.through, to_string(kind.share));
        }
    } else if (kind.is_control) {
        verify_control(at, transmission);
    } else if (opaque_.empty()) {
        opaque_ = kind.name.empty() ? "packet" : kind.name;
    }
}

// A node that sends or delivers `bits` of a message has them, and they are those of its origin.
std::string_view possession_verifier::fault_of(std::uint64_t row, node_id node,
                                               const message& content, std::uint64_t bits) const {
    if (row == no_row) {
        return "which no node has";
    }
    if (content.payload != (given_.payload_of(content) & bits)) {
        return wrong_payload;
    }
    return node == content.origin || has(row, node, bits) ? "" : "which has not arrived there";
}

// A packet of a slot was sent in the clock's slot before: its number is that of its end.
void possession_verifier::verify_content(slot at, const recorded_transmission& transmission,
                                         std::uint64_t bits) {
    const message& content = transmission.content;
    const std::uint64_t row = row_at(transmission.from, content, at - 1);
    const std::string_view fault = fault_of(row, transmission.from, content, bits);
    if (fault.empty()) {
        arriving_.push_back({.row = row, .bits = bits, .node = transmission.to});
    } else {
        stolen_.add("slot {}: node {} sends {}message {} through port {}, {}", at,
                    transmission.from, bits == all_bits ? "" : "a piece of ", text_of(content),
                    transmission.through, fault);
    }
}

// Nodes with the whole message need no parts. Parts are bits of the payload, whose union is
// complete when all bits are set.
void possession_verifier::take_in(const brought_message& one) {
    if (one.bits == all_bits) {
        whole_.insert(one.row, one.node);
    } else if (!whole_.contains(one.row, one.node)) {
        has_parts_ = true;
        if (parts_.add(one.row, one.node, one.bits) == all_bits) {
            whole_.insert(one.row, one.node);
        }
    }
}

void possession_verifier::verify_delivered(slot at, const recorded_delivery& delivery) {
    const std::uint64_t row = row_at(delivery.to, delivery.content, at);
    const std::string_view fault = fault_of(row, delivery.to, delivery.content, all_bits);
    if (!fault.empty()) {
        stolen_.add("slot {}: node {} delivers message {}{} {}", at, delivery.to,
                    text_of(delivery.content), fault == wrong_payload ? "" : ",", fault);
    }
}

// A node may learn of a message, and mark the end of a phase, in any order within a slot: it is
// given one slot more than its clock says.
std::uint64_t possession_verifier::row_at(node_id node, const message& content, slot clock) {
    std::uint64_t row = given_.row_of(content);
    if (row == no_row && given_.come_later() && content.origin == node) {
        given_.arrive(content, clocks_->time_of(node, clock) + rational{1});
        row = given_.row_of(content);
        if (row != no_row) {
            secrets_.insert(given_.payload_of(content));
        }
    }
    return row;
}

void possession_verifier::verify_control(slot at, const recorded_transmission& transmission) {
    // Those that come later were learned as they came.
    if (secrets_.empty()) {
        secrets_.reserve(given_.known_rows());
        given_.visit_payloads([this](std::uint64_t payload) { secrets_.insert(payload); });
    }
    // A payload is searched at every byte offset, as a program may pack it anywhere. Zero is no
    // payload to look for, since it occurs in every packet.
    std::uint64_t word = 0;
    for (std::size_t i = 0; i + sizeof word <= transmission.bytes.size(); ++i) {
        std::memcpy(&word, transmission.bytes.subspan(i).data(), sizeof word);
        if (word != 0 && secrets_.contains(word)) {
            disguised_.add(
                "slot {}: a control packet of node {}, through port {}, holds the payload of a "
                "message",
                at, transmission.from, transmission.through);
            return;
        }
    }
}

}  // namespace tutti
