/// @file
/// The messages that have arrived at a node and wait.
#pragma once

#include <cstdint>
#include <optional>

#include "tutti/collective/arrivals.hpp"

namespace tutti {

/// A node's queue: first come, first served.
///
/// What waits is not stored but drawn again when its turn comes, so that a queue takes the same
/// memory however long it grows.
class arrival_queue {
public:
    explicit arrival_queue(const arrival_source& source) : arriving_{source}, leaving_{source} {}

    /// Takes in what arrives until `now`. @pre `now` does not decrease
    void advance(instant now) {
        now_ = now;
        while (arriving_.next_until(now)) {
            ++size_;
        }
        bring_forward();
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    /// The message that has waited longest; null if none waits.
    [[nodiscard]] const std::optional<timed_message>& front() const noexcept { return front_; }

    /// Lets the message that has waited longest go. @pre one waits
    void pop() {
        front_.reset();
        --size_;
        bring_forward();
    }

private:
    void bring_forward() {
        if (!front_ && size_ > 0) {
            front_ = leaving_.next_until(now_);
        }
    }

    arrival_source arriving_;
    arrival_source leaving_;  // the same messages, again
    instant now_ = 0;
    std::uint64_t size_ = 0;
    std::optional<timed_message> front_;
};

}  // namespace tutti
