#include <string>
#include <vector>

#include <boost/json.hpp>

#include "recording/plan_text.hpp"
#include "recording_check.hpp"
#include "util/collect.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

boost::json::object finding_json(const check_finding& finding) {
    return {{"name", finding.name},
            {"found", name_of(finding.status)},
            {"violations", finding.violations},
            {"text", or_null(finding.text)}};
}

boost::json::object events_json(const recorded_counts& counts) {
    return {{"transmissions", counts.sent},
            {"control_transmissions", counts.control},
            {"deliveries", counts.delivered},
            {"marks", counts.marked},
            {"ends", counts.done}};
}

// "2 times", where once would go without saying.
std::string finding_text(const check_finding& finding, table_style style) {
    switch (finding.status) {
        case check_status::violated:
            return judged("VIOLATED", style) +
                   (finding.violations == 1
                        ? fmt::format(": {}", finding.text)
                        : fmt::format(" {} times, first: {}", grouped(finding.violations),
                                      finding.text));
        case check_status::not_checked:
            return fmt::format("{}: {}", judged("not judged", style), finding.text);
        case check_status::holds:
            break;
    }
    return judged("holds", style);
}

// Summary at the end.
// The strongest statement comes first: violations, then missing parts, then checks that could not
// be made, and only then that everything holds.
std::string summary_of(const recording_findings& findings, table_style style) {
    if (findings.are_unlucky()) {
        return judged("unlucky", style) +
               ": only deliveries are missing, and by its result the draws predicted it";
    }
    if (!findings.hold()) {
        return judged("violated", style) + ": the recording is not that of a correct run";
    }
    if (findings.is_damaged) {
        return judged("violated", style) + ": a part of the recording is missing";
    }
    if (const std::vector<std::string> names = findings.not_verified(); !names.empty()) {
        const std::string reasons = joined_texts(names, ", ", [&](const std::string& name) {
            return fmt::format("{} ({})", name, findings.finding(name).text);
        });
        return judged("not verified", style) + one_line(": " + reasons);
    }
    const bool is_all_judged = std::ranges::none_of(
        findings.findings,
        [](const check_finding& each) { return each.status == check_status::not_checked; });
    return (is_all_judged ? "everything " : "everything that could be judged ") +
           judged("holds", style);
}

}  // namespace

std::string to_json(const recording_findings& findings, const recording& of) {
    const recorded_plan& plan = of.plan();
    return serialized(boost::json::object{
        {"schema", "tutti.check/2"},
        {"program", plan.program},
        {"collective", plan.collective},
        {"algorithm", plan.algorithm},
        {"network", plan.network},
        {"ports", name_of(plan.ports)},
        {"broadcasters", plan.broadcasters},
        {"seed", plan.seed},
        {"events", events_json(of.counts())},
        {"last_slot", of.last_slot()},
        {"damage", or_null(of.damage())},
        {"verdict", findings.verdict_name()},
        {"recorded_verdict",
         or_null(findings.recorded_verdict, [](verdict stated) { return name_of(stated); })},
        {"holds", findings.hold()},
        {"not_verified", boost::json::value_from(findings.not_verified())},
        {"checks", array_of(findings.findings, finding_json)}});
}

std::string to_table(const recording_findings& findings, const recording& of, table_style style) {
    constexpr int name_width = 14;
    const recorded_plan& plan = of.plan();
    const recorded_counts counts = of.counts();
    listing out{name_width, style};
    out.heading(record::heading_of(plan), printable(plan.source));
    out.line("recorded by", "{}, seed {}", printable(plan.program), plan.seed);
    out.line("events", "{} ({} of them control), {}, {} in {}", quantity(counts.sent, "packet"),
             grouped(counts.control), quantity(counts.delivered, "delivery"),
             quantity(counts.marked, "mark"), quantity(of.last_slot(), "slot"));
    if (!of.damage().empty()) {
        out.line("damage", "{}", printable(of.damage()));
    }
    out.plain("");
    for (const check_finding& each : findings.findings) {
        out.line(each.name, "{}", finding_text(each, style));
    }
    out.plain("\n{}", summary_of(findings, style));
    return out.text();
}

}  // namespace tutti
