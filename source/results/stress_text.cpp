#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/ranges.h>

#include "json.hpp"
#include "text_tables.hpp"
#include "tutti/experiment/stress.hpp"
#include "tutti/version.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

// Whole numbers without a point or power.
json::value json_of(double number) {
    return number == std::floor(number) ? json::value(std::llround(number))
                                        : json::value(rounded(number, 4));
}

json::object spread_of(const spread& numbers) {
    return {{"min", json_of(numbers.minimum)},
            {"median", json_of(numbers.median)},
            {"max", json_of(numbers.maximum)}};
}

json::object range_of(const message_range& messages) {
    return {{"least", messages.least}, {"most", messages.most}};
}

// The command repeats the trial on the smallest input that was found.
json::object json_of(const failed_trial& trial) {
    return {{"trial", trial.number},
            {"seed", trial.seed},
            {"verdict", name_of(trial.verdict)},
            {"text", trial.text},
            {"shrunk", trial.is_shrunk},
            {"deterministic", trial.is_deterministic},
            {"network", trial.network},
            {"broadcasters", or_null(trial.broadcasters)},
            {"root", or_null(trial.root)},
            {"command", trial.command},
            {"same_as", or_null(trial.same_as)}};
}

json::object summary_of(const stress_report& report, const std::string& command) {
    json::object verdicts;
    for (const auto& [each, count] : report.verdicts) {
        verdicts[name_of(each)] = count;
    }
    return {{"schema", "tutti.stress/2"},
            {"tutti", version()},
            {"command", command},
            {"collective", report.collective},
            {"algorithm", report.algorithm},
            {"source", report.source},
            {"network", report.network},
            {"participants", participants_json(report)},
            {"ports", name_of(report.ports)},
            {"parameters", json_of(report.parameters)},
            {"seed", report.seed},
            {"k", or_null(report.messages, range_of)},
            {"threads", report.threads},
            {"trials_asked", report.trials_asked},
            {"trials", report.trials},
            {"verdicts", std::move(verdicts)},
            {"failed", report.failed},
            {"failures_listed", report.failures.size()},
            {"unlucky", report.unlucky},
            {"unlucky_tail", or_null(report.unlucky_tail)},
            {"slots", or_null(report.slots, spread_of)},
            {"ratio_to_lower_bound", or_null(report.ratio_to_lower_bound, spread_of)},
            {"wall_seconds", rounded(report.wall_seconds, 4)},
            {"trials_per_second", rounded(rate_of(report.trials, report.wall_seconds), 4)},
            {"verdict", name_of(report.verdict)}};
}

void add_heading(listing& out, const stress_report& report) {
    add_request_heading(out, report);
    std::string trials = fmt::format("{} of {}, seed {}", grouped(report.trials),
                                     grouped(report.trials_asked), report.seed);
    if (report.messages) {
        trials += fmt::format(", K from {} to {}", grouped(report.messages->least),
                              grouped(report.messages->most));
    }
    out.line("trials", "{}", trials);
    add_parameters(out, report.parameters);
}

void add_verdicts(listing& out, const stress_report& report) {
    const std::string verdicts = joined_texts(report.verdicts, ", ", [&](const auto& each) {
        return fmt::format("{} {}", grouped(each.second), judged(name_of(each.first), out.style()));
    });
    out.line("verdicts", "{}", verdicts.empty() ? "none" : verdicts);
    // Bad luck is acceptable as long as its number is not improbable.
    if (report.unlucky_tail) {
        add_unlucky(out, report.unlucky, *report.unlucky_tail);
    }
}

void add_times(listing& out, const stress_report& report) {
    if (report.slots) {
        out.line("slots", "{} to {}, median {}", report.slots->minimum, report.slots->maximum,
                 report.slots->median);
    }
    if (const auto& ratio = report.ratio_to_lower_bound) {
        out.line("over lower bound", "x {:.2f} to {:.2f}, median {:.2f}", ratio->minimum,
                 ratio->maximum, ratio->median);
    }
    const double rate = rate_of(report.trials, report.wall_seconds);
    out.line("speed", "{} trials/s: {:.2f} s on {} thread{}",
             rate < 10 ? fmt::format("{:.1f}", rate) : grouped(rate), report.wall_seconds,
             report.threads, report.threads == 1 ? "" : "s");
}

// Those that failed on different inputs, on the smallest first.
// The smallest input is the easiest to debug, and is shown first.
std::vector<const failed_trial*> distinct_failures(const stress_report& report) {
    std::vector<const failed_trial*> distinct;
    for (const failed_trial& trial : report.failures) {
        if (!trial.same_as) {
            distinct.push_back(&trial);
        }
    }
    std::ranges::stable_sort(distinct, {}, [](const failed_trial* one) {
        return std::pair{one->nodes, one->packets};
    });
    return distinct;
}

// "7 on inputs of their own, 12 on the same again, 1,000 not examined"
std::string text_of_others(const stress_report& report, std::uint64_t own, std::uint64_t distinct) {
    // Not every failure is examined: the search for a smaller input takes long.
    const std::uint64_t looked_into = report.failures.size();
    std::vector<std::string> parts;
    const auto add = [&](std::uint64_t count, std::string_view place) {
        if (count > 0) {
            parts.push_back(fmt::format("{} {}", grouped(count), place));
        }
    };
    add(own, "on inputs of their own");
    add(looked_into - distinct, "on the same inputs again");
    add(report.failed - looked_into, "not examined");
    return fmt::format("{}", fmt::join(parts, ", "));
}

// Failures on distinct inputs are listed with the command that repeats them; the rest is counted.
void add_failures(listing& out, const stress_report& report) {
    // The JSON form has all failures that were examined.
    constexpr std::size_t most_listed = 3;
    const std::vector<const failed_trial*> distinct = distinct_failures(report);
    const std::size_t listed = std::min(distinct.size(), most_listed);
    for (const failed_trial* const one : std::span{distinct}.first(listed)) {
        out.plain("");
        out.plain("trial {} is {}: {}", grouped(one->number),
                  judged(name_of(one->verdict), out.style()), one->text);
        out.plain("{}", !one->is_deterministic ? "  the input, whose runs differ:"
                        : one->is_shrunk ? "  the smallest input found that fails in the same way:"
                                         : "  the search for a smaller input was cut short:");
        out.plain("  {}", one->command);
    }
    if (listed < report.failed) {
        out.plain("\n{} more failed: {}", grouped(report.failed - listed),
                  text_of_others(report, distinct.size() - listed, distinct.size()));
    }
}

// A stress test that was interrupted is measured by the trials that it made.
void add_verdict(listing& out, const stress_report& report) {
    const std::uint64_t stored = report.trials - report.failed - report.unlucky;
    const std::string unlucky =
        report.unlucky > 0 ? fmt::format(", {} unlucky", grouped(report.unlucky)) : std::string{};
    out.plain("\n{}: {} of {} trials hold{}", judged(name_of(report.verdict), out.style()),
              grouped(stored), grouped(report.is_interrupted ? report.trials : report.trials_asked),
              unlucky);
}

// The nodes are spelled out: a log can be read without drawing anything again.
json::value senders_of(const experiment& plan) {
    if (collective_of(plan).takes_broadcasters) {
        return json::string{broadcaster_specification::at(mentions_of(plan)).text()};
    }
    return collective_of(plan).takes_root ? json::value(nullptr) : "all";
}

}  // namespace

std::string to_json(const ended_trial& trial) {
    const experiment& plan = *trial.plan;
    const result& result = *trial.result;
    // The root is null where a collective has none.
    const bool is_rooted = collective_of(plan).takes_root;
    return serialized(
        json::object{{"trial", trial.number},
                     {"seed", plan.seed},
                     {"network", plan.network.text()},
                     {"broadcasters", senders_of(plan)},
                     {"root", is_rooted ? json::value(root_of(plan)) : json::value(nullptr)},
                     {"messages", result.packets},
                     {"verdict", name_of(result.verdict)},
                     {"slots", result.slots},
                     {"units", to_string(result.units)},
                     {"lower_bound", to_string(result.lower_bound.units)},
                     {"transmissions", result.transmissions},
                     {"digest", fmt::format("{:016x}", result.digest)},
                     {"unlucky", result.verdict == verdict::unlucky}});
}

// One line a failed trial, and the summary as the last.
std::string to_json_lines(const stress_report& report, const std::string& command) {
    return joined_texts(
               report.failures, "",
               [](const failed_trial& trial) { return serialized(json_of(trial)) + "\n"; }) +
           serialized(summary_of(report, command)) + "\n";
}

std::string to_table(const stress_report& report, table_style style) {
    listing out{18, style};
    add_heading(out, report);
    add_verdicts(out, report);
    add_times(out, report);
    add_failures(out, report);
    add_verdict(out, report);
    return out.text();
}

}  // namespace tutti
