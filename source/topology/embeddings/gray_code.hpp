/// @file
/// The binary reflected Gray code: a Hamiltonian cycle of the hypercube.
#pragma once

#include <cstdint>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// The nodes of any cube in the order of the binary reflected Gray code (Gray 1953), in which
/// each differs from the next in one bit, and the last from the first.
struct gray_code {
    /// The node at `position` of the cycle.
    [[nodiscard]] static constexpr node_id gray(std::uint32_t position) noexcept {
        return position ^ (position >> 1U);
    }

    /// The position of `node` on the cycle: the inverse of `gray()`. Bit i is the parity of the
    /// bits of `node` from i upwards.
    [[nodiscard]] static constexpr std::uint32_t index(node_id node) noexcept {
        for (unsigned shift = 1; shift < 32; shift *= 2) {
            node ^= node >> shift;
        }
        return node;
    }
};

}  // namespace tutti
