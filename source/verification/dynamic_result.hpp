/// @file
/// Results of broadcasts that arrive at random times.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/dynamic_theory.hpp"
#include "collectives/input/interval_record.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/arrivals.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Stability of the queues: finite or not.
enum class stability_kind : std::uint8_t { stable, unstable, undecided };

[[nodiscard]] std::string_view name_of(stability_kind kind) noexcept;

/// Delays, in units from a message's arrival to the end of the interval in which it was broadcast.
/// Those of the first tenth of the intervals do not count.
struct delay_figures {
    double mean = 0;
    double confidence_95 = 0;  ///< half the width of a 95 % confidence interval, by batch means
    double median = 0;         ///< this and the next two are right within 0.4 %
    double p95 = 0;
    double p99 = 0;
    double max = 0;
};

/// Lengths of the queues at the starts of intervals, the message to be broadcast included.
struct queue_figures {
    double mean = 0;
    std::uint64_t max = 0;
    double mean_at_end = 0;  ///< in the last part of the run
};

struct dynamic_result {
    std::uint64_t intervals = 0;
    std::uint64_t packets = 0;           ///< broadcast, all nodes together
    std::optional<delay_figures> delay;  ///< null if no message counts
    queue_figures queue{};
    double mean_active = 0;                ///< broadcasting nodes an interval
    std::optional<double> moment_ratio{};  ///< E[M^2]/E[M]
    double utilisation = 0;                ///< rho
    double stability_limit = 0;            ///< of rho
    std::optional<double> delay_bound;     ///< null at or above the limit of padded intervals
    /// True if the run was long enough for a good estimate of the mean delay.
    bool has_good_mean = false;
    stability_kind stability = stability_kind::undecided;
    std::string reason{};
    bool do_agree = true;  ///< all nodes saw the same intervals
    rational own_time;     ///< by the nodes, at the end of the last interval
    /// First node that did not have all arrived messages in its queue, or did not broadcast one in
    /// every interval at whose start it had any. Meaningful when a run is complete.
    std::optional<node_id> careless;
};

/// The messages that arrive at a node, from the beginning.
using arrivals_at_node = std::function<arrival_source(node_id)>;

/// Forecast of a run, by its intervals.
struct interval_forecast {
    std::vector<interval_record> records;      ///< what each node has to note
    std::optional<packet_hops> transmissions;  ///< null where the broadcast's are not known
};

/// Computes it from the arrivals alone, for a run that comes to its end.
[[nodiscard]] interval_forecast forecast_of(const problem& input, const arrivals_at_node& arrivals);

/// Sums up the records of the nodes. @param records one a node, at least one
/// @param arrivals what the notes are compared with
[[nodiscard]] dynamic_result sum_up(std::span<const interval_record> records,
                                    const interval_theory& theory,
                                    const arrivals_at_node& arrivals);

}  // namespace tutti
