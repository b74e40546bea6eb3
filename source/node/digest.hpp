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

/// The share of one delivery in clock slot `at` in its node's sum, which is taken mod 2^64 so that
/// the order within a node does not matter.
[[nodiscard]] constexpr std::uint64_t delivery_digest(node_id node, const message& content,
                                                      slot at) noexcept {
    const std::uint64_t which = std::uint64_t{content.origin} << 32U | content.number;
    const std::uint64_t position = (static_cast<std::uint64_t>(at) << 32U) ^ node;
    return detail::multiply_fold(content.payload ^ (position * 0x9E3779B97F4A7C15),
                                 (which * 0xD1B54A32D192ED03) ^ 0xA0761D6478BD642F);
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
