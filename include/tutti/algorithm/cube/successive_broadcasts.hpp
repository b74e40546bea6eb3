/// @file
/// Broadcasts of one node after the other, which every node hears in the same order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tutti/algorithm/cube/cube_node.hpp"
#include "tutti/topology/dimension_set.hpp"
#include "tutti/tree/gray_code.hpp"

namespace tutti {

/// How the broadcasts follow each other.
struct succession {
    /// Whether the tree of a source is turned so that the next source is next to it and a leaf.
    bool is_rotated = true;
    /// Slots from hearing the source before to one's own broadcast, where the two differ in
    /// dimension 0, and where in another. At least 1.
    slot gap_at_0 = 2;
    slot gap = 2;
};

/// The dimensions over which a node passes on what a source told it: if it differs from the source
/// by `relative`, those from `first` on, cyclically, up to the first in which they differ. The tree
/// is the binomial tree of the source with the dimensions turned by `first`.
[[nodiscard]] constexpr dimension_set turned_children(node_id relative, int first,
                                                      int dimensions) noexcept {
    std::uint32_t children = 0;
    for (int i = 0; i < dimensions; ++i) {
        const int dimension = (first + i) % dimensions;
        if ((relative >> dimension & 1U) != 0) {
            break;
        }
        children |= std::uint32_t{1} << dimension;
    }
    return dimension_set{children};
}

/// The dimension in which sources number `index` and `index`+1 of the Gray code differ; the first
/// follows the last. Indices count from 0.
[[nodiscard]] constexpr int turning_dimension(std::uint32_t index, int dimensions) noexcept {
    const int low = std::countr_zero(index + 1);
    return low < dimensions ? low : dimensions - 1;
}

/// Delivers a message that is heard and shouts it to the node's children in the tree of its source.
/// @return the slot in which the node's own broadcast is due, if it is the next, else `never`
template <node_of<hypercube> Node>
slot pass_on_succession(Node& self, const cube_packet& packet, const succession& how) {
    const int dimensions = self.network().dimensions();
    const node_id source = packet.content().origin;
    const std::uint32_t index = gray_code::index(source);
    const int turn = turning_dimension(index, dimensions);
    self.deliver(packet.content());
    for (const int i : turned_children(self.id() ^ source, how.is_rotated ? turn : 0, dimensions)) {
        self.send(i, packet);
    }
    if (index + 1 != gray_code::index(self.id())) {
        return never;
    }
    return self.slot() + (turn == 0 ? how.gap_at_0 : how.gap) - 1;
}

/// One broadcast of every node, in the order of the Gray code: a node starts its own when it has
/// heard the one before it, a neighbour's, and hears all in the same order, one at a time. What it
/// hears it shouts to its children in the next slot.
///
/// Desprez, Fraigniaud and Tourancheau, "Successive broadcasts on hypercube". All nodes mark
/// "broadcast". Time: rotated with gaps of 2: exactly 2p + d - 2 slots, p = 2^d; unrotated with
/// gaps of 2 and 3: 5p/2 + d - 3, of 3: 3p + d - 3; with gaps of d: p*d. Transmissions: p(p-1).
/// Ports: shout and whisper.
template <cube_node Node>
task<> successive_broadcasts(Node& self, own_messages mine, succession how) {
    slot own_slot = gray_code::index(self.id()) == 0 ? self.slot() : never;
    for (std::size_t stored = 0;;) {
        if (self.slot() == own_slot) {
            self.deliver(mine[0]);
            ++stored;
            for (int i = 0; i < self.network().dimensions(); ++i) {
                self.send(i, cube_packet::of(mine[0], cube_packet_kind::data));
            }
            own_slot = never;
        }
        if (stored == self.network().node_count()) {
            break;
        }
        co_await self.mail_or(own_slot);
        for (const auto [through, packet] : self.inbox()) {
            ++stored;
            own_slot = std::min(own_slot, pass_on_succession(self, packet, how));
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
