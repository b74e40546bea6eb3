#include "node_log.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "node/pieces.hpp"
#include "tutti/engine/run_report.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

using detail::byte_reader;

// Contents are compared byte by byte, texts are for people: both describe the same event.
template <class... Values>
std::string bytes_as_text(const Values&... values) {
    byte_string bytes;
    (detail::append(bytes, values), ...);
    std::string text(bytes.size(), ' ');
    std::ranges::copy(bytes, std::as_writable_bytes(std::span{text}).begin());
    return text;
}

std::string message_text(const message& message) {
    return fmt::format("{}:{} ({:016x})", message.origin, message.number, message.payload);
}

// The packet follows the number of the port, as comparisons expect.
node_event event_of(const transmission& transmission) {
    const std::string content = bytes_as_text(transmission.through);
    std::string packet(transmission.packet.size(), ' ');
    std::ranges::copy(transmission.packet, std::as_writable_bytes(std::span{packet}).begin());
    std::string text =
        fmt::format("sends {}", transmission.kind.empty() ? std::string{"a packet"}
                                                          : printable(transmission.kind));
    text += transmission.content ? fmt::format(" {}", message_text(*transmission.content))
                                 : fmt::format(" {:02x}", fmt::join(transmission.packet, ""));
    text += fmt::format(" through port {}", transmission.through);
    return {.at = transmission.at,
            .type = node_event::kind::sent,
            .content = content + packet,
            .text = std::move(text)};
}

node_event event_of(const delivery& delivery, slot /*at*/) {
    return {.at = delivery.at,
            .type = node_event::kind::delivered,
            .content = bytes_as_text(delivery.content.origin, delivery.content.number,
                                     delivery.content.payload),
            .text = fmt::format("delivers {}", message_text(delivery.content)),
            .note = {.type = packet_note::kind::message, .content = delivery.content}};
}

node_event event_of(const mark& mark, slot at) {
    return {.at = at,
            .type = node_event::kind::marked,
            .content = bytes_as_text(mark.at) + std::string{mark.name},
            .text = fmt::format("marks the end of {}", printable(mark.name))};
}

node_event event_of(const program_end& program_end, slot at) {
    return {.at = at,
            .type = node_event::kind::ended,
            .content = bytes_as_text(program_end.at),
            .text = "is done"};
}

node_event event_of(const fault_place& place, const run_report& report) {
    return {.at = place.at,
            .type = node_event::kind::failed,
            .content = report.text,
            .text = fmt::format("fails: {}", one_line(report.text))};
}

// Mail is logged with the port of the receiver, since the replay hands it out there.
port far_port_on(const network& net, node_id from, port through) {
    return std::visit([&](const auto& shape) { return shape.far_port(from, through); }, net);
}

}  // namespace

marked_end mark_in(const node_event& event) {
    byte_reader from{std::as_bytes(std::span{event.content})};
    const auto at = from.take<slot>();
    return {.name = std::string_view{event.content}.substr(sizeof at), .at = at};
}

// A piece is its kind and its content. Pieces follow each other in the stream.
void write_piece(const output_handler& say, piece_kind kind, std::span<const std::byte> content) {
    say(bytes_of(kind, content));
}

// Reads of a pipe end anywhere: an incomplete piece stays in the buffer until the rest has come.
void piece_reader::hear(std::span<const std::byte> some, const visitor& visit) {
    constexpr std::size_t head_bytes = sizeof(piece_kind) + sizeof(std::size_t);
    heard_.insert(heard_.end(), some.begin(), some.end());
    byte_reader from{heard_};
    std::span<const std::byte> left = from.left();
    while (left.size() >= head_bytes) {
        const auto kind = from.take<piece_kind>();
        const auto size = from.take<std::size_t>();
        if (from.left().size() < size) {
            break;
        }
        visit(kind, from.take_bytes(size));
        left = from.left();
    }
    heard_.erase(heard_.begin(), heard_.end() - std::ssize(left));
}

// A writer that fails has no memory left, and its process ends.
interest node_log_writer::wants(tutti::slot at) noexcept {
    write_piece(*say_, piece_kind::begun, bytes_of(at));
    return interest::events;
}

// Logs are compared event by event: the order within a slot is that of the record.
void node_log_writer::slot(const slot_record& record) {
    for (const transmission& each : record.sent) {
        if (is_watched(each.from)) {
            node_event event = event_of(each);
            event.note = note_of(each);
            write_event(each.from, event);
        }
        // A packet between two watched nodes is an event of one and mail of the other.
        if (is_watched(each.to)) {
            const mail_packet packet{.sent_in = each.at,
                                     .through = far_port_on(*network_, each.from, each.through),
                                     .content = {each.packet.begin(), each.packet.end()}};
            write_piece(*say_, piece_kind::mail, bytes_of(each.to, packet, note_of(each)));
        }
    }
    const auto write_events = [&](const auto& events, auto node) {
        for (const auto& each : events) {
            if (is_watched(each.*node)) {
                write_event(each.*node, event_of(each, record.at));
            }
        }
    };
    write_events(record.delivered, &delivery::to);
    write_events(record.marked, &mark::node);
    write_events(record.ended, &program_end::node);
}

void node_log_writer::end(const run_report& report) {
    if (report.place && is_watched(report.place->node)) {
        write_event(report.place->node, event_of(*report.place, report));
    }
}

bool node_log_writer::is_watched(node_id node) const noexcept {
    return std::ranges::binary_search(nodes_, node);
}

// A piece of a message has some bits of its payload. A share with too many pieces is opaque, and
// its log cannot be rekeyed.
packet_note node_log_writer::note_of(const transmission& transmission) const {
    packet_note note;
    if (transmission.is_control) {
        note.type = packet_note::kind::control;
    } else if (transmission.content) {
        const std::int64_t pieces = transmission.piece ? transmission.share.denominator() : 1;
        const bool has_bits = pieces >= 1 && pieces <= most_pieces;
        note.type = has_bits ? packet_note::kind::message : packet_note::kind::opaque;
        note.content = name_ ? name_(*transmission.content) : *transmission.content;
        if (has_bits) {
            note.bits = bits_of<std::int64_t>(transmission.piece.value_or(0), pieces);
        }
    }
    return note;
}

// The order is that of `take`.
void node_log_writer::write_event(node_id node, const node_event& event) const {
    write_piece(*say_, piece_kind::event, bytes_of(node, event));
}

bool node_log_reader::take(piece_kind kind, std::span<const std::byte> content) {
    byte_reader from{content};
    if (kind == piece_kind::begun) {
        last_ = from.take<slot>();
    } else if (kind == piece_kind::event) {
        node_log& log = log_of(from.take<node_id>());
        log.events.push_back(take_value<node_event>(from));
    } else if (kind == piece_kind::mail) {
        node_log& log = log_of(from.take<node_id>());
        log.mail.push_back(take_value<mail_packet>(from));
        log.mail_notes.push_back(take_value<packet_note>(from));
    } else {
        return false;
    }
    return true;
}

// The list of nodes is sorted.
node_log& node_log_reader::log_of(node_id node) {
    const auto position = std::ranges::lower_bound(nodes_, node);
    if (position == nodes_.end() || *position != node) {
        throw error{fmt::format("a process reports on node {}, which is not audited", node)};
    }
    return logs_[position_at(nodes_, position)];
}

}  // namespace tutti
