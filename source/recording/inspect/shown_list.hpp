/// @file
/// Lists for people, truncated where they are too long, and texts of packets in them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "show.hpp"
#include "tutti/node/rational.hpp"
#include "util/value_syntax.hpp"
#include "verification/recording/recorded_slot.hpp"
#include "verification/recording/violations.hpp"

namespace tutti::record {

/// Lines of the first `most` of `items`, or of all; the last line counts those that are left out.
template <class Items, class LineOf>
[[nodiscard]] std::string shown_lines(const Items& items, list_length shown, std::size_t most,
                                      LineOf line_of) {
    const std::size_t count =
        shown == list_length::all ? items.size() : std::min(most, items.size());
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += line_of(items[i]);
    }
    if (count < items.size()) {
        text += fmt::format("  .. and {} more; --all shows them\n", grouped(items.size() - count));
    }
    return text;
}

/// "3 of 4", counted from 0; "-" of a whole message.
[[nodiscard]] inline std::string piece_text(const std::optional<std::uint32_t>& piece,
                                            const rational& share) {
    if (!piece) {
        return fmt::format("-");
    }
    return share.numerator() == 1 ? fmt::format("{} of {}", *piece, share.denominator())
                                  : fmt::format("{}", *piece);
}

/// The message in a packet, "5:0 piece 3 of 4", or what it is instead.
[[nodiscard]] inline std::string content_text(const recorded_transmission& packet,
                                              const recorded_kind& kind) {
    if (!kind.has_message) {
        return kind.is_control ? "control" : "-";
    }
    const std::string name = text_of(packet.content);
    return kind.has_piece ? fmt::format("{} piece {}", name, piece_text(packet.piece, kind.share))
                          : name;
}

/// Name of a kind, safe for a terminal.
[[nodiscard]] inline std::string kind_text(const recorded_kind& kind) {
    return kind.name.empty() ? "packet" : printable(kind.name);
}

}  // namespace tutti::record
