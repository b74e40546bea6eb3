#include "recording_verifier.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Violations count even where parts of the recording are missing.
judged_claim ruled(std::string_view name, const offences& found, std::string_view why_not = {}) {
    if (!found.empty()) {
        return {.name = std::string{name},
                .found = ruling::violated,
                .offences = found.count(),
                .text = one_line(found.first())};
    }
    return {.name = std::string{name},
            .found = why_not.empty() ? ruling::holds : ruling::not_judged,
            .text = one_line(why_not)};
}

constexpr std::string_view no_end = "the run did not come to its end";

judged_claim not_judged(std::string_view name, std::string_view why_not) {
    return ruled(name, {}, why_not);
}

constexpr std::string_view no_result = "the recording has no result";

}  // namespace

recording_judge::court::court(const recorded_plan& plan, const network& where, judged_task what)
    : plan_{&plan},
      task_{std::move(what)},
      nodes_{node_count(where)},
      links_{where, plan.ports},
      shares_{plan.phases, nodes_, task_.rate.has_value()},
      marks_{plan.phases, nodes_},
      sums_{nodes_},
      is_over_(nodes_, 0) {
    if (!task_.why_unknown.empty()) {
        return;
    }
    deliveries_.emplace(task_);
    if (task_.why_no_possession.empty()) {
        possession_.emplace(task_, nodes_);
    }
}

void recording_judge::court::take(const recorded_slot& what, std::span<const recorded_kind> kinds,
                                  std::span<const std::string> mark_names) {
    if (!has_links_) {
        return;
    }
    has_links_ = links_.take(what, kinds.size(), mark_names.size());
    if (!has_links_) {
        return;
    }
    shares_.take_sent(what, kinds, mark_names);
    if (possession_) {
        possession_->take(what, kinds, shares_);
    }
    if (deliveries_) {
        deliveries_->take(what);
    }
    shares_.take_marks(what, mark_names);
    marks_.take(what, mark_names);
    sums_.take(what);
    count_packets(what, kinds);
    note_ends(what);
}

void recording_judge::court::count_packets(const recorded_slot& what,
                                           std::span<const recorded_kind> kinds) {
    packets_.all += what.sent.size();
    packets_.control += static_cast<std::uint64_t>(std::ranges::count_if(
        what.sent, [&](const recorded_transmission& one) { return kinds[one.kind].is_control; }));
    packets_.last_slot = what.sent.empty() ? packets_.last_slot : what.at;
    last_delivery_ = what.delivered.empty() ? last_delivery_ : what.at;
    delivery_count_ += what.delivered.size();
}

void recording_judge::court::note_ends(const recorded_slot& what) {
    for (const node_id node : what.done) {
        if (node >= nodes_) {
            bad_ends_.add("slot {}: node {} is over, and there are {}", what.at, node, nodes_);
        } else if (std::exchange(is_over_[node], std::uint8_t{1}) != 0) {
            bad_ends_.add("slot {}: node {} is over for the second time", what.at, node);
        } else {
            ++over_count_;
        }
    }
}

// True if the filter left nothing out: then all events are there to be verified.
bool recording_judge::court::is_all_there(const claimed_result& result) const {
    return packets_.all == result.transmissions &&
           packets_.control == result.control_transmissions && over_count_ == nodes_ &&
           delivery_count_ ==
               result.delivery.delivered + result.delivery.duplicate + result.delivery.unexpected;
}

recording_judge::court::gaps recording_judge::court::gaps_of(
    std::string_view damage, const std::optional<claimed_result>& result) const {
    const recording_filter& filter = plan_->filter;
    gaps found;
    if (!has_links_) {
        found.links = "its packets do not fit the network";
    }
    if (damage.empty() && result && is_all_there(*result)) {
        return found;
    }
    if (filter.first > 1) {
        found.slots = fmt::format("slots before {} were not recorded", filter.first);
    }
    if (!filter.nodes.empty()) {
        found.nodes = "only some nodes were recorded";
    }
    if (!damage.empty()) {
        found.after = damage;
    } else if (filter.last != never) {
        found.after = fmt::format("slots after {} were not recorded", filter.last);
    }
    if (!filter.has_control) {
        found.control = "packets without a message were not recorded";
    }
    return found;
}

recording_findings recording_judge::court::end(const std::optional<std::string>& result,
                                               std::string_view damage) const {
    const std::optional<claimed_result> claimed =
        result ? std::optional{read_result(*result)} : std::nullopt;
    const gaps lacking = gaps_of(damage, claimed);
    recording_findings found{.is_damaged = !damage.empty()};
    rule_on_plan(found.claims, claimed);
    rule_on_packets(found.claims, lacking);
    rule_on_possession(found.claims, lacking);
    const std::string_view not_over =
        claimed && !claimed->has_completed() ? no_end : std::string_view{};
    rule_on_deliveries(found.claims, lacking, not_over);
    found.lacks_only = deliveries_ && lacking.any().empty() && deliveries_->counts().missing > 0 &&
                       deliveries_->wrong().count() == 0;
    rule_on_marks(found.claims, lacking, not_over);
    if (claimed) {
        found.recorded_verdict = claimed->verdict;
        rule_on_result(found.claims, lacking, *claimed);
        return found;
    }
    for (const std::string_view name :
         {"phases", "time", "silence", "counts", "digest", "verdict"}) {
        found.claims.push_back(not_judged(name, no_result));
    }
    return found;
}

void recording_judge::court::rule_on_plan(claims& all,
                                          const std::optional<claimed_result>& result) const {
    offences wrong;
    if (!task_.contradiction.empty()) {
        wrong.add("{}", task_.contradiction);
    }
    if (task_.plan) {
        compare_names(wrong, *plan_, *task_.plan);
    }
    if (result) {
        compare_with_plan(wrong, *plan_, *result);
    }
    all.push_back(ruled("plan", wrong, task_.why_unknown));
    const std::string_view why_not = first_of({task_.why_unknown, task_.why_no_figures});
    all.push_back(why_not.empty() && task_.plan
                      ? ruled("figures", wrong_figures(*plan_, *task_.plan))
                      : not_judged("figures", why_not));
}

void recording_judge::court::rule_on_packets(claims& all, const gaps& lacking) const {
    all.push_back(ruled("links", links_.links()));
    all.push_back(ruled("ports", links_.ports(), lacking.links));
    const std::string_view before = lacking.earlier();
    all.push_back(before.empty() ? ruled("shares", shares_.found(), lacking.links)
                                 : not_judged("shares", before));
}

void recording_judge::court::rule_on_possession(claims& all, const gaps& lacking) const {
    const std::string_view why_not =
        first_of({lacking.earlier(), task_.why_unknown, task_.why_no_possession});
    if (!why_not.empty() || !possession_) {
        all.push_back(not_judged("possession", why_not));
        all.push_back(not_judged("control", why_not));
        return;
    }
    const possession_judge& judge = *possession_;
    all.push_back(
        judge.opaque_kind().empty()
            ? ruled("possession", judge.possession(), lacking.links)
            : not_judged("possession", fmt::format("packets of kind {} do not say what they carry",
                                                   in_quotes(judge.opaque_kind()))));
    all.push_back(ruled("control", judge.control(), first_of({lacking.links, lacking.control})));
}

// A choice of nodes does not matter for those that were recorded.
void recording_judge::court::rule_on_deliveries(claims& all, const gaps& lacking,
                                                std::string_view not_over) const {
    const std::string_view why_not = first_of({task_.why_unknown, lacking.slots});
    if (!why_not.empty() || !deliveries_) {
        all.push_back(not_judged("deliveries", why_not));
        all.push_back(not_judged("postcondition", why_not));
        return;
    }
    const delivery_judge& judge = *deliveries_;
    const std::string_view why_incomplete = first_of({lacking.any(), not_over});
    offences wrong = judge.wrong();
    if (const delivery_counts counts = judge.counts();
        why_incomplete.empty() && counts.missing != 0) {
        wrong.add("{}", judge.first_missing());
        wrong.add_others(counts.missing - 1);
    }
    all.push_back(ruled("deliveries", wrong, why_incomplete));
    all.push_back(ruled("postcondition", judge.early(),
                        first_of({task_.why_no_postcondition, lacking.any()})));
}

void recording_judge::court::rule_on_marks(claims& all, const gaps& lacking,
                                           std::string_view not_over) const {
    if (const std::string_view before = lacking.earlier(); !before.empty()) {
        all.push_back(not_judged("marks", before));
        return;
    }
    const std::string_view why_incomplete = first_of({lacking.any(), not_over});
    offences wrong = marks_.found();
    if (const std::string missing = marks_.first_missing();
        why_incomplete.empty() && !missing.empty()) {
        wrong.add("{}", missing);
    }
    all.push_back(ruled("marks", wrong, why_incomplete));
}

void recording_judge::court::rule_on_result(claims& all, const gaps& lacking,
                                            const claimed_result& result) const {
    if (const std::string_view why_not = lacking.any(); !why_not.empty()) {
        for (const std::string_view name : {"phases", "time", "silence", "counts", "digest"}) {
            all.push_back(not_judged(name, why_not));
        }
    } else {
        const measured_time took = measured(book_for(result), result);
        all.push_back(ruled("phases", wrong_phases(took, result)));
        rule_on_time(all, lacking, took, result);
        all.push_back(ruled("counts", wrong_counts(lacking, result)));
        all.push_back(lacking.control.empty() ? ruled("digest", wrong_digest(result))
                                              : not_judged("digest", lacking.control));
    }
    offences bad_verdict;
    if (result.verdict != "complete") {
        bad_verdict.add("the run was found to be {}{}{}", result.verdict,
                        result.complaint.empty() ? "" : ": ", result.complaint);
    }
    all.push_back(ruled("verdict", bad_verdict));
}

void recording_judge::court::rule_on_time(claims& all, const gaps& lacking,
                                          const measured_time& took,
                                          const claimed_result& result) const {
    const std::string_view why_not =
        result.has_completed() ? std::string_view{lacking.control} : no_end;
    if (!why_not.empty()) {
        all.push_back(not_judged("time", why_not));
        all.push_back(not_judged("silence", why_not));
        return;
    }
    all.push_back(ruled("time", wrong_time(took, result)));
    all.push_back(ruled("silence", wrong_silence(took)));
}

}  // namespace tutti
