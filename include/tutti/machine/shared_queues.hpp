/// @file
/// The queues of ports that wait for the same packets.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "tutti/machine/buffer.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/prefetch.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// One first-in-first-out queue for each of up to 32 ports, for programs that send a packet on
/// through several: it is kept once, with the set of ports that it waits for. Packets stay until
/// the program ends, in the order in which they came, and a queue is a place in that order. Where
/// each packet waits for a port or two, `port_queues` take less memory.
///
/// Queueing is part of an algorithm: the program owns the queues and drains them itself, at most a
/// packet of each port a slot.
template <class Packet>
class shared_queues {
public:
    /// The largest number of ports.
    static constexpr int most_ports = 32;

    /// @param expected packets that there is room for; if more come, all are moved
    /// @throws std::bad_alloc
    explicit shared_queues(std::size_t expected)
        : packets_{expected}, port_sets_{expected + spare_sets} {}

    /// Whether nothing waits at any port.
    [[nodiscard]] bool empty() const noexcept { return occupied_ == 0; }

    /// Appends to the queues of the ports whose bits are set. @throws std::bad_alloc
    void push(std::uint32_t ports, const Packet& content) {
        if (ports == 0) {
            return;
        }
        if (count_ == packets_.size()) [[unlikely]] {
            grow();
        }
        packets_.values()[count_] = content;
        // And no ports for the packet to come, for who looks at the sets of both.
        const std::uint64_t with_next = ports;
        std::memcpy(&port_sets_.values()[count_], &with_next, sizeof with_next);
        for (std::uint32_t left = ports & ~occupied_; left != 0; left &= left - 1) {
            oldest(std::countr_zero(left)) = count_;
        }
        occupied_ |= ports;
        ++count_;
    }

    /// Sends the oldest packet of every port where one waits, by increasing port, and takes it out.
    template <class Node>
    void drain(Node& self) {
        send_each(self, occupied_, [this](port through) -> const Packet& {
            const Packet& sent = packets_.values()[oldest(through)];
            pass(through);
            return sent;
        });
    }

    /// Has what `push` and `drain` will touch fetched from memory. Long queues lie far apart.
    void prefetch() const noexcept {
        const std::span packets{packets_.values().data(), packets_.size() + 1};
        const std::span port_sets{port_sets_.values()};
        prefetch_line<true>(&packets[count_]);
        prefetch_line<true>(&port_sets[count_]);
        for (std::uint32_t left = occupied_; left != 0; left &= left - 1) {
            const std::uint32_t number = oldest(std::countr_zero(left));
            prefetch_line(&packets[number]);
            // `pass` goes on from here, often to the next line.
            prefetch_line(&port_sets[number]);
            prefetch_line(&port_sets[number + spare_sets]);
        }
    }

private:
    static constexpr std::size_t sets_at_once = 2;
    static constexpr std::size_t spare_sets = 8;

    // NOLINTBEGIN(cppcoreguidelines-pro-bounds-constant-array-index)
    [[nodiscard]] std::uint32_t& oldest(port through) noexcept {
        return oldest_[static_cast<std::size_t>(through)];
    }
    [[nodiscard]] std::uint32_t oldest(port through) const noexcept {
        return oldest_[static_cast<std::size_t>(through)];
    }
    // NOLINTEND(cppcoreguidelines-pro-bounds-constant-array-index)

    // Goes on to the next packet of a port, if there is one.
    void pass(port through) noexcept {
        static_assert(std::endian::native == std::endian::little, "the lower half is the first");
        constexpr std::uint64_t lowest_of_each = 0x0000'0001'0000'0001;
        for (std::uint32_t next = oldest(through) + 1; next < count_; next += sets_at_once) {
            std::uint64_t sets = 0;
            std::memcpy(&sets, &port_sets_.values()[next], sizeof sets);
            if (const std::uint64_t found = sets >> through & lowest_of_each; found != 0) {
                oldest(through) = next + ((found & 1U) != 0 ? 0 : 1);
                return;
            }
        }
        occupied_ &= ~(std::uint32_t{1} << through);
    }

    [[gnu::noinline]] void grow() {
        shared_queues larger{std::max<std::size_t>(4, 2 * packets_.size())};
        std::ranges::copy(packets_.values().first(count_), larger.packets_.values().begin());
        std::ranges::copy(port_sets_.values().first(count_), larger.port_sets_.values().begin());
        std::swap(packets_, larger.packets_);
        std::swap(port_sets_, larger.port_sets_);
    }

    node_buffer<Packet> packets_;                     // in the order in which they came
    node_buffer<std::uint32_t> port_sets_;            // the ports that each waits for, sent or not
    std::uint32_t count_ = 0;                         // of the packets that came
    std::uint32_t occupied_ = 0;                      // bit p: something waits at port p
    std::array<std::uint32_t, most_ports> oldest_{};  // number of the oldest packet of a port
};

}  // namespace tutti
