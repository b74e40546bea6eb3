/// @file
/// Mailboxes: the directed links of a network, each with room for one packet a slot.
///
/// A mailbox has two sides; side t is the one with the parity of t. In slot t senders write side
/// t+1 and receivers read and clear side t. The barrier at the end of the slot makes the packets
/// visible.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <span>
#include <type_traits>
#include <utility>

#include "engine/memory/huge_pages.hpp"
#include "engine/memory/lazy_array.hpp"
#include "engine/partition/node_partition.hpp"
#include "mailbox_layout.hpp"
#include "node/prefetch.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/bits.hpp"

namespace tutti {

/// A bit for each of 64 ports of a node.
struct inbox_word {
    std::uint64_t arrived = 0;  ///< a packet arrived at the start of the slot
    std::uint64_t unread = 0;   ///< and was not looked at
};

/// Walks over the ports of a node that have the wanted bit set. Valid while the words do not
/// change.
///
/// In slot t the bits of a node show the packets of side t. They are set when its mail is
/// collected, before its program runs, and belong to that slot only.
class port_scan {
public:
    /// Iterator at no port.
    port_scan() = default;

    /// @param words the node's inbox, by increasing port
    port_scan(std::span<const inbox_word> words, std::uint64_t inbox_word::*wanted) noexcept
        : rest_{words}, wanted_{wanted} {
        find();
    }

    /// True if it is at a port.
    [[nodiscard]] explicit operator bool() const noexcept { return left_ != 0; }
    /// @pre it is at one
    [[nodiscard]] port operator*() const noexcept { return end_ - 64 + std::countr_zero(left_); }
    port_scan& operator++() noexcept {
        left_ &= left_ - 1;
        find();
        return *this;
    }

private:
    void find() noexcept {
        while (left_ == 0 && !rest_.empty()) {
            left_ = rest_.front().*wanted_;
            rest_ = rest_.subspan(1);
            end_ += 64;
        }
    }

    std::uint64_t left_ = 0;            // bits of the present word that are not passed yet
    std::span<const inbox_word> rest_;  // what is not looked at yet
    std::uint64_t inbox_word::*wanted_ = nullptr;
    port end_ = 0;  // the port after the present word's
};

/// All links of a network, each with room for the packet of one slot and of the next.
///
/// Invariant: a packet put in slot t can be read in slot t+1, from when `collect` is called for its
/// receiver, and in no other.
/// Thread safety: in a slot, a link's sender alone writes the side of the next slot, and its
/// receiver alone reads and clears the side of this one. There are no atomics: the barrier between
/// two slots makes a packet visible to the reader.
template <topology Network, packet Packet>
class mailboxes {
    // Not a character type, which could be any other object's bytes: the compiler would have to
    // read all it knows again after each flag.
    enum class state : std::uint8_t { empty = 0, full = 1 };

    using finder = std::conditional_t<regular_topology<Network>, mailbox_layout<Network>,
                                      const mailbox_layout<Network>&>;

public:
    /// @param nodes which are this process's
    mailboxes(const Network& net, const node_partition& nodes);

    /// True if it helps to prefetch packets where links are busy.
    [[nodiscard]] bool exceeds_cache() const noexcept {
        return 2 * layout_.cells() * sizeof(Packet) > cached_bytes;
    }

    /// Bytes that the mailboxes of such a network take.
    [[nodiscard]] static std::size_t bytes(const Network& net);

    /// The mailboxes that packets sent in slot `now` go to. A copy of what it takes to find them,
    /// so that it stays in registers over many packets.
    class departures {
    public:
        departures(mailboxes& boxes, slot now) noexcept
            : layout_{boxes.layout_},
              cells_{&boxes.cells_[sent(now)][0]},
              flags_{boxes.flags_[sent(now)].data()} {}

        // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        /// True if a packet for `receiver` at its port `through` was marked as sent.
        [[nodiscard]] bool is_taken(node_id receiver, port through) const noexcept {
            return flags_[flag(receiver, through)] != state::empty;
        }
        /// Writes a packet where its receiver will look once it is marked.
        /// @pre `!is_taken(receiver, through)`
        void write(node_id receiver, port through, const Packet& content) noexcept {
            cells_[layout_.cell(receiver, through)] = content;
        }
        /// Marks the written packet as sent.
        void mark(node_id receiver, port through) noexcept {
            flags_[flag(receiver, through)] = state::full;
        }
        /// Has the place fetched from memory where `write` and `mark` will write.
        void prefetch(node_id receiver, port through) const noexcept {
            prefetch_line<true>(&flags_[flag(receiver, through)]);
            prefetch_line<true>(&cells_[layout_.cell(receiver, through)]);
        }
        /// Packet that was written there.
        [[nodiscard]] const Packet& content(node_id receiver, port through) const noexcept {
            return cells_[layout_.cell(receiver, through)];
        }
        /// Calls `visit(port, packet)` for every packet for `receiver` that was marked as sent.
        template <class Visit>
        void visit_taken(node_id receiver, const Visit& visit) const {
            const auto end = static_cast<port>(layout_.row_bytes(receiver));
            for (port through = 0; through < end; ++through) {
                if (is_taken(receiver, through)) {
                    visit(through, content(receiver, through));
                }
            }
        }
        // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)

    private:
        [[nodiscard]] std::size_t flag(node_id node, port through) const noexcept {
            return layout_.row(node) + port_index(through);
        }

        finder layout_;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
        Packet* cells_;
        state* flags_;
    };

    /// The mailboxes of the packets that arrive in slot `now`. A copy of what it takes to find
    /// them, like the departures. Callers must have called `collect` for a node in this slot before
    /// they ask for it.
    class arrivals {
    public:
        arrivals(mailboxes& boxes, slot now) noexcept
            : layout_{boxes.layout_},
              cells_{&boxes.cells_[arrived(now)][0]},
              flags_{boxes.flags_[arrived(now)].data()},
              inboxes_{boxes.inboxes_.data()} {}

        // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        /// Empties the node's mailboxes into its inbox. Says whether anything arrived.
        bool collect(node_id node) noexcept {
            state* row = flags_ + layout_.row(node);
            std::size_t left = layout_.row_bytes(node);
            std::uint64_t any = 0;
            for (inbox_word& word : inbox_of(node)) {
                const std::size_t bytes = left < word_ports ? left : word_ports;
                const std::uint64_t received = take_flags(row, bytes);
                word = {.arrived = received, .unread = received};
                any |= received;
                row += bytes;
                left -= bytes;
            }
            return any != 0;
        }

        /// Prefetches the memory that `collect` will read.
        void prefetch(node_id node) const noexcept {
            prefetch_line<true>(&flags_[layout_.row(node)]);
            prefetch_line<true>(&inboxes_[layout_.word(node)]);
        }

        /// Has the first packet fetched from memory that `collect` will find.
        void prefetch_first(node_id node) const noexcept {
            const std::size_t row = layout_.row(node);
            for (std::size_t byte = 0; byte < layout_.row_bytes(node); byte += 8) {
                std::uint64_t flags = 0;
                std::memcpy(&flags, flags_ + row + byte, sizeof flags);
                if (flags != 0) {
                    prefetch(node, static_cast<port>(byte) + std::countr_zero(flags) / 8);
                    return;
                }
            }
        }

        /// Prefetches the cell of a packet.
        void prefetch(node_id node, port through) const noexcept {
            prefetch_line(&cells_[layout_.cell(node, through)]);
        }

        /// True if a packet arrived at `node` through `through` at the start of the slot.
        [[nodiscard]] bool has_arrived(node_id node, port through) const noexcept {
            return (inbox_of(node)[word(through)].arrived & bit(through)) != 0;
        }

        /// The packet that arrived. @pre `has_arrived(node, through)`
        [[nodiscard]] const Packet& arrival(node_id node, port through) const noexcept {
            return cells_[layout_.cell(node, through)];
        }

        /// Notes that the packet was looked at. @pre `has_arrived(node, through)`
        void mark_read(node_id node, port through) noexcept {
            inbox_of(node)[word(through)].unread &= ~bit(through);
        }

        /// Number of packets that arrived at `node`.
        [[nodiscard]] std::size_t count(node_id node) const noexcept {
            std::size_t total = 0;
            for (const inbox_word& word : inbox_of(node)) {
                total += bit_count(word.arrived);
            }
            return total;
        }

        /// The ports through which packets arrived at `node`, by increasing number.
        [[nodiscard]] port_scan ports(node_id node) const noexcept {
            return {inbox_of(node), &inbox_word::arrived};
        }

        /// Packets that were not marked as read.
        [[nodiscard]] port_scan unread_ports(node_id node) const noexcept {
            return {inbox_of(node), &inbox_word::unread};
        }

        /// Calls `visit(port, packet)` for every packet that arrived at `node`, by increasing port.
        template <class Visit>
        void visit_arrivals(node_id node, const Visit& visit) const {
            if constexpr (regular_topology<Network>) {
                // Often all have arrived.
                const std::uint64_t arrived = inboxes_[node].arrived;
                if ((arrived & (arrived + 1)) == 0) {
                    const port end = std::countr_one(arrived);
                    std::size_t cell = layout_.cell(node, 0);
                    const std::size_t step = layout_.cell(node, 1) - cell;
                    for (port through = 0; through < end; ++through, cell += step) {
                        visit(through, std::as_const(cells_[cell]));
                    }
                    return;
                }
            }
            for (port_scan left = ports(node); left; ++left) {
                const port through = *left;
                visit(through, std::as_const(cells_[layout_.cell(node, through)]));
            }
        }

    private:
        [[nodiscard]] std::span<inbox_word> inbox_of(node_id node) const noexcept {
            return {inboxes_ + layout_.word(node), layout_.words(node)};
        }
        // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)

        finder layout_;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
        const Packet* cells_;
        state* flags_;
        inbox_word* inboxes_;
    };

    /// Empties all mailboxes.
    void clear_all() noexcept;

private:
    // Cells that nothing arrives at are never touched; flags and inboxes of own nodes are, and the
    // system has provided them before a run begins.
    using cell_row = detail::lazy_array<Packet>;
    using flag_row = detail::lazy_zeros<state>;

    // Flags as bits; they are empty then. @pre `bytes` is a multiple of 8 from 8 to 64
    [[nodiscard]] static std::uint64_t take_flags(state* first, std::size_t bytes) noexcept {
        static_assert(std::endian::native == std::endian::little, "the lowest byte is the first");
        // Brings the lowest bits of 8 bytes together in the highest byte.
        constexpr std::uint64_t together = 0x0102040810204080;
        const auto take = [first](std::size_t byte) {
            // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
            state* const eight = first + byte;
            std::uint64_t flags = 0;
            std::memcpy(&flags, eight, sizeof flags);
            std::memset(eight, 0, sizeof flags);
            return (flags * together >> 56U) << byte;
        };
        // Most nodes have up to 16 ports; for them there is no loop.
        std::uint64_t taken = take(0);
        if (bytes > 8) {
            taken |= take(8);
            for (std::size_t byte = 16; byte < bytes; byte += 8) {
                taken |= take(byte);
            }
        }
        return taken;
    }
    [[nodiscard]] static std::size_t word(port through) noexcept {
        return port_index(through) / word_ports;
    }
    [[nodiscard]] static std::uint64_t bit(port through) noexcept {
        return std::uint64_t{1} << (port_index(through) % word_ports);
    }
    // The sides of the slot to come and of this one.
    [[nodiscard]] static std::size_t sent(slot now) noexcept { return arrived(~now); }
    [[nodiscard]] static std::size_t arrived(slot now) noexcept {
        return static_cast<std::size_t>(now & 1);
    }

    // Of several processes each has room for the mailboxes of all, so that each has its place,
    // and uses its own: those of all would often be more than the machine has.
    [[nodiscard]] static detail::backing backing_for(const node_partition& nodes) noexcept {
        return nodes.own_count() == nodes.node_count() ? detail::backing::promised
                                                       : detail::backing::on_demand;
    }
    [[nodiscard]] std::pair<std::size_t, std::size_t> own_flags(const node_partition& nodes) const {
        const auto [first, last] = nodes.own_places();
        return {layout_.flags_before(first), layout_.flags_before(last)};
    }
    [[nodiscard]] std::pair<std::size_t, std::size_t> own_words(const node_partition& nodes) const {
        const auto [first, last] = nodes.own_places();
        return {layout_.words_before(first), layout_.words_before(last)};
    }

    mailbox_layout<Network> layout_;
    std::array<cell_row, 2> cells_;
    std::array<flag_row, 2> flags_;
    detail::lazy_zeros<inbox_word> inboxes_;  // of the nodes that run in this slot
};

template <topology Network, packet Packet>
mailboxes<Network, Packet>::mailboxes(const Network& net, const node_partition& nodes)
    : layout_{net, sizeof(Packet), nodes},
      cells_{cell_row{layout_.cells(), backing_for(nodes)},
             cell_row{layout_.cells(), backing_for(nodes)}},
      flags_{flag_row{layout_.flags(), own_flags(nodes)},
             flag_row{layout_.flags(), own_flags(nodes)}},
      inboxes_{layout_.words(), own_words(nodes)} {}

template <topology Network, packet Packet>
std::size_t mailboxes<Network, Packet>::bytes(const Network& net) {
    const mailbox_layout<Network> layout{net, sizeof(Packet), node_partition{net.node_count()}};
    return 2 * (layout.cells() * sizeof(Packet) + layout.flags()) +
           layout.words() * sizeof(inbox_word) + layout.index_bytes();
}

template <topology Network, packet Packet>
void mailboxes<Network, Packet>::clear_all() noexcept {
    for (flag_row& side : flags_) {
        side.clear();
    }
}

}  // namespace tutti
