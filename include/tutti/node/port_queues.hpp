/// @file
/// Queues of packets in front of a node's ports.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "node/misuse.hpp"
#include "node/node_buffer.hpp"
#include "node/prefetch.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// One first-in-first-out queue for each of up to 32 ports. A packet that is to go through several
/// is kept once, with the set of ports that it waits for: packets are in order of arrival, from the
/// oldest that still waits on, and a queue is a place in that order. The room for them grows with
/// the most that have to be kept; there is none before the first packet waits, unless some are
/// expected.
///
/// Queueing is part of an algorithm: the program owns the queues and drains them itself, at most a
/// packet of each port a slot.
template <class Packet>
class port_queues {
public:
    /// The largest number of ports.
    static constexpr int most_ports = 32;

    /// @param expected packets that there is room for at once, up to `most_expected`
    /// @throws std::bad_alloc
    explicit port_queues(std::size_t expected = 0) {
        if (expected > 0) {
            allocate(room_for(expected));
        }
    }

    /// Limit that keeps the cost of a wrong expectation small.
    static constexpr std::size_t most_expected = 4096;

    /// Packets that there is room for at first where some are expected.
    [[nodiscard]] static constexpr std::size_t room_for(std::size_t expected) noexcept {
        return std::bit_ceil(std::clamp(expected, least_room, most_expected));
    }

    /// True if all queues are empty.
    [[nodiscard]] bool empty() const noexcept { return occupied_ == 0; }
    [[nodiscard]] bool empty(port through) const noexcept {
        return !has(through) || (occupied_ >> through & 1U) == 0;
    }

    /// Appends to the queue of a port.
    /// @throws error unless 0 <= through < `most_ports`
    /// @throws std::bad_alloc
    void push(port through, const Packet& content) {
        if (!has(through)) [[unlikely]] {
            detail::refuse_port("port_queues", through, most_ports);
        }
        push_each(std::uint32_t{1} << through, content);
    }

    /// Appends to the queues of the ports whose bits are set. @throws std::bad_alloc
    void push_each(std::uint32_t ports, const Packet& content) {
        if (ports == 0) {
            return;
        }
        if (count_ - begin_ == packets_.size()) [[unlikely]] {
            make_room();
        }
        append(ports, content);
    }

    /// Takes the oldest packet of a port out. @pre `!empty(through)`
    Packet pop(port through) noexcept { return take(through); }

    /// Sends the oldest packet of every port where one waits, by increasing port, and takes it out.
    template <class Node>
    void drain(Node& self) {
        send_each(self, occupied_, [this](port through) -> const Packet& { return take(through); });
    }

    /// Prefetches the memory that `push_each` and `drain` will touch. Long queues are far from each
    /// other in memory.
    void prefetch() const noexcept {
        if (packets_.size() == 0) {
            return;
        }
        const std::span packets{packets_.values()};
        const std::span port_sets{port_sets_.values()};
        prefetch_line<true>(&packets[place(count_)]);
        prefetch_line<true>(&port_sets[place(count_)]);
        for (std::uint32_t left = occupied_; left != 0; left &= left - 1) {
            const std::uint32_t number = oldest(std::countr_zero(left));
            prefetch_line(&packets[place(number)]);
            // `pass` goes on from here, often to the next line.
            prefetch_line(&port_sets[place(number)]);
            prefetch_line(&port_sets[place(number + sets_on_half_a_line)]);
        }
    }

private:
    static constexpr std::uint32_t sets_on_half_a_line = 8;
    static constexpr std::size_t least_room = 16;  // packets, once there are any

    // True if there is a queue for the port.
    [[nodiscard]] static constexpr bool has(port through) noexcept {
        return static_cast<unsigned int>(through) < static_cast<unsigned int>(most_ports);
    }

    // @pre nothing is kept, and `size` is a power of two
    void allocate(std::size_t size) {
        packets_ = node_buffer<Packet>{size};
        port_sets_ = node_buffer<std::uint32_t>{size + 1};
        mask_ = static_cast<std::uint32_t>(size - 1);
    }

    // NOLINTBEGIN(cppcoreguidelines-pro-bounds-constant-array-index)
    [[nodiscard]] std::uint32_t& oldest(port through) noexcept {
        return oldest_[port_index(through)];
    }
    [[nodiscard]] std::uint32_t oldest(port through) const noexcept {
        return oldest_[port_index(through)];
    }
    // NOLINTEND(cppcoreguidelines-pro-bounds-constant-array-index)

    // Numbers count on and wrap around; places do with them.
    [[nodiscard]] std::size_t place(std::uint32_t number) const noexcept { return number & mask_; }

    void put(std::uint32_t number, std::uint32_t ports, const Packet& content) noexcept {
        const std::size_t at = place(number);
        packets_.values()[at] = content;
        port_sets_.values()[at] = ports;
        if (at == 0) {
            port_sets_.values()[packets_.size()] = ports;
        }
    }

    // It stays where it is until the next push.
    const Packet& take(port through) noexcept {
        const Packet& taken = packets_.values()[place(oldest(through))];
        pass(through);
        return taken;
    }

    // Goes on to the next packet of a port, if there is one. Looks at two at once, of which the
    // second may be the place after the last packet, whatever is there.
    void pass(port through) noexcept {
        static_assert(std::endian::native == std::endian::little, "the lower half is the first");
        constexpr std::uint64_t lowest_of_each = 0x0000'0001'0000'0001;
        std::uint32_t next = oldest(through) + 1;
        while (static_cast<std::int32_t>(count_ - next) > 0) {
            std::uint64_t two_sets = 0;
            std::memcpy(&two_sets, &port_sets_.values()[place(next)], sizeof two_sets);
            if (const std::uint64_t lowest = two_sets >> through & lowest_of_each; lowest != 0) {
                next += (lowest & 1U) != 0 ? 0 : 1;
                if (next == count_) {
                    break;
                }
                oldest(through) = next;
                return;
            }
            next += 2;
        }
        occupied_ &= ~(std::uint32_t{1} << through);
    }

    // Appends where there is room.
    void append(std::uint32_t ports, const Packet& content) {
        put(count_, ports, content);
        for (std::uint32_t left = ports & ~occupied_; left != 0; left &= left - 1) {
            oldest(std::countr_zero(left)) = count_;
        }
        occupied_ |= ports;
        ++count_;
    }

    // Drops the packets that no port waits for any more: first those before the oldest that still
    // waits; if the room is full even so, those in between. If that leaves most of the room in use,
    // there will be twice as much.
    [[gnu::noinline]] void make_room() {
        std::uint32_t count = 0;
        for (std::uint32_t left = occupied_; left != 0; left &= left - 1) {
            count = std::max(count, count_ - oldest(std::countr_zero(left)));
        }
        begin_ = count_ - count;
        if (count < packets_.size()) {
            return;
        }
        close_gaps();
        if (4 * std::size_t{count_ - begin_} >= 3 * packets_.size()) {
            grow();
        }
    }

    // Numbers stay as they are.
    void grow() {
        port_queues larger;
        larger.allocate(std::max(least_room, 2 * packets_.size()));
        for (std::uint32_t number = begin_; number != count_; ++number) {
            larger.put(number, port_sets_.values()[place(number)],
                       packets_.values()[place(number)]);
        }
        std::swap(packets_, larger.packets_);
        std::swap(port_sets_, larger.port_sets_);
        mask_ = larger.mask_;
    }

    // Moves the packets that a port waits for to the beginning.
    void close_gaps() noexcept {
        std::uint32_t end = begin_;
        std::uint32_t reached = 0;    // ports whose oldest packet has come
        std::uint32_t next = begin_;  // number at which more are reached
        for (std::uint32_t number = begin_; number != count_; ++number) {
            if (number == next) {
                next = reach(number, end, reached);
            }
            const std::uint32_t ports = port_sets_.values()[place(number)] & reached;
            if (ports != 0) {
                put(end++, ports, packets_.values()[place(number)]);
            }
        }
        count_ = end;
    }

    // Adds the ports whose oldest packet has this number, which will be `moved`. The number of the
    // next that is the oldest of others.
    std::uint32_t reach(std::uint32_t number, std::uint32_t moved,
                        std::uint32_t& reached) noexcept {
        std::uint32_t next = count_;
        for (std::uint32_t left = occupied_ & ~reached; left != 0; left &= left - 1) {
            std::uint32_t& first = oldest(std::countr_zero(left));
            if (first == number) {
                reached |= left & -left;
                first = moved;
            } else if (first - number < next - number) {
                next = first;
            }
        }
        return next;
    }

    // With the frames of the node, on large pages where there is much. A power of two.
    node_buffer<Packet> packets_;
    node_buffer<std::uint32_t> port_sets_;  // of each packet, and the first again at the end
    std::uint32_t mask_ = 0;                // of the bits that are a place
    std::uint32_t begin_ = 0;               // number of the first packet that is kept
    std::uint32_t count_ = 0;               // and of the next to come
    std::uint32_t occupied_ = 0;            // bit p: something waits at port p
    std::array<std::uint32_t, most_ports> oldest_{};  // number of the oldest packet of a port
};

}  // namespace tutti
