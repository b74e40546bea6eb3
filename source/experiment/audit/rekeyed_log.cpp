#include "rekeyed_log.hpp"

#include <cstring>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

namespace tutti {
namespace {

using packet_bytes = std::span<const std::byte>;

// Packets have no alignment.
std::uint64_t word_at(packet_bytes packet, std::size_t place) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, packet.subspan(place).data(), sizeof word);
    return word;
}

bool carries_message(const packet_note& note) { return note.type == packet_note::kind::message; }

/// Finds where packets have the payloads of their messages.
class payload_places {
public:
    /// @return whether the packet has one where all others do
    bool take(packet_bytes packet, std::uint64_t payload) {
        constexpr std::uint64_t telling = std::uint64_t{1} << 16U;  // no length, port or number
        is_certain_ = is_certain_ || payload >= telling;
        if (is_first_ && packet.size() >= sizeof payload) {
            places_.resize(packet.size() - sizeof payload + 1);
            for (std::size_t i = 0; i < places_.size(); ++i) {
                places_[i] = i;
            }
        }
        is_first_ = false;
        std::erase_if(places_,
                      [&](std::size_t place) { return word_at(packet, place) != payload; });
        return !places_.empty();
    }
    [[nodiscard]] bool are_certain() const noexcept { return is_first_ || is_certain_; }
    [[nodiscard]] std::span<const std::size_t> all() const noexcept { return places_; }

private:
    std::vector<std::size_t> places_;
    bool is_first_ = true;
    bool is_certain_ = false;
};

/// Replaces payloads, as long as they are those of messages.
class payload_replacement {
public:
    payload_replacement(const derived_payloads& old, const derived_payloads& fresh)
        : old_{&old}, fresh_{&fresh} {}

    // A payload that does not follow from the key is a computed value, for which there is no
    // replacement.
    [[nodiscard]] bool is_genuine(const packet_note& note) const {
        return note.content.payload ==
               (old_->of(note.content.origin, note.content.number) & note.bits);
    }
    [[nodiscard]] std::uint64_t in_place_of(const packet_note& note) const {
        return fresh_->of(note.content.origin, note.content.number) & note.bits;
    }

private:
    const derived_payloads* old_;
    const derived_payloads* fresh_;
};

// Why the packet cannot be changed, or an empty text.
std::string inapplicable_reason(const packet_note& note, packet_bytes packet,
                                const payload_replacement& replaced, payload_places& places) {
    if (note.type == packet_note::kind::control) {
        return {};
    }
    if (!carries_message(note)) {
        return "packets do not say which message they carry";
    }
    if (!replaced.is_genuine(note)) {
        return "packets carry values that are made of messages";
    }
    return places.take(packet, note.content.payload)
               ? std::string{}
               : std::string{"packets do not hold payloads as they are"};
}

std::string find_places(const node_log& log, const payload_replacement& replaced,
                        payload_places& places) {
    std::string reason;
    for (std::size_t i = 0; i < log.mail.size() && reason.empty(); ++i) {
        reason = inapplicable_reason(log.mail_notes[i], log.mail[i].content, replaced, places);
    }
    for (const node_event& each : log.events) {
        if (!reason.empty()) {
            break;
        }
        if (each.type == node_event::kind::sent) {
            // The packet is behind its port.
            const packet_bytes packet =
                std::as_bytes(std::span{each.content}).subspan(sizeof(port));
            reason = inapplicable_reason(each.note, packet, replaced, places);
        } else if (each.type == node_event::kind::delivered && each.note.content.payload != 0 &&
                   !replaced.is_genuine(each.note)) {
            reason = "it delivers values that are made of messages";
        }
    }
    if (reason.empty() && !places.are_certain()) {
        reason = "payloads are too short to be found in packets";
    }
    return reason;
}

void replace(std::span<std::byte> packet, std::span<const std::size_t> places,
             std::uint64_t payload) {
    for (const std::size_t place : places) {
        std::memcpy(packet.subspan(place).data(), &payload, sizeof payload);
    }
}

// The text of an event repeats the payload in hexadecimal digits, and has to agree with its
// content.
void replace(node_event& event, std::span<const std::size_t> places, std::uint64_t payload) {
    const auto content = std::as_writable_bytes(std::span{event.content});
    if (event.type == node_event::kind::sent) {
        replace(content.subspan(sizeof(port)), places, payload);
    } else {
        constexpr std::array in_delivery{sizeof(node_id) + sizeof(std::uint32_t)};
        replace(content, in_delivery, payload);
    }
    boost::replace_all(event.text, fmt::format("{:016x}", event.note.content.payload),
                       fmt::format("{:016x}", payload));
    event.note.content.payload = payload;
}

}  // namespace

// The original log is copied; it is needed again for other worlds.
rekeyed_log rekey(const node_log& log, const derived_payloads& old, const derived_payloads& fresh) {
    const payload_replacement replaced{old, fresh};
    payload_places places;
    rekeyed_log made{.log = log, .inapplicable_reason = find_places(log, replaced, places)};
    if (!made.inapplicable_reason.empty()) {
        return made;
    }
    made.places.assign(places.all().begin(), places.all().end());
    for (std::size_t i = 0; i < log.mail.size(); ++i) {
        if (const packet_note& note = log.mail_notes[i]; carries_message(note)) {
            replace(made.log.mail[i].content, places.all(), replaced.in_place_of(note));
        }
    }
    for (node_event& each : made.log.events) {
        if (carries_message(each.note) && replaced.is_genuine(each.note)) {
            replace(each, places.all(), replaced.in_place_of(each.note));
        }
    }
    return made;
}

}  // namespace tutti
