#include "determinism.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

std::string text_of(run_ending ending) {
    constexpr std::array<std::string_view, 6> names{"completed", "model-violation", "program-error",
                                                    "stalled",   "budget-exceeded", "interrupted"};
    return std::string{names.at(fmt::underlying(ending))};
}

std::string text_of(const std::vector<milestone_record>& marks) {
    std::string text;
    for (const milestone_record& each : marks) {
        text += fmt::format("{}{} x {} in slots {} to {}", text.empty() ? "" : ", ", each.name,
                            each.count, each.earliest, each.latest);
    }
    return text.empty() ? "none" : text;
}

std::string text_of(const std::vector<phase_result>& phases) {
    std::string text;
    for (const phase_result& each : phases) {
        text += fmt::format("{}{} of {} slots", text.empty() ? "" : ", ", each.name,
                            each.slots ? std::to_string(*each.slots) : "unknown");
    }
    return text.empty() ? "none" : text;
}

std::string text_of(const delivery_counts& counts) {
    return fmt::format("{} delivered, {} missing, {} twice, {} unexpected", counts.delivered,
                       counts.missing, counts.duplicate, counts.unexpected);
}

std::string_view postcondition_of(const result& result) {
    const auto checked = std::ranges::find(result.checks, "postcondition", &check_result::name);
    return checked == result.checks.end() ? std::string_view{} : checked->text;
}

}  // namespace

// Reports of the engine have marks and results have phases derived from them, so that only figures
// of one origin are compared.
reproducible_figures::reproducible_figures(const run_report& report,
                                           const delivery_counts& delivered,
                                           std::string_view outcome)
    : reproducible_figures{report, delivered, outcome, {"marks", text_of(report.marks)}} {}

reproducible_figures::reproducible_figures(const result& result)
    : reproducible_figures{
          result, result.delivery, postcondition_of(result), {"phases", text_of(result.phases)}} {}

reproducible_figures::reproducible_figures(const run_report& report,
                                           const delivery_counts& delivered,
                                           std::string_view outcome, figure phases)
    : figures_{{{"ending", text_of(report.ending)},
                {"slots", std::to_string(report.clock_slots)},
                {"packet-hops", std::to_string(report.transmissions)},
                {"packet-hops of control", std::to_string(report.control_transmissions)},
                {"deliveries", text_of(delivered)},
                {"last arrival", std::to_string(report.last_arrival)},
                std::move(phases),
                {"digest", fmt::format("{:016x}", report.digest)},
                {"outcome", outcome.empty() ? "right" : std::string{outcome}}}} {}

// Figures are ordered from coarse to fine, so that the first difference is the most informative,
// and the digest comes late because it differs with all others.
std::string reproducible_figures::difference_from(const reproducible_figures& other,
                                                  std::string_view run,
                                                  std::string_view first) const {
    const auto [own, others] = std::ranges::mismatch(figures_, other.figures_);
    return own == figures_.end()
               ? std::string{}
               : one_line(fmt::format("not deterministic: {} has {} {}, and {} has {}", run,
                                      own->first, own->second, first, others->second));
}

// Only the first run is kept: equality with it implies equality of all.
void repetition_check::add(const run_report& report, const delivery_counts& delivered,
                           std::string_view outcome) {
    if (repeats_ < 2) {
        return;
    }
    reproducible_figures figures{report, delivered, outcome};
    ++runs_;
    if (!first_) {
        first_ = std::move(figures);
    } else if (difference_.empty()) {
        difference_ = figures.difference_from(*first_, fmt::format("run {}", runs_), "run 1");
    }
}

void repetition_check::verify(result& result) const {
    if (runs_ < 2) {
        return;
    }
    // Worse verdicts than late stay as they are.
    if (!difference_.empty() && result.verdict <= verdict::late) {
        result.verdict = verdict::incorrect;
    }
    result.checks.push_back(
        {.name = "determinism", .holds = difference_.empty(), .text = difference_});
}

}  // namespace tutti
