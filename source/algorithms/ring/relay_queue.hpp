/// @file
/// Queue of two places for the packets that a node of a ring forwards.
#pragma once

#include <array>
#include <cstddef>

#include "node/violation.hpp"

namespace tutti {

/// First in, first out, two packets at most: the schedules of a ring never need a third place, and
/// never send when there is nothing to send. A program in which they do is wrong, and ends.
template <class Packet>
class relay_queue {
public:
    static constexpr std::size_t capacity = 2;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// @throws error if it is full
    void push(const Packet& content) {
        if (size_ == capacity) {
            throw error{"a third packet waits to be passed on"};
        }
        places_[size_] = content;
        ++size_;
    }

    /// Takes the oldest packet out.
    /// @throws error if there is none
    Packet pop() {
        if (size_ == 0) {
            throw error{"no packet waits to be passed on"};
        }
        const Packet oldest = places_[0];
        places_[0] = places_[1];
        --size_;
        return oldest;
    }

private:
    std::array<Packet, capacity> places_{};
    std::size_t size_ = 0;
};

}  // namespace tutti
