/// @file
/// Size of a packet as a part of a message.
#pragma once

#include <cstdint>
#include <string>

#include "tutti/node/rational.hpp"

namespace tutti {

/// Assumption of lower bounds about packets: that each carries a whole message, or that messages
/// are cut into m equal pieces, of which a packet carries one, in a slot of length 1/m, or several.
class packet_size {
public:
    [[nodiscard]] static constexpr packet_size whole() noexcept { return packet_size{1}; }
    /// Pieces of 1/m. @param m at least 1
    [[nodiscard]] static constexpr packet_size pieces_of(std::uint64_t m) noexcept {
        return packet_size{m};
    }
    /// Size of pieces of 1/m for any m: a bound for these holds for any cutting of messages.
    [[nodiscard]] static constexpr packet_size any_pieces() noexcept { return packet_size{0}; }

    [[nodiscard]] constexpr bool is_whole() const noexcept { return m_ == 1; }

    /// m; 1 for any pieces.
    [[nodiscard]] constexpr std::uint64_t pieces() const noexcept { return m_ == 0 ? 1 : m_; }
    /// Units that the smallest packet is on a link: 1/m, or 0 for any pieces.
    [[nodiscard]] rational length() const { return m_ == 0 ? rational{0} : rational{1, m_}; }
    /// The least time, not below `units`, that is made up of slots of that length.
    [[nodiscard]] rational rounded_up(const rational& units) const {
        return m_ == 0 ? units : rational{(units * m_).ceil(), m_};
    }

    /// "whole packets", "pieces of 1/4", or "pieces of 1/m" for any m.
    [[nodiscard]] std::string text() const;

    friend constexpr bool operator==(packet_size, packet_size) noexcept = default;

private:
    explicit constexpr packet_size(std::uint64_t m) noexcept : m_{m} {}

    std::uint64_t m_;
};

}  // namespace tutti
