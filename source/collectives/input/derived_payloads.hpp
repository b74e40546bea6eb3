/// @file
/// Derivation of message payloads from a secret key. Not installed: a program that is built against
/// the installed headers cannot work out what messages say.
#pragma once

#include <cstdint>

#include "node/digest.hpp"
#include "payloads.hpp"
#include "topology/random.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Payloads that can be read.
class derived_payloads : public payloads {
public:
    explicit constexpr derived_payloads(std::uint64_t key) noexcept {
        split_mix stream{key};
        first_ = stream.next();
        second_ = stream.next();
        third_ = stream.next();
    }
    explicit constexpr derived_payloads(const payloads& opaque) noexcept : payloads{opaque} {}

    /// The payload of message `number` of `origin`.
    [[nodiscard]] constexpr std::uint64_t of(node_id origin, std::uint32_t number) const noexcept {
        const std::uint64_t which = std::uint64_t{origin} << 32U | number;
        return mix(detail::multiply_fold(which ^ first_, mix(which) ^ second_) + third_);
    }

    /// Numbers that cannot be guessed either, and that do not follow from these.
    [[nodiscard]] constexpr derived_payloads of_another_kind() const noexcept {
        return derived_payloads{mix(first_ ^ mix(second_ ^ mix(third_)))};
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
};

/// The payloads of a run, and its arrivals where messages arrive at random. They depend on the
/// seed, so that the same run has the same digest.
[[nodiscard]] constexpr derived_payloads payloads_for(std::uint64_t seed) noexcept {
    constexpr std::uint64_t secret = 0x7454495575417453;
    return derived_payloads{mix(seed ^ secret)};
}

}  // namespace tutti
