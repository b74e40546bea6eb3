/// @file
/// The directed links of a network, each a mailbox for one packet a slot.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "tutti/machine/detail/zeroed_array.hpp"
#include "tutti/machine/packet.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Where the mailbox of a node's port lies: node by node, so that memory follows the links.
template <topology Network>
class mailbox_layout {
public:
    mailbox_layout(const Network& where, std::size_t /*cell_bytes*/) {
        const std::size_t nodes = where.node_count();
        first_cell_.reserve(nodes + 1);
        first_cell_.push_back(0);
        first_flag_.reserve(nodes + 1);
        first_flag_.push_back(0);
        for (std::size_t node = 0; node < nodes; ++node) {
            const auto ports =
                static_cast<std::size_t>(where.port_limit(static_cast<node_id>(node)));
            first_cell_.push_back(first_cell_.back() + ports);
            first_flag_.push_back(first_flag_.back() +
                                  (ports + word_bytes - 1) / word_bytes * word_bytes);
        }
    }

    /// The cell of the mailbox at which a packet arrives at `node` through `through`.
    [[nodiscard]] std::size_t cell(node_id node, port through) const noexcept {
        return first_cell_[node] + static_cast<std::size_t>(through);
    }
    /// First byte of the node's row of flags, one flag a port.
    [[nodiscard]] std::size_t row(node_id node) const noexcept { return first_flag_[node]; }
    /// Bytes of the node's row, a multiple of 8.
    [[nodiscard]] std::size_t row_bytes(node_id node) const noexcept {
        return first_flag_[node + 1] - first_flag_[node];
    }
    [[nodiscard]] std::size_t cells() const noexcept { return first_cell_.back(); }
    [[nodiscard]] std::size_t flags() const noexcept { return first_flag_.back(); }
    /// Bytes that the layout itself takes.
    [[nodiscard]] std::size_t index_bytes() const noexcept {
        return (first_cell_.size() + first_flag_.size()) * sizeof(std::size_t);
    }

    static constexpr std::size_t word_bytes = 8;

private:
    std::vector<std::size_t> first_cell_;  // of each node
    std::vector<std::size_t> first_flag_;
};

/// In regular networks: port by port, with rows lengthened to an odd number of cache lines so that
/// the ports of a node do not compete for one cache set.
template <regular_topology Network>
class mailbox_layout<Network> {
public:
    mailbox_layout(const Network& where, std::size_t cell_bytes) noexcept {
        constexpr std::size_t line_bytes = 64;
        const std::size_t nodes = where.node_count();
        const auto ports = static_cast<std::size_t>(where.uniform_ports());
        const std::size_t lines = (nodes * cell_bytes + line_bytes - 1) / line_bytes;
        port_stride_ = ((lines | 1U) + 2) * line_bytes / cell_bytes;
        row_bytes_ = (ports + word_bytes - 1) / word_bytes * word_bytes;
        cells_ = ports * port_stride_;
        flags_ = nodes * row_bytes_;
    }

    [[nodiscard]] std::size_t cell(node_id node, port through) const noexcept {
        return static_cast<std::size_t>(through) * port_stride_ + node;
    }
    [[nodiscard]] std::size_t row(node_id node) const noexcept { return node * row_bytes_; }
    [[nodiscard]] std::size_t row_bytes(node_id /*node*/) const noexcept { return row_bytes_; }
    [[nodiscard]] std::size_t cells() const noexcept { return cells_; }
    [[nodiscard]] std::size_t flags() const noexcept { return flags_; }
    [[nodiscard]] static std::size_t index_bytes() noexcept { return 0; }

    static constexpr std::size_t word_bytes = 8;

private:
    std::size_t port_stride_ = 0;
    std::size_t row_bytes_ = 0;
    std::size_t cells_ = 0;
    std::size_t flags_ = 0;
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
    port_scan(const void* row, std::size_t row_bytes, std::uint64_t wanted) noexcept
        : row_{static_cast<const std::byte*>(row), row_bytes}, wanted_{wanted} {
        find();
    }

    /// Whether it stands at a port.
    [[nodiscard]] explicit operator bool() const noexcept { return left_ != 0; }
    /// @pre it stands at one
    [[nodiscard]] port operator*() const noexcept {
        return base_ - 8 + std::countr_zero(left_) / 8;
    }
    port_scan& operator++() noexcept {
        left_ &= left_ - 1;  // of a port's flags one at most is set
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

    std::span<const std::byte> row_;  // what is not looked at yet
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
    // Not a character type, which could be any other object's bytes: the compiler would have to
    // read all it knows again after each flag.
    enum class state : std::uint8_t { empty = 0, unread = 1, read = 2 };

    using finder = std::conditional_t<regular_topology<Network>, mailbox_layout<Network>,
                                      const mailbox_layout<Network>&>;

public:
    explicit mailboxes(const Network& where)
        : layout_{where, sizeof(Packet)},
          cells_{cell_row{layout_.cells()}, cell_row{layout_.cells()}},
          flags_{flag_row{layout_.flags()}, flag_row{layout_.flags()}} {}

    /// Bytes that the mailboxes of such a network take.
    [[nodiscard]] static std::size_t bytes(const Network& where) {
        const mailbox_layout<Network> layout{where, sizeof(Packet)};
        return 2 * (layout.cells() * sizeof(Packet) + layout.flags()) + layout.index_bytes();
    }

    /// The mailboxes that packets sent in slot `now` go to. A copy of what it takes to find them,
    /// so that it stays in registers over many packets.
    class outbox {
    public:
        outbox(mailboxes& all, slot now) noexcept
            : layout_{all.layout_},
              cells_{&all.cells_[sent(now)][0]},
              flags_{&all.flags_[sent(now)][0]} {}

        // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        /// Whether a packet was put for `receiver` at its port `through`.
        [[nodiscard]] bool is_taken(node_id receiver, port through) const noexcept {
            return flags_[flag(receiver, through)] != state::empty;
        }
        /// Puts one. @pre `!is_taken(receiver, through)`
        void put(node_id receiver, port through, const Packet& content) noexcept {
            flags_[flag(receiver, through)] = state::unread;
            cells_[layout_.cell(receiver, through)] = content;
        }
        // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)

    private:
        [[nodiscard]] std::size_t flag(node_id node, port through) const noexcept {
            return layout_.row(node) + static_cast<std::size_t>(through);
        }

        finder layout_;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
        Packet* cells_;
        state* flags_;
    };

    /// What was put in slot `now`. @pre something was
    [[nodiscard]] const Packet& put_in(slot now, node_id receiver, port through) const noexcept {
        return cells_[sent(now)][layout_.cell(receiver, through)];
    }

    /// Whether a packet arrived at `node` through `through` at the start of slot `now`.
    [[nodiscard]] bool has_arrived(slot now, node_id node, port through) const noexcept {
        return flags_[arrived(now)][flag(node, through)] != state::empty;
    }

    /// The packet that arrived. @pre `has_arrived(now, node, through)`
    [[nodiscard]] const Packet& arrival(slot now, node_id node, port through) const noexcept {
        return cells_[arrived(now)][layout_.cell(node, through)];
    }

    /// Notes that the packet was looked at. @pre `has_arrived(now, node, through)`
    void mark_read(slot now, node_id node, port through) noexcept {
        flags_[arrived(now)][flag(node, through)] = state::read;
    }

    /// The ports through which packets arrived at `node`, by increasing number.
    [[nodiscard]] port_scan arrivals(slot now, node_id node) const noexcept {
        return scan(flags_[arrived(now)], node, any_flag);
    }

    /// Calls `visit(port, packet)` for every packet that arrived at `node`, by increasing port.
    template <class Visit>
    void visit_arrivals(slot now, node_id node, const Visit& visit) const {
        const Packet* const cells = &cells_[arrived(now)][0];
        const finder layout{layout_};
        for (port_scan ports = arrivals(now, node); ports; ++ports) {
            const port through = *ports;
            // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
            visit(through, std::as_const(cells[layout.cell(node, through)]));
        }
    }

    /// The ports with arrivals that were not marked as read, by increasing number.
    [[nodiscard]] port_scan unread_arrivals(slot now, node_id node) const noexcept {
        return scan(flags_[arrived(now)], node, unread_flag);
    }

    /// Empties the node's mailboxes of slot `now`.
    void clear(slot now, node_id node) noexcept {
        const std::span row{&flags_[arrived(now)][layout_.row(node)], layout_.row_bytes(node)};
        for (std::size_t i = 0; i < row.size(); i += mailbox_layout<Network>::word_bytes) {
            constexpr std::uint64_t empty = 0;
            std::memcpy(&row[i], &empty, sizeof empty);
        }
    }

    /// Empties all mailboxes.
    void clear_all(std::size_t node_count) noexcept {
        for (std::size_t node = 0; node < node_count; ++node) {
            clear(0, static_cast<node_id>(node));
            clear(1, static_cast<node_id>(node));
        }
    }

private:
    using cell_row = detail::zeroed_array<Packet>;
    using flag_row = detail::zeroed_array<state>;
    static constexpr std::uint64_t unread_flag = 0x0101010101010101;
    static constexpr std::uint64_t any_flag = 0x0303030303030303;
    static_assert(std::endian::native == std::endian::little,
                  "rows of flags are read as words whose lowest byte is the first port");

    [[nodiscard]] std::size_t flag(node_id node, port through) const noexcept {
        return layout_.row(node) + static_cast<std::size_t>(through);
    }
    // The sides of the slot to come and of this one.
    [[nodiscard]] static std::size_t sent(slot now) noexcept {
        return static_cast<std::size_t>(~now & 1);
    }
    [[nodiscard]] static std::size_t arrived(slot now) noexcept {
        return static_cast<std::size_t>(now & 1);
    }

    [[nodiscard]] port_scan scan(const flag_row& flags, node_id node,
                                 std::uint64_t wanted) const noexcept {
        return {&flags[layout_.row(node)], layout_.row_bytes(node), wanted};
    }

    mailbox_layout<Network> layout_;
    std::array<cell_row, 2> cells_;
    std::array<flag_row, 2> flags_;
};

}  // namespace tutti
