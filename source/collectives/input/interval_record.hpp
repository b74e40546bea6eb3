/// @file
/// Record that a node makes of its own delays while broadcasts follow each other in intervals.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/exchange/bytes.hpp"
#include "tutti/catalog/arrivals.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// Histogram of delays: bins of 1/128 of an octave, so that a quantile is right within 0.4 %.
/// Memory is a kilobyte for every octave between the shortest and the longest.
class delay_histogram {
public:
    void add(instant delay);
    void add(const delay_histogram& other);

    /// The delay, in slots, that a share of all do not exceed. @pre 0 < share <= 1 and some were
    /// added
    [[nodiscard]] double quantile(double share) const;

    /// For another process.
    void append_to(std::vector<std::byte>& bytes) const;
    void take_from(detail::byte_reader& bytes);

    friend bool operator==(const delay_histogram&, const delay_histogram&) = default;

private:
    // Makes room for the bins from `first` to before `end`.
    void cover(std::size_t first, std::size_t end);

    std::size_t first_ = 0;  // the bin that the first counter belongs to
    std::vector<std::uint64_t> bins_;
};

/// Record of one node: the delays of its own messages, the lengths of its queue, and the number of
/// broadcasting nodes in each interval.
///
/// Thread safety: written by the node alone, read when the run has ended.
class interval_record {
public:
    /// Number of parts of the run whose mean delays are compared.
    static constexpr std::size_t batches = 20;

    struct batch {
        std::uint64_t packets = 0;
        double delay = 0;  ///< sum, in slots
        friend bool operator==(const batch&, const batch&) = default;
    };
    /// Sums over the intervals.
    struct totals {
        std::uint64_t intervals = 0;
        std::uint64_t active = 0;  ///< nodes that broadcast
        double active_squares = 0;
        std::uint64_t agreement = 0;     ///< the same at all nodes that saw the same intervals
        std::uint64_t most_waiting = 0;  ///< longest queue at the start of an interval
        std::uint64_t busy = 0;          ///< intervals at whose start a message was waiting
        std::uint64_t arrived = 0;       ///< messages that had come when the last interval began
        instant last_begin = 0;          ///< when it did
        rational time = 0;               ///< when the last one ended
        friend bool operator==(const totals&, const totals&) = default;
    };

    /// Forgets everything. @param intervals of the whole run
    /// @param warm_up of them whose messages count for no delay
    void reset(std::uint64_t intervals, std::uint64_t warm_up);

    /// Begins an interval at `now` with this number of messages in the queue.
    void begin(std::uint64_t waiting, instant now);
    /// A message of the node's own was broadcast in this interval.
    void served(instant delay);
    /// The interval ended at `at`; `active` nodes broadcast in it.
    void end(std::uint64_t active, const rational& at);

    [[nodiscard]] const totals& sums() const noexcept { return totals_; }
    [[nodiscard]] std::uint64_t served_messages() const noexcept { return served_; }
    [[nodiscard]] instant longest_delay() const noexcept { return longest_; }
    [[nodiscard]] const std::array<batch, batches>& delays() const noexcept { return delays_; }
    /// Sums of queue lengths in as many parts of the run as there are batches.
    [[nodiscard]] const std::array<double, batches>& queues() const noexcept { return queues_; }
    [[nodiscard]] const delay_histogram& histogram() const noexcept { return histogram_; }
    /// The batch of an interval.
    [[nodiscard]] std::size_t batch_of(std::uint64_t interval) const noexcept;

    /// For another process.
    void append_to(std::vector<std::byte>& bytes) const;
    void take_from(detail::byte_reader& bytes);

    friend bool operator==(const interval_record&, const interval_record&) = default;

private:
    std::uint64_t intervals_ = 0;
    std::uint64_t warm_up_ = 0;
    std::uint64_t served_ = 0;
    instant longest_ = 0;
    totals totals_;
    std::array<batch, batches> delays_{};
    std::array<double, batches> queues_{};
    delay_histogram histogram_;
};

}  // namespace tutti
