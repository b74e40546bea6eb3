/// @file
/// Recovery of a run's seed, and of what follows from it, by a node program.
#pragma once

#include <array>
#include <cstdint>

#include "topology/random.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

using tutti::mix;
using tutti::node_id;
using tutti::split_mix;

/// A copy of what makes payloads: the sources of tutti are open.
class copied_payloads {
public:
    explicit copied_payloads(std::uint64_t seed) {
        split_mix stream{mix(seed ^ 0x7454495575417453)};
        for (std::uint64_t& word : words_) {
            word = stream.next();
        }
    }
    [[nodiscard]] std::uint64_t of(node_id origin, std::uint32_t number = 0) const {
        const std::uint64_t which = std::uint64_t{origin} << 32U | number;
        __extension__ using wide = unsigned __int128;
        const wide product = wide{which ^ words_[0]} * (mix(which) ^ words_[1]);
        const auto folded =
            static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
        return mix(folded + words_[2]);
    }

private:
    std::array<std::uint64_t, 3> words_{};
};

/// Inverse of `mix`.
constexpr std::uint64_t unmixed(std::uint64_t value) {
    value = (value ^ (value >> 31U) ^ (value >> 62U)) * 0x319642B2D24D8EC3U;
    value = (value ^ (value >> 27U) ^ (value >> 54U)) * 0x96DE1B173F119089U;
    return value ^ (value >> 30U) ^ (value >> 60U);
}

/// The seed of the run, of a node's first draw.
inline std::uint64_t seed_behind(std::uint64_t draw, node_id node) {
    return unmixed(draw) - 0x9E3779B97F4A7C15U * (std::uint64_t{node} + 1) - 0xD1B54A32D192ED03U;
}

}  // namespace support
