/// @file
/// The directed links of a network, each a mailbox for one packet a slot.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "tutti/machine/detail/zeroed_array.hpp"
#include "tutti/machine/packet.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Where the mailbox of a node's port lies. Regular networks are stored port by port, with rows
/// lengthened to an odd number of cache lines so that the ports of a node do not compete for one
/// cache set; others node by node, so that memory follows the links.
template <topology Network>
class mailbox_layout {
public:
    mailbox_layout(const Network& network, std::size_t cell_bytes) {
        const std::size_t nodes = network.node_count();
        if constexpr (regular_topology<Network>) {
            const auto ports = static_cast<std::size_t>(network.uniform_ports());
            const std::size_t lines = (nodes * cell_bytes + line_bytes - 1) / line_bytes;
            port_stride_ = ((lines | 1U) + 2) * line_bytes / cell_bytes;
            row_bytes_ = (ports + word_bytes - 1) / word_bytes * word_bytes;
            cells_ = ports * port_stride_;
            flags_ = nodes * row_bytes_;
        } else {
            first_cell_.reserve(nodes + 1);
            first_cell_.push_back(0);
            first_.reserve(nodes + 1);
            first_.push_back(0);
            for (std::size_t node = 0; node < nodes; ++node) {
                const auto ports =
                    static_cast<std::size_t>(network.port_limit(static_cast<node_id>(node)));
                first_cell_.push_back(first_cell_.back() + ports);
                first_.push_back(first_.back() +
                                 (ports + word_bytes - 1) / word_bytes * word_bytes);
            }
            cells_ = first_cell_.back();
            flags_ = first_.back();
        }
    }

    /// The cell of the mailbox at which a packet arrives at `node` through `through`.
    [[nodiscard]] std::size_t cell(node_id node, port through) const noexcept {
        if constexpr (regular_topology<Network>) {
            return static_cast<std::size_t>(through) * port_stride_ + node;
        } else {
            return first_cell_[node] + static_cast<std::size_t>(through);
        }
    }
    /// First byte of the node's row of flags, one flag a port.
    [[nodiscard]] std::size_t row(node_id node) const noexcept {
        if constexpr (regular_topology<Network>) {
            return node * row_bytes_;
        } else {
            return first_[node];
        }
    }
    /// Bytes of the node's row, a multiple of 8.
    [[nodiscard]] std::size_t row_bytes(node_id node) const noexcept {
        if constexpr (regular_topology<Network>) {
            return row_bytes_;
        } else {
            return first_[node + 1] - first_[node];
        }
    }
    [[nodiscard]] std::size_t cells() const noexcept { return cells_; }
    [[nodiscard]] std::size_t flags() const noexcept { return flags_; }
    /// Bytes that the layout itself takes.
    [[nodiscard]] std::size_t index_bytes() const noexcept {
        return (first_cell_.size() + first_.size()) * sizeof(std::size_t);
    }

    static constexpr std::size_t word_bytes = 8;

private:
    static constexpr std::size_t line_bytes = 64;

    std::size_t port_stride_ = 0;
    std::size_t row_bytes_ = 0;
    std::size_t cells_ = 0;
    std::size_t flags_ = 0;
    std::vector<std::size_t> first_cell_;  // of each node, where they lie node by node
    std::vector<std::size_t> first_;       // of each node: its first flag
};

/// Walks over the ports of a node that have one of the wanted flags set. Valid while the row of
/// flags does not change.
class port_scan {
public:
    /// Stands at no port.
    port_scan() = default;

    /// @param row the node's flags, one byte a port
    /// @param row_bytes a multiple of 8
    /// @param wanted the flags that count, in each byte
    port_scan(const std::uint8_t* row, std::size_t row_bytes, std::uint64_t wanted) noexcept
        : row_{row, row_bytes}, wanted_{wanted} {
        find();
    }

    /// Whether it stands at a port.
    [[nodiscard]] explicit operator bool() const noexcept { return left_ != 0; }
    /// @pre it stands at one
    [[nodiscard]] port operator*() const noexcept {
        return base_ - 8 + std::countr_zero(left_) / 8;
    }
    port_scan& operator++() noexcept {
        left_ &= ~(std::uint64_t{0xFF} << (std::countr_zero(left_) & ~7));
        find();
        return *this;
    }

private:
    void find() noexcept {
        while (left_ == 0 && !row_.empty()) {
            std::memcpy(&left_, row_.data(), sizeof left_);
            left_ &= wanted_;
            row_ = row_.subspan(sizeof left_);
            base_ += 8;
        }
    }

    std::span<const std::uint8_t> row_;  // what is not looked at yet
    std::uint64_t wanted_ = 0;
    std::uint64_t left_ = 0;  // flags of the present word that are not passed yet
    port base_ = 0;           // first port after the present word
};

/// All links of a network, each with room for the packet of one slot and of the next.
///
/// Invariant: a packet put in slot t can be read in slot t+1 and in no other.
/// Thread safety: in a slot, a link's sender alone writes the side of the next slot, and its
/// receiver alone reads and clears the side of this one. There are no atomics: the barrier between
/// two slots makes a packet visible to the reader.
template <topology Network, packet Packet>
class mailboxes {
public:
    explicit mailboxes(const Network& network)
        : layout_{network, sizeof(Packet)},
          sides_{side{layout_.cells(), layout_.flags()}, side{layout_.cells(), layout_.flags()}} {}

    /// Bytes that the mailboxes of such a network take.
    [[nodiscard]] static std::size_t bytes(const Network& network) {
        const mailbox_layout<Network> layout{network, sizeof(Packet)};
        return 2 * (layout.cells() * sizeof(Packet) + layout.flags()) + layout.index_bytes();
    }

    /// Whether a packet was put in slot `now` for `receiver` at its port `through`.
    [[nodiscard]] bool is_busy(slot now, node_id receiver, port through) const noexcept {
        return sent(now).flags[flag(receiver, through)] != nothing;
    }

    /// Puts `content` in slot `now` for `receiver` at its port `through`.
    /// @pre `!is_busy(now, receiver, through)`
    void put(slot now, node_id receiver, port through, const Packet& content) noexcept {
        side& target = sent(now);
        target.cells[layout_.cell(receiver, through)] = content;
        target.flags[flag(receiver, through)] = unread;
    }

    /// What was put in slot `now`. @pre `is_busy(now, receiver, through)`
    [[nodiscard]] const Packet& put_in(slot now, node_id receiver, port through) const noexcept {
        return sent(now).cells[layout_.cell(receiver, through)];
    }

    /// Whether a packet arrived at `node` through `through` at the start of slot `now`.
    [[nodiscard]] bool has_arrived(slot now, node_id node, port through) const noexcept {
        return arrived(now).flags[flag(node, through)] != nothing;
    }

    /// The packet that arrived. @pre `has_arrived(now, node, through)`
    [[nodiscard]] const Packet& arrival(slot now, node_id node, port through) const noexcept {
        return arrived(now).cells[layout_.cell(node, through)];
    }

    /// Notes that the packet was looked at. @pre `has_arrived(now, node, through)`
    void mark_read(slot now, node_id node, port through) noexcept {
        arrived(now).flags[flag(node, through)] = read;
    }

    /// The ports through which packets arrived at `node`, by increasing number.
    [[nodiscard]] port_scan arrivals(slot now, node_id node) const noexcept {
        return scan(arrived(now), node, any_flag);
    }

    /// The ports with arrivals that were not marked as read, by increasing number.
    [[nodiscard]] port_scan unread_arrivals(slot now, node_id node) const noexcept {
        return scan(arrived(now), node, unread_flag);
    }

    /// Empties the node's mailboxes of slot `now`.
    void clear(slot now, node_id node) noexcept {
        std::memset(&arrived(now).flags[layout_.row(node)], nothing, layout_.row_bytes(node));
    }

    /// Empties all mailboxes.
    void clear_all(std::size_t node_count) noexcept {
        for (std::size_t node = 0; node < node_count; ++node) {
            clear(0, static_cast<node_id>(node));
            clear(1, static_cast<node_id>(node));
        }
    }

private:
    static constexpr std::uint8_t nothing = 0;
    static constexpr std::uint8_t unread = 1;
    static constexpr std::uint8_t read = 2;
    static constexpr std::uint64_t unread_flag = 0x0101010101010101;
    static constexpr std::uint64_t any_flag = 0x0303030303030303;
    static_assert(std::endian::native == std::endian::little,
                  "rows of flags are read as words whose lowest byte is the first port");

    struct side {
        side(std::size_t cell_count, std::size_t flag_count)
            : cells{cell_count}, flags{flag_count} {}
        detail::zeroed_array<Packet> cells;
        detail::zeroed_array<std::uint8_t> flags;
    };

    [[nodiscard]] std::size_t flag(node_id node, port through) const noexcept {
        return layout_.row(node) + static_cast<std::size_t>(through);
    }
    [[nodiscard]] side& sent(slot now) noexcept { return sides_[(now + 1) & 1]; }
    [[nodiscard]] const side& sent(slot now) const noexcept { return sides_[(now + 1) & 1]; }
    [[nodiscard]] side& arrived(slot now) noexcept { return sides_[now & 1]; }
    [[nodiscard]] const side& arrived(slot now) const noexcept { return sides_[now & 1]; }

    [[nodiscard]] port_scan scan(const side& from_side, node_id node,
                                 std::uint64_t wanted) const noexcept {
        const std::size_t row = layout_.row(node);
        return {&from_side.flags[row], layout_.row_bytes(node), wanted};
    }

    mailbox_layout<Network> layout_;
    std::array<side, 2> sides_;
};

}  // namespace tutti
