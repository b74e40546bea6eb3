#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "tutti/experiment/stress.hpp"
#include "tutti/topology/specification.hpp"
#include "tutti/version.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

template <class T>
json::value or_null(const std::optional<T>& maybe) {
    return maybe ? json::value(*maybe) : json::value(nullptr);
}

// Enough digits to compare, few enough to read.
double rounded(double value) { return std::stod(fmt::format("{:.4g}", value)); }

// Whole numbers without a point or power.
json::value json_of(double number) {
    return number == std::floor(number) ? json::value(static_cast<std::int64_t>(number))
                                        : json::value(rounded(number));
}

json::value json_of(const std::optional<spread>& numbers) {
    if (!numbers) {
        return nullptr;
    }
    return json::object{{"min", json_of(numbers->minimum)},
                        {"median", json_of(numbers->median)},
                        {"max", json_of(numbers->maximum)}};
}

json::value json_of(const std::optional<message_range>& messages) {
    if (!messages) {
        return nullptr;
    }
    return json::object{{"least", messages->least}, {"most", messages->most}};
}

json::object json_of(const failed_trial& one) {
    return {{"trial", one.number},
            {"seed", one.seed},
            {"verdict", name_of(one.verdict)},
            {"text", one.text},
            {"shrunk", one.is_shrunk},
            {"network", one.network},
            {"broadcasters", or_null(one.broadcasters)},
            {"root", or_null(one.root)},
            {"command", one.command},
            {"same_as", or_null(one.same_as)}};
}

double per_second(const stress_report& found) {
    return found.wall_seconds > 0 ? static_cast<double>(found.trials) / found.wall_seconds : 0;
}

void add_request(json::object& all, const stress_report& found) {
    json::object parameters;
    for (const auto& [name, value] : found.parameters) {
        parameters[name] = value.text();
    }
    all["task"] = found.task;
    all["algorithm"] = found.algorithm;
    all["source"] = found.source;
    all["network"] = found.network;
    all["ports"] = name_of(found.ports);
    all["parameters"] = parameters;
    all["seed"] = found.seed;
    all["k"] = json_of(found.messages);
    all["threads"] = found.threads;
}

json::object summary_of(const stress_report& found, const std::string& command) {
    json::object verdicts;
    for (const auto& [judged, count] : found.verdicts) {
        verdicts[name_of(judged)] = count;
    }
    json::object all{{"schema", "tutti.stress/1"}, {"tutti", version()}, {"command", command}};
    add_request(all, found);
    all["trials_asked"] = found.trials_asked;
    all["trials"] = found.trials;
    all["verdicts"] = verdicts;
    all["failed"] = found.failed;
    all["failures_listed"] = found.failures.size();
    all["unlucky"] = found.unlucky;
    all["unlucky_tail"] = or_null(found.unlucky_tail);
    all["slots"] = json_of(found.slots);
    all["ratio_to_lower_bound"] = json_of(found.ratio_to_lower_bound);
    all["wall_seconds"] = rounded(found.wall_seconds);
    all["trials_per_second"] = rounded(per_second(found));
    all["verdict"] = name_of(found.verdict);
    return all;
}

/// Lines of a name and what is to be said of it.
class listing {
public:
    void line(std::string_view name, std::string_view text) {
        fmt::format_to(std::back_inserter(text_), "  {:<18}{}\n", name, text);
    }
    void plain(std::string_view text) { fmt::format_to(std::back_inserter(text_), "{}\n", text); }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    std::string text_;
};

void add_heading(listing& out, const stress_report& found) {
    out.plain(fmt::format("{}/{} on {}: {} nodes, {} links, ports: {}", found.task, found.algorithm,
                          found.network, grouped(found.nodes), grouped(found.links),
                          name_of(found.ports)));
    out.plain(found.source);
    out.plain("");
    std::string trials = fmt::format("{} of {}, seed {}", grouped(found.trials),
                                     grouped(found.trials_asked), found.seed);
    if (found.messages) {
        trials += fmt::format(", K from {} to {}", grouped(found.messages->least),
                              grouped(found.messages->most));
    }
    out.line("trials", trials);
    for (const auto& [name, value] : found.parameters) {
        out.line("parameter", fmt::format("{} = {}", name, value.text()));
    }
}

void add_verdicts(listing& out, const stress_report& found) {
    std::string verdicts;
    for (const auto& [judged, count] : found.verdicts) {
        verdicts +=
            fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", grouped(count), name_of(judged));
    }
    out.line("verdicts", verdicts.empty() ? "none" : verdicts);
    if (found.unlucky_tail) {
        out.line("unlucky",
                 fmt::format("{}; so many or more come with probability {:.2g}{}",
                             grouped(found.unlucky), *found.unlucky_tail,
                             *found.unlucky_tail < impossible_probability ? ": impossible" : ""));
    }
}

void add_times(listing& out, const stress_report& found) {
    if (found.slots) {
        out.line("slots", fmt::format("{} to {}, median {}", found.slots->minimum,
                                      found.slots->maximum, found.slots->median));
    }
    if (const auto& ratio = found.ratio_to_lower_bound) {
        out.line("over lower bound", fmt::format("x {:.2f} to {:.2f}, median {:.2f}",
                                                 ratio->minimum, ratio->maximum, ratio->median));
    }
    const double rate = per_second(found);
    out.line("speed",
             fmt::format("{} trials/s: {:.2f} s on {} thread{}",
                         rate < 10 ? fmt::format("{:.1f}", rate)
                                   : grouped(static_cast<std::uint64_t>(rate)),
                         found.wall_seconds, found.threads, found.threads == 1 ? "" : "s"));
}

void add_failures(listing& out, const stress_report& found) {
    std::uint64_t told = 0;
    for (const failed_trial& one : found.failures) {
        if (one.same_as) {
            continue;
        }
        ++told;
        out.plain("");
        out.plain(
            fmt::format("trial {} is {}: {}", grouped(one.number), name_of(one.verdict), one.text));
        out.plain(one.is_shrunk ? "  the smallest input that was found to fail so:"
                                : "  the search for a smaller input was cut short:");
        out.plain("  " + one.command);
    }
    if (told < found.failed) {
        out.plain(fmt::format("\n{} more failed, {} of them on the same inputs",
                              grouped(found.failed - told), grouped(found.failures.size() - told)));
    }
}

void add_verdict(listing& out, const stress_report& found) {
    const std::uint64_t held = found.trials - found.failed;
    out.plain(fmt::format("\n{}: {} of {} trials hold", name_of(found.verdict), grouped(held),
                          grouped(found.is_interrupted ? found.trials : found.trials_asked)));
}

// The nodes are spelled out: a log can be read without drawing anything again.
json::value senders_of(const experiment& asked) {
    if (asked.what->goal->takes_broadcasters) {
        return json::string{broadcaster_specification::at(mentions_of(asked)).text()};
    }
    return asked.what->goal->takes_root ? json::value(nullptr) : "all";
}

}  // namespace

std::string to_json(const ended_trial& trial) {
    const experiment& asked = *trial.asked;
    const result& found = *trial.found;
    const bool is_rooted = asked.what->goal->takes_root;
    return json::serialize(
        json::object{{"trial", trial.number},
                     {"seed", asked.seed},
                     {"network", asked.network.text()},
                     {"broadcasters", senders_of(asked)},
                     {"root", is_rooted ? json::value(asked.root) : json::value(nullptr)},
                     {"packets", found.packets},
                     {"verdict", name_of(found.verdict)},
                     {"slots", found.slots},
                     {"units", to_string(found.units)},
                     {"lower_bound", to_string(found.lower_bound)},
                     {"transmissions", found.transmissions},
                     {"digest", fmt::format("{:016x}", found.digest)},
                     {"unlucky", trial.is_unlucky}});
}

std::string to_json_lines(const stress_report& found, const std::string& command) {
    std::string lines;
    for (const failed_trial& one : found.failures) {
        lines += json::serialize(json_of(one)) + "\n";
    }
    return lines + json::serialize(summary_of(found, command)) + "\n";
}

std::string to_table(const stress_report& found) {
    listing out;
    add_heading(out, found);
    add_verdicts(out, found);
    add_times(out, found);
    add_failures(out, found);
    add_verdict(out, found);
    return out.text();
}

}  // namespace tutti
