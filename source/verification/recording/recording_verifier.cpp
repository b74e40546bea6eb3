#include "recording_verifier.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "collectives/input/derived_payloads.hpp"
#include "node/digest.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::string_view no_result = "the recording has no result";

// Name and text of the first check that does not hold. @pre there is one
std::string first_error(const verified_run& run) {
    const auto done = std::ranges::find(run.checks, false, &check_result::holds);
    return fmt::format("{}: {}", done->name, done->text);
}

}  // namespace

// Violations count even where parts of the recording are missing.
check_finding finding_of(std::string_view name, const violation_list& violations,
                         std::string_view inapplicable_reason) {
    if (!violations.empty()) {
        return {.name = std::string{name},
                .status = check_status::violated,
                .violations = violations.count(),
                .text = one_line(violations.first())};
    }
    return {.name = std::string{name},
            .status = inapplicable_reason.empty() ? check_status::holds : check_status::not_checked,
            .text = one_line(inapplicable_reason)};
}

check_finding not_checked(std::string_view name, std::string_view inapplicable_reason) {
    return finding_of(name, {}, inapplicable_reason);
}

recording_verifier::recording_verifier(const recorded_plan& plan, const network& net,
                                       run_requirements requirements)
    : plan_{&plan},
      task_{std::move(requirements)},
      nodes_{node_count(net)},
      links_{net, plan.ports},
      shares_{plan.phases, nodes_, task_.rate.has_value()},
      marks_{plan.phases, nodes_},
      sums_(nodes_, 0),
      is_over_(nodes_, 0) {
    // Without a known collective nothing is required; links, ports, shares and marks still are
    // verified.
    if (!task_.why_unknown.empty()) {
        return;
    }
    deliveries_.emplace(task_);
    if (task_.no_possession_reason.empty()) {
        possession_.emplace(task_, nodes_);
    }
    if (const auto* const reduction = std::get_if<folded_values>(&task_.required);
        reduction != nullptr && task_.no_contributions_reason.empty()) {
        contributions_.emplace(
            *reduction,
            [contents = derived_payloads{task_.contents}](node_id node, std::uint32_t number) {
                return contents.of(node, number);
            },
            task_.table_bytes);
    }
}

void recording_verifier::take(const recorded_slot& record, std::span<const recorded_kind> kinds,
                              std::span<const std::string> mark_names) {
    if (!has_links_) {
        return;
    }
    // A slot with a violation of links ends verification of events, because the tables of the
    // other verifiers are indexed by nodes and ports.
    has_links_ = links_.take(record, kinds.size(), mark_names.size());
    if (!has_links_) {
        return;
    }
    // Order within a slot: packets are held against the phases before the marks of the slot, and
    // possession uses the same clocks, hence marks come last.
    shares_.take_sent(record, kinds, mark_names);
    if (possession_) {
        possession_->take(record, kinds, shares_);
    }
    if (contributions_) {
        contributions_->take(record, kinds);
    }
    if (deliveries_) {
        deliveries_->take(record);
    }
    shares_.take_marks(record, mark_names);
    marks_.take(record, mark_names);
    for (const recorded_delivery& made : record.delivered) {
        sums_[made.to] += delivery_digest(made.to, made.content, record.at);
    }
    count_packets(record, kinds);
    note_ends(record);
}

void recording_verifier::count_packets(const recorded_slot& record,
                                       std::span<const recorded_kind> kinds) {
    packets_.total += record.sent.size();
    packets_.control += count_where(record.sent, [&](const recorded_transmission& transmission) {
        return kinds[transmission.kind].is_control;
    });
    packets_.last_slot = record.sent.empty() ? packets_.last_slot : record.at;
    last_delivery_ = record.delivered.empty() ? last_delivery_ : record.at;
    delivery_count_ += record.delivered.size();
}

void recording_verifier::note_ends(const recorded_slot& record) {
    for (const node_id node : record.done) {
        if (node >= nodes_) {
            bad_ends_.add("slot {}: node {} is over, and there are {}", record.at, node, nodes_);
        } else if (std::exchange(is_over_[node], std::uint8_t{1}) != 0) {
            bad_ends_.add("slot {}: node {} is over for the second time", record.at, node);
        } else {
            ++over_count_;
        }
    }
}

// True if the filter left nothing out: then all events are there to be verified.
bool recording_verifier::has_all_events(const stated_result& result) const {
    return packets_.total == result.transmissions &&
           packets_.control == result.control_transmissions && over_count_ == nodes_ &&
           delivery_count_ ==
               result.delivery.delivered + result.delivery.duplicate + result.delivery.unexpected;
}

recording_verifier::missing_parts recording_verifier::gaps_of(
    std::string_view damage, const std::optional<stated_result>& result) const {
    const recording_filter& filter = plan_->filter;
    // A recording whose events sum up to its result lacks nothing, whatever its filter says.
    missing_parts missing;
    if (!has_links_) {
        missing.links = "its packets do not fit the network";
    }
    if (damage.empty() && result && has_all_events(*result)) {
        return missing;
    }
    if (filter.first > 1) {
        missing.slots = fmt::format("slots before {} were not recorded", filter.first);
    }
    if (!filter.nodes.empty()) {
        missing.nodes = "only some nodes were recorded";
    }
    if (!damage.empty()) {
        missing.after = damage;
    } else if (filter.last != never) {
        missing.after = fmt::format("slots after {} were not recorded", filter.last);
    }
    if (!filter.has_control) {
        missing.control = "packets without a message were not recorded";
    }
    return missing;
}

recording_findings recording_verifier::end(const std::optional<std::string>& result,
                                           std::string_view damage) const {
    const std::optional<stated_result> claimed =
        result ? std::optional{read_result(*result)} : std::nullopt;
    const missing_parts lacking = gaps_of(damage, claimed);
    recording_findings findings{.is_damaged = !damage.empty()};
    // Findings come in a fixed order, and each check has one, also where it could not be made.
    verify_plan(findings.findings, claimed);
    verify_packets(findings.findings, lacking);
    verify_possession(findings.findings, lacking);
    // Missing deliveries and marks are violations only of a run that is stated to have completed.
    const std::string_view not_over =
        claimed && !has_completed(claimed->verdict) ? no_end : std::string_view{};
    verify_deliveries(findings.findings, lacking, not_over);
    findings.lacks_only = deliveries_ && lacking.any().empty() &&
                          deliveries_->counts().missing > 0 && deliveries_->wrong().count() == 0;
    verify_marks(findings.findings, lacking, not_over);
    if (claimed) {
        findings.recorded_verdict = claimed->verdict;
        verify_result(findings.findings, lacking, *claimed);
        return findings;
    }
    for (const std::string_view name :
         {"phases", "time", "silence", "counts", "digest", "verdict"}) {
        findings.findings.push_back(not_checked(name, no_result));
    }
    return findings;
}

void recording_verifier::verify_plan(check_findings& findings,
                                     const std::optional<stated_result>& result) const {
    violation_list wrong;
    if (!task_.contradiction.empty()) {
        wrong.add("{}", task_.contradiction);
    }
    if (task_.plan) {
        compare_names(wrong, *plan_, *task_.plan);
    }
    if (result) {
        compare_with_plan(wrong, *plan_, *result);
    }
    findings.push_back(finding_of("plan", wrong, task_.why_unknown));
    const std::string_view inapplicable_reason =
        first_of({task_.why_unknown, task_.why_no_figures});
    findings.push_back(inapplicable_reason.empty() && task_.plan
                           ? finding_of("figures", figure_violations(*plan_, *task_.plan))
                           : not_checked("figures", inapplicable_reason));
}

void recording_verifier::verify_packets(check_findings& findings,
                                        const missing_parts& lacking) const {
    findings.push_back(finding_of("links", links_.links()));
    findings.push_back(finding_of("ports", links_.ports(), lacking.links));
    const std::string_view before = lacking.earlier();
    findings.push_back(before.empty() ? finding_of("shares", shares_.violations(), lacking.links)
                                      : not_checked("shares", before));
}

void recording_verifier::verify_possession(check_findings& findings,
                                           const missing_parts& lacking) const {
    const std::string_view inapplicable_reason =
        first_of({lacking.earlier(), task_.why_unknown, task_.no_possession_reason});
    if (!inapplicable_reason.empty() || !possession_) {
        // Where values are combined, possession is that of values.
        const bool is_by_values = contributions_ && lacking.earlier().empty();
        const std::string_view gap =
            is_by_values && contributions_->gap().empty() ? lacking.links : inapplicable_reason;
        findings.push_back(is_by_values
                               ? finding_of("possession", contributions_->possession(), gap)
                               : not_checked("possession", gap));
        findings.push_back(not_checked("control", inapplicable_reason));
        verify_contributions(findings, lacking);
        return;
    }
    const possession_verifier& judge = *possession_;
    findings.push_back(
        judge.opaque_kind().empty()
            ? finding_of("possession", judge.possession(), lacking.links)
            : not_checked("possession",
                          fmt::format("packets of kind {} do not state what they carry",
                                      in_quotes(judge.opaque_kind()))));
    findings.push_back(
        finding_of("control", judge.control(), first_of({lacking.links, lacking.control})));
}

// Values that nodes combine are followed by their contributions. A value that is wrong shows even
// where not all of them could be followed.
void recording_verifier::verify_contributions(check_findings& findings,
                                              const missing_parts& lacking) const {
    if (!task_.why_unknown.empty() || !std::holds_alternative<folded_values>(task_.required)) {
        return;
    }
    const std::string_view inapplicable_reason =
        first_of({lacking.earlier(), task_.no_contributions_reason});
    findings.push_back(inapplicable_reason.empty() && contributions_
                           ? finding_of("contributions", contributions_->contributions(),
                                        first_of({lacking.links, contributions_->gap()}))
                           : not_checked("contributions", inapplicable_reason));
}

// A choice of nodes does not matter for those that were recorded.
void recording_verifier::verify_deliveries(check_findings& findings, const missing_parts& lacking,
                                           std::string_view not_over) const {
    const std::string_view inapplicable_reason = first_of({task_.why_unknown, lacking.slots});
    if (!inapplicable_reason.empty() || !deliveries_) {
        findings.push_back(not_checked("deliveries", inapplicable_reason));
        findings.push_back(not_checked("postcondition", inapplicable_reason));
        return;
    }
    const recorded_delivery_verifier& judge = *deliveries_;
    const std::string_view why_incomplete = first_of({lacking.any(), not_over});
    violation_list wrong = judge.wrong();
    if (const delivery_counts counts = judge.counts();
        why_incomplete.empty() && counts.missing != 0) {
        wrong.add("{}", judge.first_missing());
        wrong.add_others(counts.missing - 1);
    }
    findings.push_back(finding_of("deliveries", wrong, why_incomplete));
    findings.push_back(finding_of("postcondition", judge.early(),
                                  first_of({task_.why_no_postcondition, lacking.any()})));
}

void recording_verifier::verify_marks(check_findings& findings, const missing_parts& lacking,
                                      std::string_view not_over) const {
    if (const std::string_view before = lacking.earlier(); !before.empty()) {
        findings.push_back(not_checked("marks", before));
        return;
    }
    const std::string_view why_incomplete = first_of({lacking.any(), not_over});
    // Wrong marks count in incomplete recordings, too; missing marks only in complete ones.
    violation_list wrong = marks_.violations();
    if (const std::string missing = marks_.first_missing();
        why_incomplete.empty() && !missing.empty()) {
        wrong.add("{}", missing);
    }
    findings.push_back(finding_of("marks", wrong, why_incomplete));
}

void recording_verifier::verify_result(check_findings& findings, const missing_parts& lacking,
                                       const stated_result& result) const {
    // The verdict is a separate finding: a recording of a faulty run may be consistent.
    violation_list bad_verdict;
    if (result.verdict != verdict::complete) {
        bad_verdict.add("the run was found to be {}{}{}", name_of(result.verdict),
                        result.complaint.empty() ? "" : ": ", result.complaint);
    }
    if (const std::string_view inapplicable_reason = lacking.any(); !inapplicable_reason.empty()) {
        for (const std::string_view name : {"phases", "time", "silence", "counts", "digest"}) {
            findings.push_back(not_checked(name, inapplicable_reason));
        }
        findings.push_back(finding_of("verdict", bad_verdict));
        return;
    }
    const mark_records marks = marks_for(result);
    const verified_run seen = verify(expectations(marks, result), facts(marks, lacking, result));
    findings.push_back(finding_of("phases", phase_violations(seen, result)));
    verify_time(findings, lacking, seen, result);
    findings.push_back(finding_of("counts", count_violations(lacking, result)));
    findings.push_back(lacking.control.empty()
                           ? finding_of("digest", digest_violations(marks, result))
                           : not_checked("digest", lacking.control));
    if (result.verdict == verdict::complete && seen.verdict != verdict::complete &&
        lacking.control.empty()) {
        bad_verdict.add("the run was found to be complete, and is {} by its events: {}",
                        name_of(seen.verdict), first_error(seen));
    }
    findings.push_back(finding_of("verdict", bad_verdict));
}

}  // namespace tutti
