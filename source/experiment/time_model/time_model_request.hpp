/// @file
/// Time model of a plan, as users write it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tutti {

/// Seconds that a tuning compares: of all slots, or of the critical path with its start-ups.
enum class timed_by : std::uint8_t { slots, startups };

/// Names of both, in their order.
inline constexpr std::array<std::string_view, 2> timed_by_names{"slots", "startups"};

/// Latency, bandwidth and size by which the slots of a run are turned into seconds.
struct time_model_request {
    /// `0.7us`, `global=2us`, or several with commas between: of all links, and of those of a
    /// class.
    std::string latency{};
    std::string bandwidth{};  ///< likewise: `50GB/s,host=12.5GB/s`
    std::string machine{};    ///< whose latency and bandwidth hold where none is given
    std::optional<std::uint64_t>
        bytes{};  ///< size of the collective's data (`collective::messages_in_size`)
    std::optional<std::uint64_t>
        most_bytes{};               ///< the last of several sizes, of which that is the first
    timed_by by = timed_by::slots;  ///< of a tuning

    /// False if seconds are not asked for.
    [[nodiscard]] bool is_given() const noexcept {
        return bytes || !latency.empty() || !bandwidth.empty() || !machine.empty();
    }

    friend bool operator==(const time_model_request&, const time_model_request&) = default;
};

}  // namespace tutti
