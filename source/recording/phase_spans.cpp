#include "phase_spans.hpp"

#include <algorithm>
#include <ranges>

#include "util/counts.hpp"

namespace tutti {

phase_record::phase_record(const recorded_plan& plan, std::size_t most)
    : plan_{&plan}, most_{most} {}

std::uint64_t phase_record::markers_of(std::size_t phase) const {
    const auto& markers = plan_->phases[phase].markers;
    return markers.empty() ? plan_->nodes : markers.size();
}

// A repeated phase has several spans; a mark belongs to the latest one in which marks are missing.
// Only the latest spans, one a phase, can be unfinished.
phase_span* phase_record::unfinished(std::size_t phase) {
    const auto later = spans_ | std::views::reverse | std::views::take(plan_->phases.size());
    const auto position = std::ranges::find(later, phase, &phase_span::phase);
    return position == later.end() || position->marks >= markers_of(phase) ? nullptr : &*position;
}

void phase_record::note(slot at, std::string_view name) {
    const auto phase = phase_named(plan_->phases, name);
    if (!phase) {
        return;
    }
    phase_span* span = unfinished(*phase);
    if (span == nullptr && spans_.size() < most_) {
        spans_.push_back({.phase = *phase, .last = at});
        span = &spans_.back();
    }
    // Beyond the limit, all further marks extend the last span.
    if (span == nullptr) {
        spans_.back().last = at;
        return;
    }
    span->last = at;
    ++span->marks;
}

// Spans follow one another without a gap: each begins behind the end of the one before. Those that
// end before they begin are dropped.
std::vector<phase_span> phase_record::spans(slot last_slot) const {
    std::vector<phase_span> listed = spans_;
    slot begin = 1;
    for (phase_span& each : listed) {
        each.first = begin;
        each.last = std::max(each.last, begin - 1);
        begin = each.last + 1;
    }
    std::erase_if(listed, [](const phase_span& each) { return each.last < each.first; });
    const std::size_t next = listed.empty() ? 0 : listed.back().phase + 1;
    if (begin <= last_slot && next < plan_->phases.size()) {
        listed.push_back({.phase = next, .first = begin, .last = last_slot});
    }
    return listed;
}

// Slots behind the last span belong to it.
std::size_t span_at(const std::vector<phase_span>& spans, slot at) {
    const auto position = std::ranges::lower_bound(spans, at, {}, &phase_span::last);
    return std::min(position_at(spans, position), spans.empty() ? 0 : spans.size() - 1);
}

rational units_until(const recorded_plan& plan, const std::vector<phase_span>& spans, slot at) {
    rational sum = 0;
    slot counted_to = 0;
    for (const phase_span& each : spans) {
        const slot last = std::min(each.last, at);
        if (last >= each.first) {
            sum += plan.phases[each.phase].slot_length * rational{last - each.first + 1};
            counted_to = last;
        }
    }
    // Slots outside of all phases count as one unit.
    return sum + rational{std::max<slot>(at - counted_to, 0)};
}

bool slots_differ(const recorded_plan& plan) {
    return std::ranges::any_of(plan.phases,
                               [](const phase& each) { return each.slot_length != rational{1}; });
}

}  // namespace tutti
