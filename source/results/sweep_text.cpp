#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiment/stress/unlucky_tally.hpp"
#include "json.hpp"
#include "tables.hpp"
#include "tutti/experiment/sweep.hpp"
#include "tutti/version.hpp"

namespace tutti {
namespace {

// "1,000 complete, 3 late"
std::string text_of_verdicts(const std::map<std::string, std::uint64_t>& verdicts,
                             table_style style) {
    std::vector<std::string> parts;
    parts.reserve(verdicts.size());
    for (const auto& [name, count] : verdicts) {
        parts.push_back(fmt::format("{} {}", grouped(count), judged(name, style)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::uint64_t runs_that_fail(const sweep_report& found) {
    std::uint64_t count = 0;
    for (const auto& [name, runs] : found.verdicts) {
        const bool is_failure =
            name != name_of(verdict::complete) && name != name_of(verdict::unlucky);
        count += is_failure ? runs : 0;
    }
    return count;
}

double runs_per_second(const sweep_report& found) {
    return found.wall_seconds > 0 ? static_cast<double>(found.finished) / found.wall_seconds : 0;
}

void add_unlucky(listing& out, const sweep_report& found) {
    if (found.unlucky > 0) {
        out.line("unlucky", "{}; so many or more come with probability {:.2g}{}",
                 grouped(found.unlucky), found.unlucky_tail.value_or(0),
                 found.unlucky_tail.value_or(0) < impossible_probability ? ": impossible" : "");
    }
}

// The last line.
std::string conclusion(const sweep_report& found, table_style style) {
    const std::uint64_t failed = runs_that_fail(found);
    if (found.is_interrupted) {
        return fmt::format("{}: the same command continues where this one stopped",
                           judged("interrupted", style));
    }
    if (failed > 0) {
        return fmt::format("{} of {} fail{} a check", grouped(failed), quantity(found.runs, "run"),
                           failed == 1 ? "s" : "");
    }
    if (found.unlucky == 0) {
        return fmt::format("{}: every check of every run holds", judged("complete", style));
    }
    return fmt::format("{}: {} of {} hold, {} unlucky", judged(name_of(found.verdict), style),
                       grouped(found.runs - found.unlucky), quantity(found.runs, "run"),
                       grouped(found.unlucky));
}

void add_inapplicable(listing& out, const sweep_report& found) {
    constexpr std::size_t most_shown = 10;
    for (std::size_t i = 0; i < std::min(most_shown, found.inapplicable.size()); ++i) {
        const inapplicable_combination& each = found.inapplicable[i];
        out.line(i == 0 ? "do not fit" : "", "{}: {}, {}", grouped(each.runs), each.algorithm,
                 each.reason);
    }
    if (found.inapplicable.size() > most_shown) {
        out.line("", "and for {}",
                 quantity(found.inapplicable.size() - most_shown, "other reason"));
    }
}

void add_failed_runs(listing& out, const sweep_report& found) {
    for (const failed_run& each : found.failures) {
        out.line("failed", "{}: {}", judged(name_of(each.verdict), out.style()), each.text);
        out.line("", "{}", each.plan);
    }
    if (runs_that_fail(found) > found.failures.size() && !found.failures.empty()) {
        out.line("", "and others, in the store");
    }
}

}  // namespace

std::string to_json(const sweep_report& found, const std::string& command) {
    namespace json = boost::json;
    json::object verdicts;
    for (const auto& [name, count] : found.verdicts) {
        verdicts[name] = count;
    }
    const auto inapplicable_reason_of = [](const inapplicable_combination& each) {
        return json::object{
            {"algorithm", each.algorithm}, {"reason", each.reason}, {"runs", each.runs}};
    };
    const auto failure_of = [](const failed_run& each) {
        return json::object{
            {"plan", each.plan}, {"verdict", name_of(each.verdict)}, {"text", each.text}};
    };
    return serialized(
        json::object{{"schema", "tutti.sweep/1"},
                     {"tutti", version()},
                     {"command", command},
                     {"runs", found.runs},
                     {"stored_before", found.stored},
                     {"replaced", found.replaced},
                     {"finished", found.finished},
                     {"repeated", found.repeated},
                     {"verdicts", verdicts},
                     {"verdict", name_of(found.verdict)},
                     {"unlucky", found.unlucky},
                     {"unlucky_tail", or_null(found.unlucky_tail)},
                     {"failures", array_of(found.failures, failure_of)},
                     {"misfits", array_of(found.inapplicable, inapplicable_reason_of)},
                     {"wall_seconds", rounded(found.wall_seconds, 4)},
                     {"runs_per_second", rounded(runs_per_second(found), 4)},
                     {"interrupted", found.is_interrupted}});
}

std::string to_table(const sweep_report& found, const std::string& store, table_style style) {
    listing out{14, style};
    out.line("runs", "{}; {} in the store before, {} done in {:.2f} s ({} runs/s)",
             grouped(found.runs), grouped(found.stored), grouped(found.finished),
             found.wall_seconds, grouped(static_cast<std::uint64_t>(runs_per_second(found))));
    if (found.replaced > 0) {
        out.line("replaced", "{} of another version", grouped(found.replaced));
    }
    if (found.repeated > 0) {
        out.line("the same", "{} that the axes name more than once, done once",
                 quantity(found.repeated, "run"));
    }
    add_inapplicable(out, found);
    out.line("verdicts", "{}", text_of_verdicts(found.verdicts, style));
    add_unlucky(out, found);
    add_failed_runs(out, found);
    out.line("store", "{}", printable(store));
    out.plain("");
    out.plain("{}", conclusion(found, style));
    return out.text();
}

}  // namespace tutti
