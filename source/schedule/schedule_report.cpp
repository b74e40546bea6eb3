#include "schedule_report.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "port_faults.hpp"
#include "row_verifier.hpp"
#include "schedule_bound.hpp"
#include "schedule_contents.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

std::string collective_of(const foreign_schedule& schedule) {
    return schedule.collective == schedule_collective::stated
               ? schedule.collective_text
               : std::string{name_of(schedule.collective)};
}

// "33/2": slots as units of time.
std::string units_of(const foreign_schedule& schedule, slot slots) {
    const slot divisor = std::gcd(slots, slot{schedule.slots_a_unit});
    const slot denominator = schedule.slots_a_unit / std::max<slot>(divisor, 1);
    return denominator <= 1 ? fmt::format("{}", slots / schedule.slots_a_unit)
                            : fmt::format("{}/{}", slots / divisor, denominator);
}

std::string_view bound_assumption(const foreign_schedule& schedule) {
    return schedule.format == schedule_format::goal
               ? "all ports, packets of any contents, store and forward"
               : "all ports, whole pieces, store and forward";
}

boost::json::object json_of_bound(slot bound, const foreign_schedule& schedule) {
    return {{"slots", bound},
            {"units", units_of(schedule, bound)},
            {"assumes", bound_assumption(schedule)}};
}

boost::json::object json_of(const foreign_schedule& schedule, const schedule_fault& fault) {
    const bool has_message = schedule.messages > 0;
    return {{"kind", name_of(fault.kind)},
            {"slot", fault.at},
            {"from", fault.from},
            {"to", fault.to},
            {"message", has_message
                            ? boost::json::value(message_text(schedule, fault.message, fault.piece))
                            : boost::json::value(nullptr)},
            {"piece", has_message ? boost::json::value(fault.piece) : boost::json::value(nullptr)},
            {"place", or_null(fault.place)},
            {"text", fault.line()}};
}

std::string participants_text_of(const foreign_schedule& schedule) {
    const std::uint32_t count = schedule.participant_count();
    return count == schedule.node_count()
               ? quantity(count, "node")
               : fmt::format("{} of {}", count, quantity(schedule.node_count(), "node"));
}

void add_time(listing& out, const schedule_report& report) {
    const foreign_schedule& schedule = report.schedule;
    if (schedule.slots_a_unit > 1) {
        out.line("time", "{}, {} units", quantity(schedule.slots(), "slot"),
                 units_of(schedule, schedule.slots()));
    } else {
        out.line("time", "{}", quantity(schedule.slots(), "slot"));
    }
    if (report.lower_bound) {
        out.line("lower bound", "{} (ratio {:.2f}): {}", *report.lower_bound,
                 ratio(schedule.slots(), std::max<slot>(*report.lower_bound, 1)),
                 bound_assumption(schedule));
    }
    if (report.tightened) {
        out.line("tightened", "{}, {} fewer", quantity(*report.tightened, "slot"),
                 schedule.slots() - *report.tightened);
    }
}

}  // namespace

schedule_verdict schedule_report::verdict() const noexcept {
    return findings.has_stalled           ? schedule_verdict{"stalled", 3}
           : findings.has_model_violation ? schedule_verdict{"model-violation", 3}
           : findings.fault_count > 0 || findings.missing_count > 0
               ? schedule_verdict{"incorrect", 1}
               : schedule_verdict{"complete", 0};
}

schedule_report report_on(foreign_schedule schedule, std::uint64_t most_bytes, port_model ports) {
    schedule_report report{.schedule = std::move(schedule), .ports = ports};
    report.findings = report.schedule.own_findings ? std::move(*report.schedule.own_findings)
                                                   : verify_rows(report.schedule, most_bytes);
    report.schedule.own_findings.reset();
    merge_faults(report.findings, port_faults(report.schedule, ports));
    if (!report.findings.has_stalled && !report.findings.has_model_violation) {
        report.lower_bound = lower_bound_of(report.schedule);
    }
    return report;
}

std::string to_json(const schedule_report& report) {
    const foreign_schedule& schedule = report.schedule;
    const schedule_findings& findings = report.findings;
    const std::string collective = collective_of(schedule);
    return serialized(boost::json::object{
        {"schema", "tutti.schedule/1"},
        {"file", schedule.file},
        {"format", name_of(schedule.format)},
        {"network", schedule.network_text},
        {"network_source", schedule.network_source},
        {"collective", or_null(collective)},
        {"participants", schedule.participant_count()},
        {"ports", name_of(report.ports)},
        {"pieces", schedule.pieces},
        {"rows", schedule.rows.size()},
        {"time", {{"slots", schedule.slots()}, {"units", units_of(schedule, schedule.slots())}}},
        {"lower_bound",
         or_null(report.lower_bound, [&](slot bound) { return json_of_bound(bound, schedule); })},
        {"verdict", report.verdict().name},
        {"contents", findings.has_contents ? boost::json::value(report.verdict().name == "complete")
                                           : boost::json::value(nullptr)},
        {"faults", array_of(findings.faults,
                            [&](const schedule_fault& fault) { return json_of(schedule, fault); })},
        {"later_faults_may_follow", findings.faults.size() > 1},
        {"fault_count", findings.fault_count},
        {"missing_count", findings.missing_count},
        {"redundant", findings.redundant},
        {"largest_load", findings.largest_load},
        {"remarks", array_of(schedule.remarks,
                             [](const std::string& remark) { return boost::json::value(remark); })},
        {"tightened", or_null(report.tightened)}});
}

std::string to_table(const schedule_report& report, table_style style) {
    constexpr int name_width = 14;
    const foreign_schedule& schedule = report.schedule;
    const std::string collective = collective_of(schedule);
    listing out{name_width, style};
    out.plain("{}\n", bold("Schedule " + printable(schedule.file), style));
    out.line("format", "{}", name_of(schedule.format));
    out.line("network", "{}{}", schedule.network_text,
             schedule.network_source == "-n" ? " (-n)" : "");
    out.line("collective", "{}", collective.empty() ? "not known" : collective);
    out.line("participants", "{}", participants_text_of(schedule));
    if (report.ports != port_model::all_port) {
        out.line("ports", "{}", name_of(report.ports));
    }
    out.line("rows", "{}{}", grouped(schedule.rows.size()),
             schedule.pieces > 1 ? fmt::format(", {} pieces a message", schedule.pieces) : "");
    add_time(out, report);
    for (const std::string& remark : schedule.remarks) {
        out.line("remark", "{}", printable(remark));
    }
    const schedule_findings& findings = report.findings;
    out.plain("\n{}{}", judged(report.verdict().name, style),
              findings.faults.empty() ? ": every check holds"
                                      : ": " + printable(findings.faults.front().line()));
    if (findings.fault_count > 1) {
        out.plain("{} more; they may follow from the first (--json has the first {})",
                  grouped(findings.fault_count - 1), most_faults_kept);
    }
    return out.text();
}

}  // namespace tutti
