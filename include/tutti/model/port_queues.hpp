/// @file
/// The queues that a program puts in front of its ports.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tutti/model/buffer.hpp"
#include "tutti/model/face.hpp"
#include "tutti/model/frame_pool.hpp"
#include "tutti/model/prefetch.hpp"
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
    /// @throws std::bad_alloc
    void push(port through, const Packet& content) {
        const auto index = static_cast<std::size_t>(through);
        if (index >= rings_.size()) [[unlikely]] {
            rings_.resize(index + 1);
        }
        rings_[index].push(content);
        occupied_ |= std::uint64_t{1} << through;
    }

    /// Takes the oldest packet of a port out. @pre `!empty(through)`
    Packet pop(port through) noexcept { return take(through); }

    /// Has what `drain` will take out fetched from memory. Long queues lie far apart.
    void prefetch() const noexcept {
        for (std::uint64_t left = occupied_; left != 0; left &= left - 1) {
            const auto index = static_cast<std::size_t>(std::countr_zero(left));
            prefetch_line(&rings_[index].oldest());
        }
    }

    /// Sends the oldest packet of every port where one waits, by increasing port, and takes it out.
    template <class Node>
    void drain(Node& self) {
        send_each(self, occupied_, [this](port through) -> const Packet& { return take(through); });
    }

private:
    class ring {
    public:
        [[nodiscard]] bool empty() const noexcept { return begin_ == end_; }
        void push(const Packet& content) {
            if (end_ - begin_ == slots_.size()) {
                grow();
            }
            slots_.values()[place(end_)] = content;
            ++end_;
        }
        [[nodiscard]] const Packet& oldest() const noexcept {
            return slots_.values()[place(begin_)];
        }
        const Packet& take() noexcept { return slots_.values()[place(begin_++)]; }

    private:
        // Numbers count on and wrap around; places do with them.
        [[nodiscard]] std::size_t place(std::uint32_t number) const noexcept {
            return number & (slots_.size() - 1);
        }
        [[gnu::noinline]] void grow() {
            ring larger;
            larger.slots_ = heap_buffer<Packet>{std::max<std::size_t>(2, 2 * slots_.size())};
            while (!empty()) {
                larger.slots_.values()[larger.end_++] = take();
            }
            *this = std::move(larger);
        }

        // From the heap, which takes back what was outgrown. A power of two, or nothing.
        heap_buffer<Packet> slots_;
        std::uint32_t begin_ = 0;  // number of the oldest packet
        std::uint32_t end_ = 0;    // and of the next to come
    };

    // It stays where it is until the next push.
    const Packet& take(port through) noexcept {
        ring& queue = rings_[static_cast<std::size_t>(through)];
        const Packet& oldest = queue.take();
        if (queue.empty()) {
            occupied_ &= ~(std::uint64_t{1} << through);
        }
        return oldest;
    }

    node_vector<ring> rings_;
    std::uint64_t occupied_ = 0;  // bit p: something waits at port p
};

}  // namespace tutti
