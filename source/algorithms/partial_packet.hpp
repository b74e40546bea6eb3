/// @file
/// A value that has been folded from those of some nodes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "collectives/reduction.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/packet.hpp"

namespace tutti {

/// What a packet is for. The first stands for no packet.
enum class partial_packet_kind : std::uint8_t {
    none,     ///< nothing
    partial,  ///< a value that is to be folded with others
    result,   ///< a value with the contributions of all nodes, on its way to those who want it
    token,    ///< says that its sender has come so far; carries no value
};

/// Number i of the values that are folded, and from how many nodes: 16 bytes.
class partial_packet {
public:
    /// The largest number of a value or of a token.
    static constexpr std::uint32_t most_number = (std::uint32_t{1} << 30U) - 1;

    constexpr partial_packet() noexcept = default;

    [[nodiscard]] static constexpr partial_packet none() noexcept { return {}; }

    /// @pre number <= `most_number`
    [[nodiscard]] static constexpr partial_packet of(partial_packet_kind kind, std::uint32_t number,
                                                     std::uint64_t value,
                                                     std::uint32_t contributions) noexcept {
        return {kind, number, value, contributions};
    }
    /// A node's own value. @pre number <= `most_number`
    [[nodiscard]] static constexpr partial_packet own(std::uint32_t number,
                                                      std::uint64_t value) noexcept {
        return {partial_packet_kind::partial, number, value, 1};
    }
    /// @pre number <= `most_number`
    [[nodiscard]] static constexpr partial_packet token(std::uint32_t number) noexcept {
        return {partial_packet_kind::token, number, 0, 0};
    }

    [[nodiscard]] constexpr partial_packet_kind kind() const noexcept {
        return static_cast<partial_packet_kind>(header_ & kind_mask);
    }
    /// Which of the values, or of the tokens, from 0.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept {
        return static_cast<std::uint32_t>(header_) >> number_shift;
    }
    [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }
    /// Nodes whose values are in it.
    [[nodiscard]] constexpr std::uint32_t contributions() const noexcept {
        return static_cast<std::uint32_t>(header_ >> contributions_shift);
    }
    /// Nobody's own, as results are: of origin 0.
    [[nodiscard]] constexpr message content() const noexcept {
        return {.origin = 0, .number = number(), .payload = value_};
    }
    [[nodiscard]] constexpr bool is_control() const noexcept {
        return kind() == partial_packet_kind::token;
    }

    /// The same value, to be folded or copied by whom it reaches.
    [[nodiscard]] constexpr partial_packet as(partial_packet_kind kind) const noexcept {
        partial_packet made = *this;
        made.header_ = (header_ & ~kind_mask) | static_cast<std::uint64_t>(kind);
        return made;
    }

    /// Whether both are partial values of one number, which can be folded.
    [[nodiscard]] constexpr bool goes_with(const partial_packet& other) const noexcept {
        constexpr auto partial = static_cast<std::uint32_t>(partial_packet_kind::partial);
        const auto mine = static_cast<std::uint32_t>(header_);
        return mine == static_cast<std::uint32_t>(other.header_) && (mine & kind_mask) == partial;
    }
    /// Folds another one into it. @pre `goes_with(other)`
    constexpr void fold(const partial_packet& other, fold_operator how) noexcept {
        value_ = folded_by(how, value_, other.value_);
        header_ += std::uint64_t{other.contributions()} << contributions_shift;
    }

    friend constexpr bool operator==(const partial_packet&, const partial_packet&) = default;

private:
    static constexpr std::uint64_t kind_mask = 3;
    static constexpr unsigned int number_shift = 2;          // 2 bits of kind
    static constexpr unsigned int contributions_shift = 32;  // 30 bits of number

    constexpr partial_packet(partial_packet_kind kind, std::uint32_t number, std::uint64_t value,
                             std::uint32_t contributions) noexcept
        : value_{value},
          header_{std::uint64_t{contributions} << contributions_shift |
                  std::uint64_t{number} << number_shift | static_cast<std::uint64_t>(kind)} {}

    std::uint64_t value_ = 0;
    std::uint64_t header_ = 0;
};

static_assert(packet<partial_packet> && sizeof(partial_packet) == 16);

/// The kind's name in a log.
[[nodiscard]] constexpr std::string_view name_of(partial_packet_kind kind) noexcept {
    constexpr std::array<std::string_view, 4> names{"none", "partial", "result", "token"};
    return names.at(static_cast<std::size_t>(kind));
}

}  // namespace tutti
