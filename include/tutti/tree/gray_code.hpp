/// @file
/// The binary reflected Gray code: a Hamiltonian cycle of the hypercube.
#pragma once

#include <cstdint>

#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// The nodes of the d-cube in the order of the binary reflected Gray code (Gray 1953), in which
/// each differs from the next in one bit, and the last from the first.
///
/// On the 1-cube the cycle uses its one link to and fro; on the 0-cube it is the node alone.
class gray_code {
public:
    explicit gray_code(const hypercube& cube) noexcept
        : last_{static_cast<std::uint32_t>(cube.node_count() - 1)} {}

    /// The node at `position` of the cycle. @pre position < 2^d
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

    /// The node after `node` on the cycle.
    [[nodiscard]] node_id successor(node_id node) const noexcept {
        return gray((index(node) + 1) & last_);
    }

    /// The node before `node` on the cycle.
    [[nodiscard]] node_id predecessor(node_id node) const noexcept {
        return gray((index(node) - 1) & last_);
    }

private:
    std::uint32_t last_;  // 2^d - 1, also the mask of a position
};

}  // namespace tutti
