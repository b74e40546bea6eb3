#include <fmt/format.h>
#include <fmt/ranges.h>

#include "json.hpp"
#include "tables.hpp"
#include "tutti/experiment/audit.hpp"
#include "tutti/version.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

json::object json_of(const audit_difference& one) {
    return {{"node", one.node},         {"slot", one.at},     {"trial", one.trial + 1},
            {"together", one.together}, {"alone", one.alone}, {"knew", one.knew}};
}

json::array names_of(const std::vector<knowledge_item>& what) {
    return array_of(what, [](knowledge_item each) { return name_of(each); });
}

std::string_view name_of(plain_comparison made) noexcept {
    switch (made) {
        case plain_comparison::the_same:
            return "the same";
        case plain_comparison::different:
            return "different";
        case plain_comparison::not_made:
            break;
    }
    return "not compared";
}

json::object json_of(const audit_report& found, const audit_isolation& how) {
    return {{"process", how.has_own_processes ? "own" : "forked"},
            {"files", how.refuses_files ? "refused" : "not refused"},
            {"contents", how.kept == 0 ? "re-keyed" : "not re-keyed"},
            {"runs_rekeyed", how.rekeyed},
            {"plain_run", name_of(found.plain)},
            {"plain_run_text", or_null(found.plain_text)},
            {"others", how.same_worlds == 0 ? "redrawn" : "not redrawn"},
            {"worlds_not_redrawn", how.same_worlds},
            {"reason", or_null(how.inapplicable_reason)},
            {"contents_reason", or_null(how.why_kept)},
            {"others_reason", or_null(how.why_same)}};
}

json::value independent_json(const audit_report& found) {
    return json::object{
        {"verdict", or_null(found.independent, [](verdict each) { return name_of(each); })},
        {"text", or_null(found.independent_text)},
        {"needs_seed", found.needs_seed}};
}

// A run of all that does not follow from the seed, in words.
std::string independent_text(const audit_report& found, table_style style) {
    const std::string_view why = found.independent_text;
    const std::string named =
        found.independent ? judged(name_of(*found.independent), style) : std::string{"not made"};
    return why.empty() ? named : fmt::format("{}: {}", named, why);
}

std::string isolation_text(const audit_isolation& how) {
    return fmt::format("{}; files and sockets {}refused; contents {}",
                       how.has_own_processes ? "own processes" : "forked processes",
                       how.refuses_files ? "" : "not ",
                       how.kept == 0      ? "re-keyed"
                       : how.rekeyed == 0 ? "not re-keyed"
                                          : fmt::format("re-keyed in {} of {} runs", how.rekeyed,
                                                        how.rekeyed + how.kept));
}

// Reservations: the parts that the verdict does not cover.
std::string reservations(const audit_report& found) {
    const audit_isolation& how = found.isolation;
    std::string text;
    if (!how.is_complete()) {
        text += fmt::format("; not isolated: {}", how.inapplicable_reason);
    }
    if (how.kept > 0) {
        text += fmt::format("; contents not re-keyed: {}", how.why_kept);
    }
    if (how.same_worlds > 0) {
        text += fmt::format("; the inputs of the others were not redrawn{}: {}",
                            how.same_worlds == found.trials
                                ? ""
                                : fmt::format(" in {} of {} worlds", how.same_worlds, found.trials),
                            how.why_same);
    }
    if (found.first_run == verdict::complete && !found.independent_text.empty()) {
        text += fmt::format("; independent run {}", independent_text(found, table_style::plain));
    }
    return text;
}

std::string verdict_text(const audit_report& found, table_style style) {
    switch (found.verdict) {
        case locality::local:
            return judged("local", style) +
                   (exit_status(found) == 0
                        ? ": every node does the same alone, in every world"
                        : " up to the slot in which the run of all was broken off") +
                   reservations(found);
        case locality::not_local:
            return judged("not local", style) +
                   (found.plain == plain_comparison::different
                        ? ": the program does something else when it is audited"
                    : found.needs_seed ? ": the program uses what only the seed of a run tells"
                                       : "");
        case locality::interrupted:
            break;
    }
    return judged("interrupted", style) + ": nothing was found in the runs that ended";
}

// Knowledge of the nodes, in words.
std::string knowledge_text(const audit_report& found) {
    const std::string told = found.knowledge.empty() ? "nothing" : to_string(found.knowledge);
    return found.withheld.empty() ? told
                                  : fmt::format("{}; alone something else in place of {}", told,
                                                to_string(found.withheld));
}

}  // namespace

std::string to_json(const audit_report& found) {
    const json::object all{
        {"schema", "tutti.audit/1"},
        {"tutti", version()},
        {"command", found.command},
        {"task", found.collective},
        {"algorithm", found.algorithm},
        {"source", found.source},
        {"network", network_json(found)},
        {"ports", name_of(found.ports)},
        {"broadcasters", broadcasters_json(found)},
        {"parameters", json_of(found.parameters)},
        {"told", names_of(found.knowledge)},
        {"withheld", names_of(found.withheld)},
        {"seed", found.seed},
        {"audit_seed", found.audit_seed},
        {"isolation", json_of(found, found.isolation)},
        {"verdict", name_of(found.verdict)},
        {"run", json::object{{"verdict", name_of(found.first_run)},
                             {"text", or_null(found.first_text)},
                             {"clock_slots", found.slots}}},
        {"independent_run", independent_json(found)},
        {"stated_by_program", array_of(found.stated, [](const std::string& each) { return each; })},
        {"nodes", array_of(found.audited, [](node_id node) { return node; })},
        {"trials", found.trials},
        {"runs_alone", found.runs},
        {"differing", found.differing},
        {"difference",
         or_null(found.difference, [](const audit_difference& one) { return json_of(one); })},
        {"wall_seconds", rounded(found.wall_seconds, 4)}};
    return serialized(all);
}

std::string to_table(const audit_report& found, table_style style) {
    std::string text = bold(fmt::format("{}/{} on {}, {}", found.collective, found.algorithm,
                                        found.network, found.broadcasters),
                            style) +
                       "\n";
    const auto line = [&](std::string_view what, std::string_view value) {
        text += fmt::format("  {:<16} {}\n", what, value);
    };
    line("nodes are told", knowledge_text(found));
    line("run of all",
         fmt::format("{}, {}", judged(name_of(found.first_run), style),
                     quantity(static_cast<std::uint64_t>(found.slots), "clock slot")));
    if (!found.first_text.empty()) {
        line("", found.first_text);
    }
    line("runs alone",
         fmt::format("{} of {} ({}, {})", grouped(found.runs),
                     grouped(found.audited.size() * found.trials),
                     quantity(found.audited.size(), "node"), quantity(found.trials, "world")));
    line("plain run",
         fmt::format("{}{}", name_of(found.plain),
                     found.plain == plain_comparison::different ? ": " + found.plain_text : ""));
    line("independent run", independent_text(found, style));
    line("isolation", isolation_text(found.isolation));
    if (!found.stated.empty()) {
        line("not verified",
             fmt::format("stated by the program: {}", fmt::join(found.stated, ", ")));
    }
    line("audit seed", fmt::format("{0} (--audit-seed {0} repeats it)", found.audit_seed));
    if (found.difference) {
        const audit_difference& one = *found.difference;
        line("that differ", grouped(found.differing));
        line("first difference",
             fmt::format("node {}, slot {}, world {}", one.node, one.at, one.trial + 1));
        line("  together it", one.together);
        line("  alone it", one.alone);
        line("  it knew", one.knew);
    }
    return text + fmt::format("{}\n", verdict_text(found, style));
}

}  // namespace tutti
