#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "json.hpp"
#include "tutti/experiment/audit.hpp"
#include "tutti/version.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

json::object json_of(const audit_difference& difference) {
    return {{"node", difference.node},       {"slot", difference.at},
            {"trial", difference.trial + 1}, {"together", difference.together},
            {"alone", difference.alone},     {"knew", difference.knew}};
}

json::array names_of(const std::vector<knowledge_item>& items) {
    return array_of(items, [](knowledge_item each) { return name_of(each); });
}

std::string_view name_of(plain_comparison made) noexcept {
    constexpr std::array<std::string_view, 3> names{"not compared", "the same", "different"};
    return names[to_underlying(made)];
}

// Each part of the isolation is stated with the reason if it is missing, as the verdict relies on
// it.
json::object json_of(const audit_report& report, const audit_isolation& isolation) {
    return {{"process", isolation.has_own_processes ? "own" : "forked"},
            {"files", isolation.refuses_files ? "refused" : "not refused"},
            {"contents", isolation.not_rekeyed == 0 ? "re-keyed" : "not re-keyed"},
            {"runs_rekeyed", isolation.rekeyed},
            {"plain_run", name_of(report.plain)},
            {"plain_run_text", or_null(report.plain_text)},
            {"others", isolation.same_worlds == 0 ? "redrawn" : "not redrawn"},
            {"worlds_not_redrawn", isolation.same_worlds},
            {"reason", or_null(isolation.isolation_gap)},
            {"contents_reason", or_null(isolation.why_kept)},
            {"others_reason", or_null(isolation.why_same)}};
}

json::value independent_json(const audit_report& report) {
    return json::object{
        {"verdict", or_null(report.independent, [](verdict each) { return name_of(each); })},
        {"text", or_null(report.independent_text)},
        {"needs_seed", report.needs_seed}};
}

// A run of all that does not follow from the seed, in words.
std::string independent_text(const audit_report& report, table_style style) {
    const std::string_view why = report.independent_text;
    const std::string named =
        report.independent ? judged(name_of(*report.independent), style) : std::string{"not made"};
    return why.empty() ? named : fmt::format("{}: {}", named, why);
}

std::string isolation_text(const audit_isolation& isolation) {
    return fmt::format("{}; files and sockets {}refused; contents {}",
                       isolation.has_own_processes ? "own processes" : "forked processes",
                       isolation.refuses_files ? "" : "not ",
                       isolation.not_rekeyed == 0 ? "re-keyed"
                       : isolation.rekeyed == 0
                           ? "not re-keyed"
                           : fmt::format("re-keyed in {} of {} runs", isolation.rekeyed,
                                         isolation.rekeyed + isolation.not_rekeyed));
}

// Reservations: the parts that the verdict does not cover.
std::string reservations(const audit_report& report) {
    const audit_isolation& isolation = report.isolation;
    std::string text;
    if (!isolation.is_complete()) {
        text += fmt::format("; not isolated: {}", isolation.isolation_gap);
    }
    if (isolation.not_rekeyed > 0) {
        text += fmt::format("; contents not re-keyed: {}", isolation.why_kept);
    }
    if (isolation.same_worlds > 0) {
        text += fmt::format(
            "; the inputs of the others were not redrawn{}: {}",
            isolation.same_worlds == report.trials
                ? ""
                : fmt::format(" in {} of {} worlds", isolation.same_worlds, report.trials),
            isolation.why_same);
    }
    if (report.first_run == verdict::complete && !report.independent_text.empty()) {
        text += fmt::format("; independent run {}", independent_text(report, table_style::plain));
    }
    return text;
}

// "local" is a statement about the audited runs alone; reservations follow in the same line.
std::string verdict_text(const audit_report& report, table_style style) {
    switch (report.verdict) {
        case locality::local:
            return judged("local", style) +
                   (exit_status(report) == 0
                        ? ": every node does the same alone, in every world"
                        : " up to the slot in which the run of all was broken off") +
                   reservations(report);
        case locality::not_local:
            return judged("not local", style) +
                   (report.plain == plain_comparison::different
                        ? ": the program does something else when it is audited"
                    : report.needs_seed ? ": the program uses what only the seed of a run tells"
                                        : "");
        case locality::interrupted:
            break;
    }
    return judged("interrupted", style) + ": nothing was found in the runs that ended";
}

// Knowledge of the nodes, in words.
// Knowledge that was withheld is replaced by other values in the runs alone.
std::string knowledge_text(const audit_report& report) {
    const std::string items = report.knowledge.empty() ? "nothing" : to_string(report.knowledge);
    return report.withheld.empty() ? items
                                   : fmt::format("{}; alone something else in place of {}", items,
                                                 to_string(report.withheld));
}

}  // namespace

std::string to_json(const audit_report& report) {
    const json::object object{{"schema", "tutti.audit/2"},
                              {"tutti", version()},
                              {"command", report.command},
                              {"collective", report.collective},
                              {"algorithm", report.algorithm},
                              {"source", report.source},
                              {"network", network_json(report)},
                              {"ports", name_of(report.ports)},
                              {"participants", participants_json(report)},
                              {"broadcasters", broadcasters_json(report)},
                              {"messages", report.packets},
                              {"parameters", json_of(report.parameters)},
                              {"known", known_json(report, report.knowledge)},
                              {"withheld", names_of(report.withheld)},
                              {"seed", report.seed},
                              {"audit_seed", report.audit_seed},
                              {"isolation", json_of(report, report.isolation)},
                              {"verdict", name_of(report.verdict)},
                              {"run", json::object{{"verdict", name_of(report.first_run)},
                                                   {"text", or_null(report.first_text)},
                                                   {"clock_slots", report.slots}}},
                              {"independent_run", independent_json(report)},
                              {"stated_by_program", json::value_from(report.stated)},
                              {"nodes", json::value_from(report.audited)},
                              {"trials", report.trials},
                              {"runs_alone", report.runs},
                              {"differing", report.differing},
                              {"difference", or_null(report.difference,
                                                     [](const audit_difference& difference) {
                                                         return json_of(difference);
                                                     })},
                              {"wall_seconds", rounded(report.wall_seconds, 4)}};
    return serialized(object);
}

std::string to_table(const audit_report& report, table_style style) {
    std::string text = bold(fmt::format("{}/{} on {}, {}", report.collective, report.algorithm,
                                        report.network, report.broadcasters),
                            style) +
                       "\n";
    // Labels have 16 columns; lines without a label continue the one before.
    const auto line = [&](std::string_view label, std::string_view value) {
        text += fmt::format("  {:<16} {}\n", label, value);
    };
    line("knowledge", knowledge_text(report));
    line("run of all", fmt::format("{}, {}", judged(name_of(report.first_run), style),
                                   quantity(report.slots, "clock slot")));
    if (!report.first_text.empty()) {
        line("", report.first_text);
    }
    line("runs alone",
         fmt::format("{} of {} ({}, {})", grouped(report.runs),
                     grouped(report.audited.size() * report.trials),
                     quantity(report.audited.size(), "node"), quantity(report.trials, "world")));
    line("plain run",
         fmt::format("{}{}", name_of(report.plain),
                     report.plain == plain_comparison::different ? ": " + report.plain_text : ""));
    line("independent run", independent_text(report, style));
    line("isolation", isolation_text(report.isolation));
    if (!report.stated.empty()) {
        line("not verified",
             fmt::format("stated by the program: {}", fmt::join(report.stated, ", ")));
    }
    line("audit seed", fmt::format("{0} (--audit-seed {0} repeats it)", report.audit_seed));
    if (report.difference) {
        const audit_difference& difference = *report.difference;
        line("that differ", grouped(report.differing));
        line("first difference", fmt::format("node {}, slot {}, world {}", difference.node,
                                             difference.at, difference.trial + 1));
        line("  together it", difference.together);
        line("  alone it", difference.alone);
        line("  it knew", difference.knew);
    }
    return text + fmt::format("{}\n", verdict_text(report, style));
}

}  // namespace tutti
