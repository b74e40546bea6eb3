/// @file
/// Successive broadcasts of one node after the other, received by all nodes in the same order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "topology/embeddings/gray_code.hpp"
#include "topology/networks/dimension_set.hpp"
#include "topology/trees/rotations.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Spacing and orientation of successive broadcasts.
struct broadcast_spacing {
    /// True if the tree of a source is rotated so that the next source is its neighbour and a leaf.
    bool is_rotated = true;
    /// Slots from hearing the source before to one's own broadcast, where the two differ in
    /// dimension 0, and where in another. At least 1.
    slot gap_at_0 = 2;
    slot gap = 2;
};

/// Dimensions over which a node forwards the values of a source: if it differs from the source by
/// `relative`, those from `first` on, cyclically, up to the first in which they differ. The tree is
/// the binomial tree of the source with the dimensions turned by `first`.
[[nodiscard]] constexpr dimension_set turned_children(node_id relative, int first,
                                                      int dimensions) noexcept {
    const node_id aligned = rotated(relative, dimensions - first, dimensions);
    const int before = std::min(std::countr_zero(aligned), dimensions);
    return dimension_set{rotated(dimension_set::range(0, before).bits(), first, dimensions)};
}

/// The dimension in which sources number `index` and `index`+1 of the Gray code differ; the first
/// follows the last. Indices count from 0.
[[nodiscard]] constexpr int turning_dimension(std::uint32_t index, int dimensions) noexcept {
    return std::min(std::countr_zero(index + 1), dimensions - 1);
}

/// Delivers a received value and shouts it to the node's children in the tree of its source.
/// @param values spacing many there are
/// @return the slot in which the node's own broadcast is due, if its value is the next, else
/// `never`
template <node_of<hypercube> Node>
slot forward_successive(Node& self, const short_packet& packet, std::uint64_t values,
                        const broadcast_spacing& spacing) {
    const int dimensions = self.network().dimensions();
    const std::uint64_t nodes = self.network().node_count();
    const message value = packet.content();
    const std::uint32_t index = gray_code::index(value.origin);
    const int turn = turning_dimension(index, dimensions);
    self.deliver(value);
    for (const int i :
         turned_children(self.id() ^ value.origin, spacing.is_rotated ? turn : 0, dimensions)) {
        self.send(i, packet);
    }
    const std::uint64_t next = value.number * nodes + index + 1;
    if (next >= values || next % nodes != gray_code::index(self.id())) {
        return never;
    }
    return self.slot() + (turn == 0 ? spacing.gap_at_0 : spacing.gap) - 1;
}

/// Successive broadcasts of n values by the nodes in turn, in the order of the Gray code: a node
/// broadcasts its next value when it has received the one before it, a neighbour's, and receives
/// all in the same order, one at a time. What it hears it shouts to its children in the next slot.
/// All are given n.
///
/// Three values on the 3-cube, rotated: a of node 0, b of node 1, d of node 3, the first nodes of
/// the Gray code:
///
///     slot 1   0-a->1  0-a->2  0-a->4
///     slot 2   2-a->3  4-a->5  4-a->6
///     slot 3   1-b->0  1-b->3  1-b->5  6-a->7
///     slot 4   0-b->2  0-b->4  5-b->7
///     slot 5   3-d->2  3-d->1  3-d->7  4-b->6
///     slot 6   1-d->0  7-d->6  7-d->5
///     slot 7   5-d->4
///
/// Unrotated, node 3 has a child in the tree of b: it passes b on in slot 4, and sends d in slot 6.
///
/// Desprez, Fraigniaud and Tourancheau, "Successive broadcasts on hypercube". All nodes mark
/// "broadcast". Time: exactly as many slots as the gaps between the starts, and d. Rotated with
/// gaps of 2: 2n + d - 2 for n values; unrotated with gaps of 2 and 3 by turns, or of 3: 2
/// ceil((n-1)/2) + 3 floor((n-1)/2) + d for n values; 3(n-1) + d with gap=3; one after the other:
/// n*d for n values. Transmissions: n(2^d - 1). Ports: shout and whisper.
/// @param messages of the values 0 to n-1 those whose number mod 2^d is the node's in the Gray code
template <cube_node Node>
task<> successive_broadcasts(Node& self, initial_messages messages, std::uint64_t values,
                             broadcast_spacing spacing) {
    const bool is_first = gray_code::index(self.id()) == 0;
    slot own_slot = is_first && values > 0 ? self.slot() : never;
    std::size_t sent = 0;
    for (std::uint64_t stored = 0;;) {
        if (self.slot() == own_slot) {
            const message value = messages[sent++];
            self.deliver(value);
            ++stored;
            for (int i = 0; i < self.network().dimensions(); ++i) {
                self.send(i, short_packet::of(value, packet_kind::data));
            }
            own_slot = never;
        }
        if (stored == values) {
            break;
        }
        co_await self.mail_or(own_slot);
        for (const auto [through, packet] : self.inbox()) {
            ++stored;
            own_slot = std::min(own_slot, forward_successive(self, packet, values, spacing));
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
