/// @file
/// Multinode broadcast with one port along the best tour that is known for a network: cycle, path
/// or tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "topology/embeddings/hamiltonian_map.hpp"
#include "tutti/catalog/tree_broadcast.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/network.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// Action of a node of a ring in one slot.
struct ring_turn {
    bool sends = false;     ///< to the next node
    bool receives = false;  ///< from the node before
};

/// Send schedule of the nodes of a ring. With full duplex all do in every slot. With half duplex,
/// of an even number of nodes every second one does, the others in the next slot; of an odd number,
/// the node that receives from a sender is followed by the next sender, but for one pair of places
/// that do not send, and the pattern moves on by one place a slot.
///
/// The first 5 of 10 slots on the ring of 5 with half duplex, messages a to e; the pair that does
/// not send moves on as well:
///
///     slot 1   1-b->2  3-d->4
///     slot 2   2-c->3  4-e->0
///     slot 3   0-a->1  3-c->4
///     slot 4   1-a->2  4-d->0
///     slot 5   0-e->1  2-b->3
///
/// Dimakopoulos 1999, section 3, with the last sender of the odd ring at offset n-3: n-1, as
/// printed, is the idle node itself. Slots count from 0 here.
class ring_schedule {
public:
    /// @param nodes n, at least 1
    ring_schedule(std::size_t nodes, duplex mode) noexcept
        : nodes_{static_cast<std::int64_t>(nodes)}, mode_{mode} {}

    /// n-1 with full duplex; with half duplex 2(n-1) for even n, 2n for odd n; 0 for one node.
    [[nodiscard]] slot slots() const noexcept {
        const bool is_full = nodes_ == 1 || mode_ == duplex::full;
        return is_full ? nodes_ - 1 : 2 * (nodes_ - 1 + nodes_ % 2);
    }

    /// @pre position < n and 0 <= at < `slots()`
    [[nodiscard]] ring_turn turn(std::uint32_t position, slot at) const noexcept {
        if (mode_ == duplex::full) {
            return {.sends = true, .receives = true};
        }
        if (nodes_ % 2 == 0) {
            const bool is_even = (std::int64_t{position} + at) % 2 == 0;
            return {.sends = is_even, .receives = !is_even};
        }
        const std::int64_t offset = (std::int64_t{position} + 2 * nodes_ - (at + 1)) % nodes_;
        const bool is_odd = offset % 2 != 0;
        return {.sends = !is_odd && offset != nodes_ - 1, .receives = is_odd};
    }

private:
    std::int64_t nodes_;
    duplex mode_;
};

/// Multinode broadcast along a Hamiltonian cycle: after its own message a node forwards the packets
/// of the node before it, in the order in which they came.
///
/// On the ring of 4, messages a to d of nodes 0 to 3, with full duplex:
///
///     slot 1   0-a->1  1-b->2  2-c->3  3-d->0
///     slot 2   0-d->1  1-a->2  2-b->3  3-c->0
///     slot 3   0-c->1  1-d->2  2-a->3  3-b->0
///
/// With half duplex, which gives even and odd nodes every second slot:
///
///     slot 1   0-a->1  2-c->3
///     slot 2   1-b->2  3-d->0
///     slot 3   0-d->1  2-b->3
///     slot 4   1-a->2  3-c->0
///     slot 5   0-c->1  2-a->3
///     slot 6   1-d->2  3-b->0
///
/// Dimakopoulos 1999, section 3. Time: exactly n - 1; half duplex 2(n-1) for even n, 2n for odd n:
/// the least for any network. Transmissions: n(n-1). Ports: one.
class ring_broadcast : public scheduled_broadcast {
public:
    /// @param way a cycle
    ring_broadcast(const hamiltonian_map& way, duplex mode);
};

/// Action of a node of a path in one slot.
struct path_turn {
    bool sends_up : 1 = false;        ///< to the node at the next position
    bool sends_down : 1 = false;      ///< to the node at the position before
    bool receives_above : 1 = false;  ///< from the node at the next position
    bool receives_below : 1 = false;  ///< from the node at the position before
    friend bool operator==(const path_turn&, const path_turn&) = default;
};

/// The timetable of multinode broadcast along a path 0 to n-1. Node i has i+1 packets to send
/// upwards and n-i downwards. In every slot the sends that can be made are gone through, the most
/// urgent first (what is left to send that way, and the nodes that it has to pass after the next
/// one), and those are made whose nodes are still free.
///
/// Not in the paper, which has no rule for paths. The times of `path_slots()` are the least
/// possible: a node of the middle sends n+1 packets and receives n-1, and its last ones have still
/// to come to the ends.
///
/// It follows from n and the duplex alone: one table serves all nodes, each of which looks at its
/// own rows only. Slots count from 0. Any thread may read it.
class path_schedule {
public:
    /// @param nodes n, at least 1
    path_schedule(std::size_t nodes, duplex mode);

    [[nodiscard]] slot slots() const noexcept { return std::ssize(turns_) / nodes_; }
    /// @pre position < n and 0 <= at < `slots()`
    [[nodiscard]] path_turn turn(std::uint32_t position, slot at) const noexcept {
        return turns_[at * nodes_ + position];
    }

private:
    std::int64_t nodes_;
    indexed_vector<slot, path_turn> turns_;  // [slot][position]
};

/// Multinode broadcast along a Hamiltonian path: a node sends its own message both ways, and
/// forwards the packets of one side to the other, in the order in which they came, whenever the
/// schedule allows.
///
/// On the path of 4, messages a to d of nodes 0 to 3, with full duplex:
///
///     slot 1   0-a->1  1-b->2  2-c->3
///     slot 2   1-b->0  2-c->1  3-d->2
///     slot 3   1-a->2  2-b->3
///     slot 4   1-c->0  2-d->1
///     slot 5   1-d->0  2-a->3
///
/// Not in the paper. Time: exactly ceil(3n/2) - 1; half duplex ceil(5n/2) - 2; as hamiltonian for n
/// <= 2: the least for a path. Transmissions: n(n-1). Ports: one.
class path_broadcast : public scheduled_broadcast {
public:
    /// @param way a path
    path_broadcast(const hamiltonian_map& way, duplex mode);
};

/// Kind of tour that is known for a network.
enum class tour_kind : std::uint8_t { none, cycle, path };

/// A cycle if one is known, else a path if one is. Of networks of listed links, a search; none of
/// those that have a name, as `star:5`.
[[nodiscard]] tour_kind tour_of(const network& net);

/// Why an algorithm along a Hamiltonian cycle cannot run on `net`, or an empty text.
[[nodiscard]] std::string cycle_mismatch(const network& net);

/// Along the known cycle.
/// @throws std::invalid_argument if none is known
[[nodiscard]] ring_broadcast along_cycle(const network& net, duplex mode);
/// Along the known path.
/// @throws std::invalid_argument if none is known
[[nodiscard]] path_broadcast along_path(const network& net, duplex mode);
/// Broadcasts along the tour of `tour_of`; if there is none, over a spanning tree of low degree.
/// @throws std::invalid_argument if the network is not connected
[[nodiscard]] scheduled_broadcast along_tour(const network& net, duplex mode);

}  // namespace tutti
