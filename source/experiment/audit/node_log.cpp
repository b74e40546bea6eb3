#include "node_log.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

#include <fmt/format.h>

#include "engine/exchange/bytes.hpp"
#include "node/pieces.hpp"
#include "tutti/engine/run_report.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

using detail::append;
using detail::append_text;
using detail::byte_reader;

struct piece_head {
    piece_kind what = piece_kind::begun;
    std::uint64_t size = 0;
};

template <class... Values>
std::string bytes_as_text(const Values&... values) {
    byte_string bytes;
    (append(bytes, values), ...);
    std::string text(bytes.size(), ' ');
    std::ranges::copy(bytes, std::as_writable_bytes(std::span{text}).begin());
    return text;
}

std::string message_text(const message& what) {
    return fmt::format("{}:{} ({:016x})", what.origin, what.number, what.payload);
}

node_event event_of(const transmission& one) {
    const std::string content = bytes_as_text(one.through);
    std::string packet(one.packet.size(), ' ');
    std::ranges::copy(one.packet, std::as_writable_bytes(std::span{packet}).begin());
    std::string text =
        fmt::format("sends {}", one.kind.empty() ? std::string{"a packet"} : printable(one.kind));
    if (one.content) {
        text += fmt::format(" {}", message_text(*one.content));
    } else {
        text += " ";
        for (const std::byte each : one.packet) {
            text += fmt::format("{:02x}", std::to_integer<unsigned int>(each));
        }
    }
    text += fmt::format(" through port {}", one.through);
    return {.at = one.at,
            .what = node_event::kind::sent,
            .content = content + packet,
            .text = std::move(text)};
}

node_event event_of(const delivery& one) {
    return {.at = one.at,
            .what = node_event::kind::delivered,
            .content = bytes_as_text(one.content.origin, one.content.number, one.content.payload),
            .text = fmt::format("delivers {}", message_text(one.content)),
            .note = {.what = packet_note::kind::message, .content = one.content}};
}

node_event event_of(const mark& one, slot at) {
    return {.at = at,
            .what = node_event::kind::marked,
            .content = bytes_as_text(one.at) + std::string{one.name},
            .text = fmt::format("marks the end of {}", printable(one.name))};
}

node_event event_of(const program_end& one, slot at) {
    return {.at = at,
            .what = node_event::kind::ended,
            .content = bytes_as_text(one.at),
            .text = "is done"};
}

node_event event_of(const fault_place& place, const run_report& what) {
    return {.at = place.at,
            .what = node_event::kind::failed,
            .content = what.text,
            .text = fmt::format("fails: {}", one_line(what.text))};
}

port far_port_on(const network& where, node_id from, port through) {
    return std::visit([&](const auto& shape) { return shape.far_port(from, through); }, where);
}

}  // namespace

marked_end mark_in(const node_event& what) {
    byte_reader from{std::as_bytes(std::span{what.content})};
    const auto at = from.take<slot>();
    return {.name = std::string_view{what.content}.substr(sizeof at), .at = at};
}

void write_piece(const output_handler& say, piece_kind what, std::span<const std::byte> content) {
    byte_string all;
    append(all, what);
    append(all, std::uint64_t{content.size()});
    all.insert(all.end(), content.begin(), content.end());
    say(all);
}

void piece_reader::hear(std::span<const std::byte> some, const visitor& visit) {
    constexpr std::size_t head_bytes = sizeof(piece_kind) + sizeof(std::uint64_t);
    heard_.insert(heard_.end(), some.begin(), some.end());
    std::span<const std::byte> left{heard_};
    while (left.size() >= head_bytes) {
        byte_reader head{left};
        const auto what = head.take<piece_kind>();
        const auto size = static_cast<std::size_t>(head.take<std::uint64_t>());
        if (head.left().size() < size) {
            break;
        }
        visit(what, head.left().first(size));
        left = head.left().subspan(size);
    }
    heard_.erase(heard_.begin(), heard_.end() - std::ssize(left));
}

// A writer that fails has no memory left, and its process ends.
interest node_log_writer::wants(tutti::slot at) noexcept {
    byte_string content;
    append(content, at);
    write_piece(*say_, piece_kind::begun, content);
    return interest::events;
}

void node_log_writer::slot(const slot_record& what) {
    for (const transmission& each : what.sent) {
        if (is_watched(each.from)) {
            node_event event = event_of(each);
            event.note = note_of(each);
            write_event(each.from, event);
        }
        if (is_watched(each.to)) {
            byte_string content;
            append(content, each.to);
            append(content, each.at);
            append(content, far_port_on(*where_, each.from, each.through));
            append(content, note_of(each));
            content.insert(content.end(), each.packet.begin(), each.packet.end());
            write_piece(*say_, piece_kind::mail, content);
        }
    }
    for (const delivery& each : what.delivered) {
        if (is_watched(each.to)) {
            write_event(each.to, event_of(each));
        }
    }
    for (const mark& each : what.marked) {
        if (is_watched(each.node)) {
            write_event(each.node, event_of(each, what.at));
        }
    }
    for (const program_end& each : what.ended) {
        if (is_watched(each.node)) {
            write_event(each.node, event_of(each, what.at));
        }
    }
}

void node_log_writer::end(const run_report& what) {
    if (what.place && is_watched(what.place->node)) {
        write_event(what.place->node, event_of(*what.place, what));
    }
}

bool node_log_writer::is_watched(node_id node) const noexcept {
    return std::ranges::binary_search(nodes_, node);
}

packet_note node_log_writer::note_of(const transmission& one) const {
    packet_note note;
    if (one.is_control) {
        note.what = packet_note::kind::control;
    } else if (one.content) {
        const std::int64_t pieces = one.piece ? one.share.denominator() : 1;
        const bool has_bits = pieces >= 1 && pieces <= most_pieces;
        note.what = has_bits ? packet_note::kind::message : packet_note::kind::opaque;
        note.content = name_ ? name_(*one.content) : *one.content;
        if (has_bits) {
            note.bits = bits_of({.index = static_cast<std::uint8_t>(one.piece.value_or(0)),
                                 .count = static_cast<std::uint8_t>(pieces)});
        }
    }
    return note;
}

void node_log_writer::write_event(node_id node, const node_event& what) const {
    byte_string content;
    append(content, node);
    append(content, what.at);
    append(content, what.what);
    append_text(content, what.content);
    append_text(content, what.text);
    append(content, what.note);
    write_piece(*say_, piece_kind::event, content);
}

bool node_log_reader::take(piece_kind what, std::span<const std::byte> content) {
    byte_reader from{content};
    if (what == piece_kind::begun) {
        last_ = from.take<slot>();
    } else if (what == piece_kind::event) {
        node_log& log = log_of(from.take<node_id>());
        node_event& one = log.events.emplace_back();
        one.at = from.take<slot>();
        one.what = from.take<node_event::kind>();
        one.content = from.take_text();
        one.text = from.take_text();
        one.note = from.take<packet_note>();
    } else if (what == piece_kind::mail) {
        node_log& log = log_of(from.take<node_id>());
        mail_packet& one = log.mail.emplace_back();
        one.sent_in = from.take<slot>();
        one.through = from.take<port>();
        log.mail_notes.push_back(from.take<packet_note>());
        one.content.assign(from.left().begin(), from.left().end());
    } else {
        return false;
    }
    return true;
}

node_log& node_log_reader::log_of(node_id node) {
    return logs_[static_cast<std::size_t>(std::ranges::lower_bound(nodes_, node) - nodes_.begin())];
}

}  // namespace tutti
