/// @file
/// Progress line of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/node/slot.hpp"

namespace tutti {

/// Target of a run, as far as it is known beforehand.
struct run_target {
    std::uint64_t deliveries = 0;  ///< messages that hosts must be handed; 0 if none is required
    slot slots = 0;                ///< slots that the run is expected to take; 0 if not known
    std::string_view name{};       ///< which of several runs it is, outlives the watch; or empty
};

/// Sample of `run_progress` at one moment.
struct progress_sample {
    double seconds = 0;  ///< since the start of the run
    slot now = 0;
    std::uint64_t transmissions = 0;  ///< packet-hops
    std::uint64_t deliveries = 0;
};

/// Progress of a run and its recent rate. A rate of 0 means that nothing moved or that nothing is
/// known yet.
struct progress_figures {
    slot now = 0;
    std::uint64_t deliveries = 0;
    double slots_per_second = 0;
    double hops_per_second = 0;  ///< packet-hops
    double deliveries_per_second = 0;
};

/// Makes rates of samples that are taken now and then.
///
/// A rate is that of about the last second, or of a longer time that is asked for; where a slot
/// takes longer, that of the last slot seen to end, and the rate falls while the slot after it
/// takes longer still. Thread safety: none, one thread at a time.
class progress_meter {
public:
    progress_meter() = default;
    /// @param seconds of which rates are, roughly
    explicit progress_meter(double seconds) noexcept : recent_seconds_{seconds} {}

    /// Takes the newest sample. @pre its `seconds` are not below those of the one before.
    /// A sample whose slot is below that of the one before begins another run.
    void add(const progress_sample& latest);

    /// Figures from the samples so far; all 0 before the first.
    [[nodiscard]] progress_figures figures() const;

private:
    [[nodiscard]] double per_second(auto progress_sample::*count) const;

    std::vector<progress_sample> changes_;  // by time; a sample in which nothing moved is not kept
    double latest_seconds_ = 0;
    double recent_seconds_ = 1;
};

/// One line of ASCII without a line end, at most `columns` characters, such as
/// `slot 35, 12.3 M of 50.0 M delivered (24%), 45.6 M packet-hops/s, 1:23 left`.
///
/// Counts are rounded down and powers of 1000: k, M, G, T, P, E. The time left is what the
/// deliveries that are missing take at the present rate, or the slots that are missing if no
/// delivery is required; rounded up, m:ss or h:mm:ss, and `-` if it is not known. If the line is
/// too wide the rate, the time left and the slot go, in this order; what then remains is cut. The
/// collective's or algorithm's name comes first: `greedy: slot 35, ...`.
[[nodiscard]] std::string progress_line(const progress_figures& figures, const run_target& target,
                                        std::size_t columns);

/// Progress of a batch of trials.
struct batch_figures {
    std::uint64_t trials = 0;  ///< in all
    std::uint64_t finished = 0;
    std::uint64_t failed = 0;
    std::uint64_t shrinking = 0;  ///< which failure is looked into, from 1; 0: none yet
    double work = 0;              ///< of all trials, roughly in proportion to their times
    double work_done = 0;         ///< of those that have finished
    double seconds = 0;           ///< that these took, one by one
    int workers = 1;              ///< trials that run at the same time
};

/// The time that the missing trials take at the pace of the finished ones, if there are any. Those
/// that run now count as missing, and the time since the first began does not matter: while few
/// have finished it says little.
[[nodiscard]] std::optional<double> seconds_left(const batch_figures& figures);

/// One line of ASCII without a line end, at most `columns` characters, such as
/// `trial 345 of 1,000 (34%), 0 failed, 1,234 trials/s, 0:01 left`; while a failure is looked into,
/// `1,000 trials, 3 failed, shrinking failure 2`. The time left is rounded up, and `-` if it is not
/// known. Where it is too long, the rate is left out first.
[[nodiscard]] std::string batch_line(const batch_figures& figures, std::size_t columns);

/// Progress of a sweep.
struct sweep_figures {
    std::uint64_t runs = 0;  ///< that are to be done
    std::uint64_t finished = 0;
    std::uint64_t failed = 0;
    double work = 0;  ///< of all runs, roughly in proportion to their times
    double work_done = 0;
    double runs_per_second = 0;  ///< lately, as the next
    double work_per_second = 0;
    bool is_ending = false;  ///< what runs is still waited for
};

/// One line of ASCII without a line end, at most `columns` characters, such as
/// `run 345 of 1,000 (34%), 0 failed, 1,234 runs/s, 0:01 left`. The time left is what the work that
/// is missing takes at the rate it is done at lately, rounded up.
[[nodiscard]] std::string sweep_line(const sweep_figures& figures, std::size_t columns);

/// Line before the runs: `looking up stored runs, 345 of 1,000 (34%)`.
[[nodiscard]] std::string lookup_line(std::uint64_t runs, std::uint64_t looked_up,
                                      std::size_t columns);

/// A time for people, rounded up: `1:23`, `2:03:00`, `3 d 4 h`.
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace tutti
