/// @file
/// Lists for people, truncated where they are too long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "show.hpp"
#include "tutti/node/rational.hpp"
#include "util/value_syntax.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti::record {

/// List of lines with a limit.
class shown_list {
public:
    shown_list(list_length shown, std::size_t most) noexcept
        : most_{shown == list_length::all ? ~std::size_t{0} : most} {}

    /// True if another line fits; if not, it is counted.
    [[nodiscard]] bool has_room() noexcept { return ++lines_ <= most_; }

    /// A line that there is room for.
    void add(std::string_view line) { text_ += line; }

    [[nodiscard]] std::string text() const {
        return lines_ <= most_ ? text_
                               : text_ + fmt::format("  .. and {} more; --all shows them\n",
                                                     grouped(lines_ - most_));
    }

private:
    std::size_t most_;
    std::size_t lines_ = 0;
    std::string text_;
};

/// "5:0".
[[nodiscard]] inline std::string message_text(const message& content) {
    return fmt::format("{}:{}", content.origin, content.number);
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
    const std::string name = message_text(packet.content);
    return kind.has_piece ? fmt::format("{} piece {}", name, piece_text(packet.piece, kind.share))
                          : name;
}

/// Name of a kind, safe for a terminal.
[[nodiscard]] inline std::string kind_text(const recorded_kind& kind) {
    return kind.name.empty() ? "packet" : printable(kind.name);
}

}  // namespace tutti::record
