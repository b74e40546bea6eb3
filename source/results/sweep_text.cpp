#include <fmt/format.h>

#include "json.hpp"
#include "text_tables.hpp"
#include "tutti/experiment/sweep.hpp"
#include "tutti/version.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// "1,000 complete, 3 late"
std::string text_of_verdicts(const std::map<std::string, std::uint64_t>& verdicts,
                             table_style style) {
    return joined_texts(verdicts, ", ", [style](const auto& each) {
        return fmt::format("{} {}", grouped(each.second), judged(each.first, style));
    });
}

// Unlucky runs are expected with their probability and do not fail by themselves.
std::uint64_t runs_that_fail(const sweep_report& report) {
    return total_of(report.verdicts, [](const auto& each) {
        const bool is_failure =
            each.first != name_of(verdict::complete) && each.first != name_of(verdict::unlucky);
        return is_failure ? each.second : 0;
    });
}

// The last line.
std::string conclusion(const sweep_report& report, table_style style) {
    // An interrupted sweep has no conclusion about the runs that are left.
    const std::uint64_t failed = runs_that_fail(report);
    if (report.is_interrupted) {
        return fmt::format("{}: the same command continues where this one stopped",
                           judged("interrupted", style));
    }
    if (failed > 0) {
        return fmt::format("{} of {} fail{} a check", grouped(failed), quantity(report.runs, "run"),
                           failed == 1 ? "s" : "");
    }
    if (report.unlucky == 0) {
        return fmt::format("{}: every check of every run holds", judged("complete", style));
    }
    return fmt::format("{}: {} of {} hold, {} unlucky", judged(name_of(report.verdict), style),
                       grouped(report.runs - report.unlucky), quantity(report.runs, "run"),
                       grouped(report.unlucky));
}

void add_inapplicable(listing& out, const sweep_report& report) {
    constexpr std::size_t most_shown = 10;
    for (std::size_t i = 0; i < std::min(most_shown, report.inapplicable.size()); ++i) {
        const inapplicable_combination& each = report.inapplicable[i];
        out.line(i == 0 ? "do not fit" : "", "{}: {}, {}", grouped(each.runs), each.algorithm,
                 each.reason);
    }
    if (report.inapplicable.size() > most_shown) {
        out.line("", "and for {}",
                 quantity(report.inapplicable.size() - most_shown, "other reason"));
    }
}

// The report lists the first failures only; the store has all.
void add_failed_runs(listing& out, const sweep_report& report) {
    for (const failed_run& each : report.failures) {
        out.line("failed", "{}: {}", judged(name_of(each.verdict), out.style()), each.text);
        out.line("", "{}", each.plan);
    }
    if (runs_that_fail(report) > report.failures.size() && !report.failures.empty()) {
        out.line("", "and others, in the store");
    }
}

}  // namespace

boost::json::object inapplicable_json(const inapplicable_combination& each) {
    return {{"algorithm", each.algorithm}, {"reason", each.reason}, {"runs", each.runs}};
}

std::string to_json(const sweep_report& report, const std::string& command) {
    namespace json = boost::json;
    const auto failure_of = [](const failed_run& each) {
        return json::object{
            {"plan", each.plan}, {"verdict", name_of(each.verdict)}, {"text", each.text}};
    };
    return serialized(
        json::object{{"schema", "tutti.sweep/1"},
                     {"tutti", version()},
                     {"command", command},
                     {"runs", report.runs},
                     {"stored_before", report.stored},
                     {"replaced", report.replaced},
                     {"finished", report.finished},
                     {"repeated", report.repeated},
                     {"verdicts", json::value_from(report.verdicts)},
                     {"verdict", name_of(report.verdict)},
                     {"unlucky", report.unlucky},
                     {"unlucky_tail", or_null(report.unlucky_tail)},
                     {"failures", array_of(report.failures, failure_of)},
                     // Keys belong to the schema and keep their names.
                     {"misfits", array_of(report.inapplicable, inapplicable_json)},
                     {"wall_seconds", rounded(report.wall_seconds, 4)},
                     {"runs_per_second", rounded(rate_of(report.finished, report.wall_seconds), 4)},
                     {"interrupted", report.is_interrupted}});
}

std::string to_table(const sweep_report& report, const std::string& store, table_style style) {
    listing out{14, style};
    out.line("runs", "{}; {} in the store before, {} done in {:.2f} s ({} runs/s)",
             grouped(report.runs), grouped(report.stored), grouped(report.finished),
             report.wall_seconds, grouped(rate_of(report.finished, report.wall_seconds)));
    if (report.replaced > 0) {
        out.line("replaced", "{} of another version", grouped(report.replaced));
    }
    // Axes may name one plan twice; it is run once.
    if (report.repeated > 0) {
        out.line("the same", "{} that the axes name more than once, run once",
                 quantity(report.repeated, "run"));
    }
    add_inapplicable(out, report);
    out.line("verdicts", "{}", text_of_verdicts(report.verdicts, style));
    // Too many unlucky runs are improbable: the tail of their number says how much.
    if (report.unlucky > 0) {
        add_unlucky(out, report.unlucky, report.unlucky_tail.value_or(0));
    }
    add_failed_runs(out, report);
    out.line("store", "{}", printable(store));
    out.plain("");
    out.plain("{}", conclusion(report, style));
    return out.text();
}

}  // namespace tutti
