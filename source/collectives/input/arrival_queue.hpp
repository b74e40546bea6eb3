/// @file
/// Queue of the messages that have arrived at a node during a run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "tutti/catalog/arrivals.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// A node's queue: first come, first served. It uses the clock that the caller of the node
/// provides, so that the node cannot see what has not arrived yet.
///
/// What waits is not stored but drawn again when its turn comes, so that a queue takes the same
/// memory however long it grows.
class arrival_queue {
public:
    explicit arrival_queue(const arrival_source& source) : arriving_{source}, leaving_{source} {}

    /// Sets the queue's clock, which returns the time passed, in slots that carry a whole message.
    /// Until then nothing arrives.
    /// @throws std::logic_error if it has one
    void follow(std::function<rational()> clock) {
        if (clock_) {
            throw std::logic_error{"the queue follows the clock of its node already"};
        }
        clock_ = std::move(clock);
    }

    /// See `arrival_source::redraw_after`. @pre nothing was taken in yet
    void redraw_after(instant last, payloads others) {
        arriving_.redraw_after(last, others);
        leaving_.redraw_after(last, others);
    }

    /// Takes the messages that have arrived by now.
    void take_in() {
        now_ = clock_ ? instant_at(clock_()) : 0;
        while (arriving_.next_until(now_)) {
            ++size_;
        }
        bring_forward();
    }

    /// Messages that wait.
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
    friend class node_input_codec;  // sends what is still to arrive to another process

    void bring_forward() {
        if (!front_ && size_ > 0) {
            front_ = leaving_.next_until(now_);
        }
    }

    arrival_source arriving_;
    arrival_source leaving_;  // the same messages, again
    std::function<rational()> clock_;
    instant now_ = 0;
    std::uint64_t size_ = 0;
    std::optional<timed_message> front_;
};

}  // namespace tutti
