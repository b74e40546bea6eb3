/// @file
/// Random number generator with the same numbers on every machine: Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014, with the constants of SplitMix64.
#pragma once

#include <cstdint>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// A one-to-one scrambling of 64-bit numbers in which every bit depends on all; mix(0) = 0.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t value) noexcept {
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31U);
}

/// A node of a network of `nodes` that a number stands for.
[[nodiscard]] constexpr node_id node_below(std::uint64_t number, std::uint64_t nodes) noexcept {
    return static_cast<node_id>(number % nodes);
}

/// A stream of uniform 64-bit numbers, one for each seed, with period 2^64.
class split_mix {
public:
    explicit constexpr split_mix(std::uint64_t seed) noexcept : state_{seed} {}

    /// The next number of the stream.
    constexpr std::uint64_t next() noexcept {
        state_ += 0x9E3779B97F4A7C15U;
        return mix(state_);
    }

private:
    std::uint64_t state_;
};

/// The number that `call` draws at `node`, uniform over 64 bits: a node's randomness is a function
/// of these three alone, whatever else the run does.
/// @param call counts from 1.
[[nodiscard]] constexpr std::uint64_t node_random(std::uint64_t seed, node_id node,
                                                  std::uint64_t call) noexcept {
    return mix(seed + 0x9E3779B97F4A7C15U * (std::uint64_t{node} + 1) + 0xD1B54A32D192ED03U * call);
}

/// Number of calls by which a node's stream of the seed `to` is behind its stream of the seed
/// `from`: `node_random(to, n, c) == node_random(from, n, c + calls_between(from, to))`.
[[nodiscard]] constexpr std::uint64_t calls_between(std::uint64_t from, std::uint64_t to) noexcept {
    constexpr std::uint64_t inverse = 0x06106CCFA448E5ABU;  // of the factor of `call` above
    return (to - from) * inverse;
}

}  // namespace tutti
