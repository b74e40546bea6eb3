/// @file
/// The queues that a program puts in front of its ports.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// One first-in-first-out queue for each of up to 64 ports, all in one store that grows to the
/// largest number of packets that wait at the same time. Nothing is allocated before the first
/// packet waits.
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
        if (ends_.size() <= static_cast<std::size_t>(through)) {
            ends_.resize(static_cast<std::size_t>(through) + 1);
        }
        const std::uint32_t added = store(content);
        ends& queue = ends_[static_cast<std::size_t>(through)];
        if (empty(through)) {
            queue.oldest = added;
            occupied_ |= std::uint64_t{1} << through;
        } else {
            entries_[queue.newest].next = added;
        }
        queue.newest = added;
    }

    /// Takes the oldest packet of a port out. @pre `!empty(through)`
    Packet pop(port through) noexcept {
        ends& queue = ends_[static_cast<std::size_t>(through)];
        const std::uint32_t taken = queue.oldest;
        entry& place = entries_[taken];
        if (taken == queue.newest) {
            occupied_ &= ~(std::uint64_t{1} << through);
        } else {
            queue.oldest = place.next;
        }
        place.next = free_;
        free_ = taken;
        return place.content;
    }

    /// Calls `send(port, packet)` with the oldest packet of every port where one waits, by
    /// increasing port, and takes it out.
    template <class Send>
    void drain(const Send& send) {
        for (std::uint64_t left = occupied_; left != 0; left &= left - 1) {
            const port through = std::countr_zero(left);
            send(through, pop(through));
        }
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct entry {
        Packet content;
        std::uint32_t next;
    };
    struct ends {
        std::uint32_t oldest = none;
        std::uint32_t newest = none;
    };

    std::uint32_t store(const Packet& content) {
        if (free_ == none) {
            entries_.push_back({content, none});
            return static_cast<std::uint32_t>(entries_.size() - 1);
        }
        const std::uint32_t place = free_;
        free_ = entries_[place].next;
        entries_[place].content = content;
        return place;
    }

    std::vector<entry> entries_;
    std::vector<ends> ends_;
    std::uint64_t occupied_ = 0;  // bit p: something waits at port p
    std::uint32_t free_ = none;
};

}  // namespace tutti
