/// @file
/// The queues that a program puts in front of its ports.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tutti/machine/frame_pool.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// One first-in-first-out queue for each of up to 64 ports. A queue grows to its largest occupancy
/// and keeps that memory, in one piece, so that long queues stream; nothing is allocated before the
/// first packet waits.
///
/// Queueing is part of an algorithm: the program owns the queues and drains them itself, at most a
/// packet of each port a slot.
template <class Packet>
class port_queues {
public:
    /// The largest number of ports.
    static constexpr int most_ports = 64;

    /// Whether nothing waits at any port.
    [[nodiscard]] bool empty() const noexcept { return occupied_ == 0; }
    [[nodiscard]] bool empty(port through) const noexcept {
        return (occupied_ >> through & 1U) == 0;
    }

    /// Appends to the queue of a port. @pre 0 <= through < `most_ports`
    void push(port through, const Packet& content) {
        const auto index = static_cast<std::size_t>(through);
        if (rings_.size() <= index) {
            rings_.resize(index + 1);
        }
        rings_[index].push(content);
        occupied_ |= std::uint64_t{1} << through;
    }

    /// Takes the oldest packet of a port out. @pre `!empty(through)`
    Packet pop(port through) noexcept {
        ring& queue = rings_[static_cast<std::size_t>(through)];
        const Packet oldest = queue.pop();
        if (queue.size == 0) {
            occupied_ &= ~(std::uint64_t{1} << through);
        }
        return oldest;
    }

    /// Calls `send(port, packet)` with the oldest packet of every port where one waits, by
    /// increasing port, and takes it out.
    template <class Send>
    void drain(const Send& send) {
        // Long queues lie far apart: their memory is asked for all at once.
        for (std::uint64_t left = occupied_; left != 0; left &= left - 1) {
            rings_[static_cast<std::size_t>(std::countr_zero(left))].prefetch();
        }
        for (std::uint64_t left = occupied_; left != 0; left &= left - 1) {
            const port through = std::countr_zero(left);
            send(through, pop(through));
        }
    }

private:
    struct ring {
        std::vector<Packet> slots;  // from the heap, which takes back what was outgrown; its size
                                    // is a power of two, or 0
        std::uint32_t first = 0;
        std::uint32_t size = 0;

        [[nodiscard]] std::size_t place(std::uint32_t index) const noexcept {
            return (std::size_t{first} + index) & (slots.size() - 1);
        }
        void push(const Packet& content) {
            if (size == slots.size()) {
                grow();
            }
            slots[place(size)] = content;
            ++size;
        }
        Packet pop() noexcept {
            const Packet oldest = slots[first];
            first = static_cast<std::uint32_t>(place(1));
            --size;
            return oldest;
        }
        void prefetch() const noexcept { __builtin_prefetch(&slots[first]); }
        void grow() {
            std::vector<Packet> larger(std::max<std::size_t>(2, 2 * slots.size()));
            for (std::uint32_t i = 0; i < size; ++i) {
                larger[i] = slots[place(i)];
            }
            slots = std::move(larger);
            first = 0;
        }
    };

    node_vector<ring> rings_;
    std::uint64_t occupied_ = 0;  // bit p: something waits at port p
};

}  // namespace tutti
