/// @file
/// Time of a run under a time model: in seconds, with the counts that it is made from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Slots in which links of the same classes carried the same shares of a message.
struct slot_use {
    /// By class of links: the largest share of a message, or a value, that one carried; 0 where all
    /// packets were control, null where none was sent.
    std::vector<std::optional<rational>> largest{};
    slot slots = 0;
};

/// Cost of a chain of packets, each of which waited for the one before.
struct path_cost {
    rational latencies = 0;  ///< start-ups, each in latencies of the link with the largest
    rational shares = 0;     ///< of messages, each in bytes' times of the slowest link
    std::uint64_t start_ups = 0;

    friend bool operator==(const path_cost&, const path_cost&) = default;
};

/// Time of a run under a time model.
struct model_time {
    std::string latency{};  ///< of the links, as users write it
    std::string bandwidth{};
    std::uint64_t bytes = 0;
    double seconds = 0;                       ///< of all slots
    std::optional<double> bound_seconds{};    ///< lower bound of `seconds`; null if none is known
    std::optional<std::uint64_t> startups{};  ///< on the critical path
    std::optional<double> startup_seconds{};  ///< of the critical path
    std::string startups_gap{};               ///< why there is no critical path, or empty
    std::vector<slot_use> uses{};
    /// Of all chains those of which one is the longest for some size; none if they were not
    /// followed.
    std::vector<path_cost> paths{};
};

}  // namespace tutti
