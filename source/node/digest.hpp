/// @file
/// Definition of the digest of a run: the engine and the verifier of recordings both follow it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "mark.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

namespace detail {

/// High and low half of the 128-bit product, folded.
[[nodiscard]] constexpr std::uint64_t multiply_fold(std::uint64_t a, std::uint64_t b) noexcept {
    __extension__ using wide = unsigned __int128;
    const wide product = wide{a} * b;
    return static_cast<std::uint64_t>(product >> 64U) ^ (a * b);
}

}  // namespace detail

/// Part of a message in the shares of its deliveries, whatever its payload is.
[[nodiscard]] constexpr std::uint64_t digest_key(node_id origin, std::uint32_t number) noexcept {
    const std::uint64_t which = std::uint64_t{origin} << 32U | number;
    return (which * 0xD1B54A32D192ED03) ^ 0xA0761D6478BD642F;
}
/// Part of a node and a clock slot in the shares of the deliveries there.
[[nodiscard]] constexpr std::uint64_t digest_position(node_id node, slot at) noexcept {
    return ((static_cast<std::uint64_t>(at) << 32U) ^ node) * 0x9E3779B97F4A7C15;
}

/// The share of one delivery, by these parts.
[[nodiscard]] constexpr std::uint64_t delivery_digest(std::uint64_t position, std::uint64_t payload,
                                                      std::uint64_t key) noexcept {
    return detail::multiply_fold(payload ^ position, key);
}
/// The share of one delivery in clock slot `at` in its node's sum, which is taken mod 2^64 so that
/// the order within a node does not matter.
[[nodiscard]] constexpr std::uint64_t delivery_digest(node_id node, const message& content,
                                                      slot at) noexcept {
    return delivery_digest(digest_position(node, at), content.payload,
                           digest_key(content.origin, content.number));
}

/// XXH3 over a sequence of numbers and names.
class digest {
public:
    digest();
    digest(digest&& other) noexcept;
    digest& operator=(digest&& other) noexcept;
    digest(const digest&) = delete;
    digest& operator=(const digest&) = delete;
    ~digest();

    void add(std::uint64_t number);
    /// One number after the other.
    void add(std::span<const std::uint64_t> numbers);
    void add(std::string_view name);
    [[nodiscard]] std::uint64_t value() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// The digest of a run: of the nodes' sums of `delivery_digest`, then of the packets that crossed
/// links, those of them that carry no message, and the names and slots of the marks.
/// @param sums one a node was added, in the order of ids
/// @param marks in the order of their first ones
[[nodiscard]] std::uint64_t run_digest(digest sums, std::uint64_t transmissions,
                                       std::uint64_t control_transmissions,
                                       std::span<const milestone_record> marks);

}  // namespace tutti
