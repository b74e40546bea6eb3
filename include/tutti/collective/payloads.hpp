/// @file
/// What the messages of a run say.
#pragma once

#include <cstdint>

#include "tutti/machine/digest.hpp"
#include "tutti/topology/random.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// 64 bits for every message, which nobody can guess without the key: a packet with the right
/// payload has travelled from its origin. Who sets up a run keeps the key from the programs.
class payloads {
public:
    explicit constexpr payloads(std::uint64_t key) noexcept {
        split_mix stream{key};
        first_ = stream.next();
        second_ = stream.next();
        third_ = stream.next();
    }

    /// The payload of message `number` of `origin`.
    [[nodiscard]] constexpr std::uint64_t of(node_id origin, std::uint32_t number) const noexcept {
        const std::uint64_t which = std::uint64_t{origin} << 32U | number;
        return mix(detail::multiply_fold(which ^ first_, mix(which) ^ second_) + third_);
    }

    /// Numbers that nobody can guess either, and that do not follow from these.
    [[nodiscard]] constexpr payloads of_another_kind() const noexcept {
        return payloads{mix(first_ ^ mix(second_ ^ mix(third_)))};
    }

    /// The sum of the payloads of its messages 0 to `count`-1, mod 2^64.
    [[nodiscard]] constexpr std::uint64_t sum_of(node_id origin,
                                                 std::uint32_t count) const noexcept {
        std::uint64_t sum = 0;
        for (std::uint32_t number = 0; number < count; ++number) {
            sum += of(origin, number);
        }
        return sum;
    }

private:
    // Three words, so that a payload that is known does not give the others away; the folded
    // product cannot be undone.
    std::uint64_t first_ = 0;
    std::uint64_t second_ = 0;
    std::uint64_t third_ = 0;
};

}  // namespace tutti
