/// @file
/// Runs of the dynamic scheme, and the forecast of a run, computed from its arrivals.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/dynamic_theory.hpp"
#include "algorithms/trial.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/arrivals.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// `dynamic-broadcast/intervals` on a network, with the given parameters.
[[nodiscard]] inline tutti::experiment dynamic_experiment(std::string_view network,
                                                          const tutti::parameter_values& values) {
    tutti::experiment plan = on_network(entry("dynamic-broadcast/intervals"), network);
    plan.parameters = values;
    return plan;
}

inline constexpr double units_a_slot = 4294967296.0;

/// A message as an origin and its number.
using named = std::pair<tutti::node_id, std::uint32_t>;

/// An interval as it has to be.
struct planned_interval {
    std::set<named> broadcast;
    tutti::slot begin = 0;  // clock slots
    tutti::slot end = 0;
    tutti::rational ended;  // own time
};

/// Forecast of a run, computed from the arrivals alone, all nodes in one place.
struct forecast {
    std::vector<planned_interval> intervals;
    std::vector<double> delays;  // those that count, in slots
    std::uint64_t packets = 0;
    std::uint64_t most_waiting = 0;
};

/// A node and what arrives there: the payloads do not matter.
struct waiting_line {
    tutti::arrival_source source;
    std::vector<tutti::timed_message> arrived{};
    std::size_t gone = 0;

    void advance(tutti::instant now) {
        while (const auto next = source.next_until(now)) {
            arrived.push_back(*next);
        }
    }
};

/// The clock slots of an interval: those of its phases, or its time if slots are as long.
inline tutti::slot slots_of(const tutti::problem& problem) {
    const tutti::algorithm& used = interval_algorithm(problem);
    tutti::slot sum = 0;
    for (const tutti::phase& each : used.phases(problem)) {
        if (!each.expected_slots) {
            return tutti::expected_time_of(used, problem)->units.ceil();
        }
        sum += *each.expected_slots;
    }
    return sum;
}

/// A node's message leaves its queue with the interval that ends at `ended`.
inline void serve(forecast& forecast, waiting_line& line, tutti::instant ended, bool counts) {
    const tutti::instant delay = ended - line.arrived[line.gone].at;
    ++line.gone;
    ++forecast.packets;
    if (counts) {
        forecast.delays.push_back(static_cast<double>(delay) / units_a_slot);
    }
}

inline forecast forecast_of(const tutti::problem& problem) {
    const tutti::rational rate = problem.parameter<tutti::rational>("rate");
    const std::uint64_t count = problem.parameter<std::uint64_t>("intervals");
    const tutti::interval_theory theory = theory_of_intervals(problem);
    const std::vector<tutti::rational>& lengths = theory.lengths;
    std::vector<waiting_line> lines;
    for (tutti::node_id node = 0; node + 1 < lengths.size(); ++node) {
        lines.push_back({.source = {node, rate, tutti::payloads_for(problem.seed)}});
    }
    forecast expected;
    planned_interval before;
    for (std::uint64_t i = 0; i < count; ++i) {
        planned_interval next{.broadcast = {}, .begin = before.end, .ended = before.ended};
        std::vector<tutti::node_id> active;
        for (tutti::node_id node = 0; node < lines.size(); ++node) {
            waiting_line& line = lines[node];
            line.advance(tutti::instant_at(before.ended));
            expected.most_waiting =
                std::max<std::uint64_t>(expected.most_waiting, line.arrived.size() - line.gone);
            if (line.gone < line.arrived.size()) {
                active.push_back(node);
                next.broadcast.emplace(node, line.arrived[line.gone].content.number);
            }
        }
        next.ended += lengths[active.size()];
        next.end = next.begin + slots_of(interval_problem(problem, active.size()));
        next.end += theory.pads.empty() ? 0 : theory.pads[active.size()];
        for (const tutti::node_id node : active) {
            serve(expected, lines[node], tutti::instant_at(next.ended), i >= count / 10);
        }
        expected.intervals.push_back(next);
        before = std::move(next);
    }
    return expected;
}

}  // namespace support
