#include "dynamic_result.hpp"

#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "collectives/input/arrival_queue.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// Instants are fixed-point numbers with 32 bits behind the point: this is 2^32.
constexpr double units_a_slot = 4294967296.0;
constexpr std::size_t batches = interval_record::batches;

using batch_sums = std::array<interval_record::batch, batches>;

// Notes of all nodes.
struct all_notes {
    batch_sums delays{};
    std::array<double, batches> queues{};  // sums of their lengths
    delay_histogram histogram;
    instant longest_delay = 0;
};

// Records of nodes are added up in the order of node ids, so that sums of doubles are the same in
// every repetition.
all_notes notes_of(std::span<const interval_record> records) {
    all_notes notes;
    for (const interval_record& record : records) {
        for (std::size_t i = 0; i < batches; ++i) {
            notes.delays.at(i).packets += record.delays().at(i).packets;
            notes.delays.at(i).delay += record.delays().at(i).delay;
            notes.queues.at(i) += record.queues().at(i);
        }
        notes.histogram.add(record.histogram());
        notes.longest_delay = std::max(notes.longest_delay, record.longest_delay());
    }
    return notes;
}

// Batch means: the parts of a long run are nearly independent, and Student's distribution has 1.73
// to 2.2 standard errors on each side for as many parts as there are here; 2.1 for 18.
double half_width(const batch_sums& sums, double mean) {
    double squares = 0;
    double parts = 0;
    for (const interval_record::batch& part : sums) {
        if (part.packets > 0) {
            const double difference = ratio(part.delay, part.packets) - mean;
            squares += difference * difference;
            ++parts;
        }
    }
    constexpr double standard_errors = 2.1;
    return parts < 2 ? 0 : standard_errors * std::sqrt(squares / (parts * (parts - 1)));
}

// Without a served packet there is no delay; the figures are null, and not zero.
std::optional<delay_figures> delays(const all_notes& notes) {
    double total = 0;
    std::uint64_t packets = 0;
    for (const interval_record::batch& part : notes.delays) {
        total += part.delay;
        packets += part.packets;
    }
    if (packets == 0) {
        return std::nullopt;
    }
    const double mean = ratio(total, packets);
    return delay_figures{.mean = mean,
                         .confidence_95 = half_width(notes.delays, mean),
                         .median = notes.histogram.quantile(0.5),
                         .p95 = notes.histogram.quantile(0.95),
                         .p99 = notes.histogram.quantile(0.99),
                         .max = ratio(notes.longest_delay, units_a_slot)};
}

// Mean queue lengths in the parts of the run.
std::array<double, batches> mean_queues(std::array<double, batches> sums,
                                        std::span<const interval_record> records) {
    std::array<std::uint64_t, batches> counts{};
    const interval_record& any = records.front();
    for (std::uint64_t i = 0; i < any.sums().intervals; ++i) {
        ++counts.at(any.batch_of(i));
    }
    for (std::size_t i = 0; i < batches; ++i) {
        sums.at(i) = ratio(sums.at(i), std::max<std::uint64_t>(1, counts.at(i) * records.size()));
    }
    return sums;
}

// Queues that are on average half as long again in the last quarter of what was run as in the
// second, and hold more than a few messages, grow. Null if too little was run to decide.
std::optional<bool> queues_grow(const std::array<double, batches>& queues, std::size_t run) {
    constexpr double noticeable = 4;
    const std::size_t quarter = run / 4;
    if (quarter == 0) {
        return std::nullopt;
    }
    double early = 0;
    double late = 0;
    for (std::size_t i = 0; i < quarter; ++i) {
        early += ratio(queues.at(quarter + i), quarter);
        late += ratio(queues.at(run - 1 - i), quarter);
    }
    return late > noticeable && late > 1.5 * early;
}

// Parts of the run that were run to their ends.
std::size_t parts_of(const interval_record& any) {
    const std::uint64_t intervals = any.sums().intervals;
    return intervals == 0 ? 0 : any.batch_of(intervals);
}

// True if the node's queue does not hold what has arrived, or a broadcast lacks a message of it.
bool is_inconsistent(const interval_record& record, arrival_source arrivals) {
    const interval_record::totals& seen = record.sums();
    std::uint64_t arrived = 0;
    // Arrivals are drawn again here, up to the last beginning of an interval that the node has
    // seen.
    while (seen.busy + seen.intervals > 0 && arrivals.next_until(seen.last_begin)) {
        ++arrived;
    }
    return seen.arrived != arrived || seen.busy != record.served_messages();
}

std::optional<node_id> first_inconsistent_node(std::span<const interval_record> records,
                                               const arrivals_at_node& arrivals) {
    for (node_id node = 0; node < records.size(); ++node) {
        if (is_inconsistent(records[node], arrivals(node))) {
            return node;
        }
    }
    return std::nullopt;
}

// Theory and observation have to agree; if they do not, the run was too short to decide.
void verify_stability(dynamic_result& dynamic, std::optional<bool> grows) {
    const bool is_below = dynamic.utilisation < dynamic.stability_limit;
    const std::string place =
        fmt::format("utilisation {:.3g} is {} the limit {:.3g}", dynamic.utilisation,
                    is_below ? "below" : "not below", dynamic.stability_limit);
    if (!grows) {
        dynamic.reason =
            fmt::format("{}, but too few intervals were run to see queues grow", place);
        return;
    }
    const std::string_view trend = *grows ? "queues grow" : "queues do not grow";
    if (is_below == *grows) {
        dynamic.reason = fmt::format("{}, but {}: run more intervals", place, trend);
    } else {
        dynamic.stability = is_below ? stability_kind::stable : stability_kind::unstable;
        dynamic.reason = fmt::format("{}, and {}", place, trend);
    }
}

// Adds those of a broadcast by the nodes of `one`, if they are known.
void add_transmissions(std::optional<packet_hops>& sum, const problem& problem) {
    const auto more = interval_algorithm(problem).transmissions(problem);
    if (!sum || !more) {
        sum.reset();
        return;
    }
    sum->data += more->data;
    sum->control += more->control;
}

// The nodes whose messages wait when the interval begins, each with one.
broadcaster_set begin_interval(std::span<arrival_queue> lines, std::span<interval_record> records,
                               instant now) {
    broadcaster_set active;
    for (node_id node = 0; node < lines.size(); ++node) {
        lines[node].take_in();
        records[node].begin(lines[node].size(), now);
        if (!lines[node].empty()) {
            active.nodes.push_back(node);
            active.packets.push_back(1);
        }
    }
    return active;
}

// Delays end with the interval, and include the wait before it.
void end_interval(std::span<arrival_queue> lines, std::span<interval_record> records,
                  const broadcaster_set& active, const rational& end) {
    for (const node_id node : active.nodes) {
        if (const auto& first = lines[node].front()) {
            records[node].served(instant_at(end) - first->at);
        }
        lines[node].pop();
    }
    for (interval_record& record : records) {
        record.end(active.nodes.size(), end);
    }
}

}  // namespace

// The forecast simulates the queues with the lengths of theory and without a network. Completed
// runs are verified against it.
interval_forecast forecast_of(const problem& input, const arrivals_at_node& arrivals) {
    const auto& intervals = input.parameter<std::uint64_t>("intervals");
    const std::vector<rational> lengths = theory_of_intervals(input).lengths;
    interval_forecast forecast{.records = std::vector<interval_record>(lengths.size() - 1),
                               .transmissions = packet_hops{}};
    rational now = 0;
    std::vector<arrival_queue> lines;
    for (node_id node = 0; node < forecast.records.size(); ++node) {
        // A tenth of the intervals is warm-up, and does not count.
        forecast.records[node].reset(intervals, intervals / 10);
        lines.emplace_back(arrivals(node)).follow([&now] { return now; });
    }
    problem problem = interval_problem(input, 0);
    for (std::uint64_t i = 0; i < intervals; ++i) {
        problem.broadcasters = begin_interval(lines, forecast.records, instant_at(now));
        now += lengths[problem.broadcasters.nodes.size()];
        end_interval(lines, forecast.records, problem.broadcasters, now);
        add_transmissions(forecast.transmissions, problem);
    }
    return forecast;
}

std::string_view name_of(stability_kind kind) noexcept {
    constexpr std::array<std::string_view, 3> names{"stable", "unstable", "undecided"};
    return names.at(fmt::underlying(kind));
}

// Totals that all nodes know are read from the first record; that they agree is checked here.
dynamic_result sum_up(std::span<const interval_record> records, const interval_theory& theory,
                      const arrivals_at_node& arrivals) {
    const interval_record::totals& seen = records.front().sums();
    const all_notes notes = notes_of(records);
    const std::array<double, batches> queues = mean_queues(notes.queues, records);
    dynamic_result dynamic{.intervals = seen.intervals,
                           .delay = delays(notes),
                           .utilisation = theory.utilisation(),
                           .stability_limit = theory.stability_limit(),
                           .delay_bound = theory.delay_bound(),
                           .has_good_mean = std::ranges::all_of(
                               std::span{notes.delays}.subspan(batches / 10),
                               [](const interval_record::batch& part) { return part.packets > 0; }),
                           .own_time = seen.time,
                           .careless = first_inconsistent_node(records, arrivals)};
    const double waiting = std::accumulate(notes.queues.begin(), notes.queues.end(), 0.0);
    for (const interval_record& record : records) {
        dynamic.packets += record.served_messages();
        dynamic.queue.max = std::max(dynamic.queue.max, record.sums().most_waiting);
        dynamic.do_agree = dynamic.do_agree && record.sums().agreement == seen.agreement;
    }
    if (seen.intervals > 0) {
        dynamic.mean_active = ratio(seen.active, seen.intervals);
        dynamic.queue.mean = ratio(ratio(waiting, seen.intervals), records.size());
        const std::size_t last = records.front().batch_of(seen.intervals - 1);
        dynamic.queue.mean_at_end = queues.at(last);
    }
    if (seen.active > 0) {
        dynamic.moment_ratio = ratio(seen.active_squares, seen.active);
    }
    verify_stability(dynamic, queues_grow(queues, parts_of(records.front())));
    return dynamic;
}

}  // namespace tutti
