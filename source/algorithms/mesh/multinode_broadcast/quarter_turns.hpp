/// @file
/// Send schedule of the optimal multinode broadcast on the torus with two equal sides.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Offset between two nodes of a p x p torus: both coordinates count modulo p.
struct torus_offset {
    int x = 0;  ///< along dimension 0
    int y = 0;  ///< along dimension 1

    /// Number of quarter turns to the left.
    [[nodiscard]] constexpr torus_offset turned(std::size_t turns) const noexcept {
        torus_offset made = *this;
        for (; turns > 0; --turns) {
            made = {.x = -made.y, .y = made.x};
        }
        return made;
    }

    friend constexpr torus_offset operator-(torus_offset a, torus_offset b) noexcept {
        return {.x = a.x - b.x, .y = a.y - b.y};
    }
    friend constexpr bool operator==(const torus_offset&, const torus_offset&) = default;
};

/// Send schedule of the p x p torus: a function of p alone, the same at all nodes. In every slot
/// each node sends in four directions, which are quarter turns of each other.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 1.
class quarter_turns {
public:
    /// A packet that every node sends through a port, and that comes in through the opposite one.
    struct hop {
        port through = 0;
        torus_offset source{};  ///< the sender, seen from the packet's source
        torus_offset target{};  ///< the receiver, likewise
        std::size_t from = 0;   ///< where the sender has it; 0 is the place of its own packet
        std::size_t to = 0;     ///< where the receiver keeps it
    };

    /// @pre side >= 3
    explicit quarter_turns(int side);

    [[nodiscard]] std::size_t slots() const noexcept { return hops_.size(); }
    /// Hops of a slot, from 0.
    [[nodiscard]] std::span<const hop> hops(std::size_t at) const { return hops_[at]; }
    /// Places of four packets that a node needs.
    [[nodiscard]] std::size_t places() const noexcept { return places_; }
    /// Capacity, no less than `places()`: packets of the first row of the base list and, for even
    /// p, of the ends of the rows.
    [[nodiscard]] static constexpr std::size_t most_places(int side) noexcept {
        return static_cast<std::size_t>(side % 2 == 0 ? side : side / 2 + 2);
    }

    /// Offsets from the source at which the packet that a node sends up in dimension 0 arrives, by
    /// slot: one offset out of each four that are turns of each other. For even p the last slot, in
    /// which the offsets that are turns of themselves are left, is not in the list.
    [[nodiscard]] static std::vector<torus_offset> base_list(int side);

private:
    void assign_places(std::span<const std::size_t> last_use);

    std::vector<std::vector<hop>> hops_;  // by slot
    std::size_t places_ = 2;
};

}  // namespace tutti
