/// @file
/// Splitting of messages into pieces, and their reassembly.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "tutti/node/message.hpp"

namespace tutti {

/// The most pieces of a message: a piece has one bit of its payload at least.
inline constexpr std::uint32_t most_pieces = 64;

/// Part of a message: piece `index`, from 0, of `count`.
struct piece {
    std::uint8_t index = 0;
    std::uint8_t count = 1;  ///< 1 for a whole message, `most_pieces` at most

    friend bool operator==(const piece&, const piece&) = default;
};

/// The bits of a payload that belong to a piece: floor(64i/n) to floor(64(i+1)/n)-1, i of n.
template <std::integral Number>
[[nodiscard]] constexpr std::uint64_t bits_of(Number index, Number count) noexcept {
    const auto below = [&](Number i) {
        const Number end = 64 * i / count;
        return end == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << end) - 1;
    };
    return below(index + 1) & ~below(index);
}
[[nodiscard]] constexpr std::uint64_t bits_of(piece part) noexcept {
    return bits_of<unsigned int>(part.index, part.count);
}

/// Piece number `half`, 0 or 1, of the two halves of a piece.
[[nodiscard]] constexpr piece half_of(piece part, int half) noexcept {
    return {.index = static_cast<std::uint8_t>(2 * part.index + half),
            .count = static_cast<std::uint8_t>(2 * part.count)};
}

/// Puts messages together from their pieces, which may come in any order.
class assembly {
public:
    /// Takes a piece in; `content` has its payload bits in their places.
    /// @return the message if that was its last missing piece, or a piece more than it has
    std::optional<message> add(const message& content, piece part) {
        if (part.count == 1) {
            return content;
        }
        const std::uint64_t key = std::uint64_t{content.origin} << 32U | content.number;
        parts& held_parts = parts_[key];
        held_parts.payload |= content.payload & bits_of(part);
        ++held_parts.count;
        if (held_parts.count < part.count) {
            return std::nullopt;
        }
        return message{
            .origin = content.origin, .number = content.number, .payload = held_parts.payload};
    }

    /// Makes room for that many messages.
    void reserve(std::size_t messages) { parts_.reserve(messages); }

private:
    struct parts {
        std::uint64_t payload = 0;
        std::uint32_t count = 0;
    };
    boost::unordered_flat_map<std::uint64_t, parts> parts_;  // by origin and number
};

}  // namespace tutti
