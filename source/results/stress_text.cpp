#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/ranges.h>

#include "json.hpp"
#include "tables.hpp"
#include "tutti/experiment/stress.hpp"
#include "tutti/version.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

// Whole numbers without a point or power.
json::value json_of(double number) {
    return number == std::floor(number) ? json::value(static_cast<std::int64_t>(number))
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

json::object json_of(const failed_trial& one) {
    return {{"trial", one.number},
            {"seed", one.seed},
            {"verdict", name_of(one.verdict)},
            {"text", one.text},
            {"shrunk", one.is_shrunk},
            {"deterministic", one.is_deterministic},
            {"network", one.network},
            {"broadcasters", or_null(one.broadcasters)},
            {"root", or_null(one.root)},
            {"command", one.command},
            {"same_as", or_null(one.same_as)}};
}

double per_second(const stress_report& found) {
    return found.wall_seconds > 0 ? static_cast<double>(found.trials) / found.wall_seconds : 0;
}

json::object summary_of(const stress_report& found, const std::string& command) {
    json::object verdicts;
    for (const auto& [each, count] : found.verdicts) {
        verdicts[name_of(each)] = count;
    }
    return {{"schema", "tutti.stress/1"},
            {"tutti", version()},
            {"command", command},
            {"task", found.collective},
            {"algorithm", found.algorithm},
            {"source", found.source},
            {"network", found.network},
            {"ports", name_of(found.ports)},
            {"parameters", json_of(found.parameters)},
            {"seed", found.seed},
            {"k", or_null(found.messages, range_of)},
            {"threads", found.threads},
            {"trials_asked", found.trials_asked},
            {"trials", found.trials},
            {"verdicts", std::move(verdicts)},
            {"failed", found.failed},
            {"failures_listed", found.failures.size()},
            {"unlucky", found.unlucky},
            {"unlucky_tail", or_null(found.unlucky_tail)},
            {"slots", or_null(found.slots, spread_of)},
            {"ratio_to_lower_bound", or_null(found.ratio_to_lower_bound, spread_of)},
            {"wall_seconds", rounded(found.wall_seconds, 4)},
            {"trials_per_second", rounded(per_second(found), 4)},
            {"verdict", name_of(found.verdict)}};
}

void add_heading(listing& out, const stress_report& found) {
    out.heading(found);
    std::string trials = fmt::format("{} of {}, seed {}", grouped(found.trials),
                                     grouped(found.trials_asked), found.seed);
    if (found.messages) {
        trials += fmt::format(", K from {} to {}", grouped(found.messages->least),
                              grouped(found.messages->most));
    }
    out.line("trials", "{}", trials);
    out.parameters(found.parameters);
}

void add_verdicts(listing& out, const stress_report& found) {
    std::string verdicts;
    for (const auto& [each, count] : found.verdicts) {
        verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", grouped(count),
                                judged(name_of(each), out.style()));
    }
    out.line("verdicts", "{}", verdicts.empty() ? "none" : verdicts);
    if (found.unlucky_tail) {
        out.line("unlucky", "{}; so many or more come with probability {:.2g}{}",
                 grouped(found.unlucky), *found.unlucky_tail,
                 *found.unlucky_tail < impossible_probability ? ": impossible" : "");
    }
}

void add_times(listing& out, const stress_report& found) {
    if (found.slots) {
        out.line("slots", "{} to {}, median {}", found.slots->minimum, found.slots->maximum,
                 found.slots->median);
    }
    if (const auto& ratio = found.ratio_to_lower_bound) {
        out.line("over lower bound", "x {:.2f} to {:.2f}, median {:.2f}", ratio->minimum,
                 ratio->maximum, ratio->median);
    }
    const double rate = per_second(found);
    out.line("speed", "{} trials/s: {:.2f} s on {} thread{}",
             rate < 10 ? fmt::format("{:.1f}", rate) : grouped(static_cast<std::uint64_t>(rate)),
             found.wall_seconds, found.threads, found.threads == 1 ? "" : "s");
}

// Those that failed on inputs of their own, on the smallest first.
std::vector<const failed_trial*> distinct_failures(const stress_report& found) {
    std::vector<const failed_trial*> distinct;
    for (const failed_trial& one : found.failures) {
        if (!one.same_as) {
            distinct.push_back(&one);
        }
    }
    std::ranges::stable_sort(distinct, {}, [](const failed_trial* one) {
        return std::pair{one->nodes, one->packets};
    });
    return distinct;
}

// "7 on inputs of their own, 12 on the same again, 1,000 not looked into"
std::string text_of_others(const stress_report& found, std::uint64_t own, std::uint64_t distinct) {
    const std::uint64_t looked_into = found.failures.size();
    std::vector<std::string> parts;
    const auto add = [&](std::uint64_t count, std::string_view where) {
        if (count > 0) {
            parts.push_back(fmt::format("{} {}", grouped(count), where));
        }
    };
    add(own, "on inputs of their own");
    add(looked_into - distinct, "on the same inputs again");
    add(found.failed - looked_into, "not looked into");
    return fmt::format("{}", fmt::join(parts, ", "));
}

void add_failures(listing& out, const stress_report& found) {
    constexpr std::size_t most_listed = 3;
    const std::vector<const failed_trial*> distinct = distinct_failures(found);
    const std::size_t listed = std::min(distinct.size(), most_listed);
    for (const failed_trial* const one : std::span{distinct}.first(listed)) {
        out.plain("");
        out.plain("trial {} is {}: {}", grouped(one->number),
                  judged(name_of(one->verdict), out.style()), one->text);
        out.plain("{}", !one->is_deterministic ? "  the input, whose runs differ:"
                        : one->is_shrunk       ? "  the smallest input that was found to fail so:"
                                               : "  the search for a smaller input was cut short:");
        out.plain("  {}", one->command);
    }
    if (listed < found.failed) {
        out.plain("\n{} more failed: {}", grouped(found.failed - listed),
                  text_of_others(found, distinct.size() - listed, distinct.size()));
    }
}

void add_verdict(listing& out, const stress_report& found) {
    const std::uint64_t held = found.trials - found.failed - found.unlucky;
    const std::string unlucky =
        found.unlucky > 0 ? fmt::format(", {} unlucky", grouped(found.unlucky)) : std::string{};
    out.plain("\n{}: {} of {} trials hold{}", judged(name_of(found.verdict), out.style()),
              grouped(held), grouped(found.is_interrupted ? found.trials : found.trials_asked),
              unlucky);
}

// The nodes are spelled out: a log can be read without drawing anything again.
json::value senders_of(const experiment& asked) {
    if (collective_of(asked).takes_broadcasters) {
        return json::string{broadcaster_specification::at(mentions_of(asked)).text()};
    }
    return collective_of(asked).takes_root ? json::value(nullptr) : "all";
}

}  // namespace

std::string to_json(const ended_trial& trial) {
    const experiment& asked = *trial.asked;
    const result& found = *trial.found;
    const bool is_rooted = collective_of(asked).takes_root;
    return serialized(
        json::object{{"trial", trial.number},
                     {"seed", asked.seed},
                     {"network", asked.network.text()},
                     {"broadcasters", senders_of(asked)},
                     {"root", is_rooted ? json::value(asked.root) : json::value(nullptr)},
                     {"packets", found.packets},
                     {"verdict", name_of(found.verdict)},
                     {"slots", found.slots},
                     {"units", to_string(found.units)},
                     {"lower_bound", to_string(found.lower_bound.units)},
                     {"transmissions", found.transmissions},
                     {"digest", fmt::format("{:016x}", found.digest)},
                     {"unlucky", found.verdict == verdict::unlucky}});
}

std::string to_json_lines(const stress_report& found, const std::string& command) {
    std::string lines;
    for (const failed_trial& one : found.failures) {
        lines += serialized(json_of(one)) + "\n";
    }
    return lines + serialized(summary_of(found, command)) + "\n";
}

std::string to_table(const stress_report& found, table_style style) {
    listing out{18, style};
    add_heading(out, found);
    add_verdicts(out, found);
    add_times(out, found);
    add_failures(out, found);
    add_verdict(out, found);
    return out.text();
}

}  // namespace tutti
