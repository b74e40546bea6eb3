/// @file
/// Random arrivals of messages at a node during a run.
#pragma once

#include <cstdint>
#include <optional>

#include "collectives/input/payloads.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A moment of a run, or a length of time, in units of 2^-32 slots.
using instant = std::int64_t;

/// The latest instant that is not after `slots`. @throws std::overflow_error beyond 2^31 slots
[[nodiscard]] instant instant_at(const rational& slots);

/// -log2((x+1)/2^64) in units of 2^-40: a 64-bit draw as an exponentially distributed number, the
/// same on every machine.
[[nodiscard]] std::uint64_t binary_logarithm_of_draw(std::uint64_t draw) noexcept;

/// A message with the moment of its arrival.
struct timed_message {
    message content;
    instant at = 0;
};

/// The Poisson process of one node: messages with independent, exponentially distributed times
/// between them, drawn with the key of the payloads: no node can work out its own.
class arrival_source {
public:
    /// @param rate messages a slot, above 0
    /// @param contents what the messages say; a program does not see more than has arrived
    arrival_source(node_id node, const rational& rate, payloads contents);
    /// For programs that generate their arrivals themselves.
    /// @param key the same gives the same messages at the same moments
    arrival_source(node_id node, const rational& rate, std::uint64_t key);

    /// Resamples the arrivals after `last`, and their payloads, with the key of `others`. @pre no
    /// message was given yet
    void redraw_after(instant last, payloads others);

    /// The same arrivals with other payloads. @pre nothing was given yet
    void replace_contents(payloads contents) noexcept { contents_ = contents; }

    /// The next message that was not yet given, if it arrives not later than `now`.
    [[nodiscard]] std::optional<timed_message> next_until(instant now);

private:
    [[nodiscard]] instant draw_gap();
    void resample_late();

    node_id node_;
    rational rate_;
    payloads contents_;
    payloads gaps_;
    std::optional<payloads> others_;  // that all is drawn with that arrives after `last_`
    instant last_ = 0;
    std::uint32_t draws_ = 0;
    std::uint32_t number_ = 0;
    instant next_ = 0;
};

}  // namespace tutti
