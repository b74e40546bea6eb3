#include "recording_check.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "engine/memory/memory.hpp"
#include "recording_verifier.hpp"

namespace tutti {

std::string_view name_of(check_status status) noexcept {
    switch (status) {
        case check_status::violated:
            return "violated";
        case check_status::not_checked:
            return "not-judged";
        case check_status::holds:
            break;
    }
    return "holds";
}

bool recording_findings::hold() const noexcept {
    return std::ranges::none_of(
        findings, [](const check_finding& each) { return each.status == check_status::violated; });
}

// Bad luck explains missing deliveries and the verdict that follows, and no other violation.
bool recording_findings::are_unlucky() const noexcept {
    return recorded_verdict == "unlucky" && lacks_only &&
           std::ranges::all_of(findings, [](const check_finding& each) {
               return each.status != check_status::violated || each.name == "deliveries" ||
                      each.name == "verdict";
           });
}

std::vector<std::string> recording_findings::not_verified() const {
    // Checks that are essential for the statement that a run was correct; others may be
    // inapplicable.
    constexpr std::array<std::string_view, 7> needed{"plan",       "figures", "links", "possession",
                                                     "deliveries", "counts",  "digest"};
    std::vector<std::string> names;
    for (const check_finding& each : findings) {
        if (each.status == check_status::not_checked && std::ranges::count(needed, each.name) > 0) {
            names.push_back(each.name);
        }
    }
    return names;
}

std::string recording_findings::verdict() const {
    if (hold() && !is_damaged) {
        return not_verified().empty() ? "complete" : "not verified";
    }
    // A stated verdict is believed where it is bad, and never where it is better than the
    // findings.
    const bool is_stated = !recorded_verdict.empty() && recorded_verdict != "complete";
    if (recorded_verdict == "unlucky" && !are_unlucky()) {
        return "incorrect";
    }
    return is_stated ? recorded_verdict : "incorrect";
}

const check_finding& recording_findings::finding(std::string_view name) const {
    const auto position = std::ranges::find(findings, name, &check_finding::name);
    if (position == findings.end()) {
        throw std::out_of_range{fmt::format("no claim is called {}", name)};
    }
    return *position;
}

recording_verifier::recording_verifier(const recorded_plan& plan, const network& net,
                                       run_requirements requirements)
    : checks_{std::make_unique<recording_checks>(plan, net, std::move(requirements))} {}

recording_verifier::recording_verifier(recording_verifier&&) noexcept = default;
recording_verifier& recording_verifier::operator=(recording_verifier&&) noexcept = default;
recording_verifier::~recording_verifier() = default;

void recording_verifier::take(const recorded_slot& record, std::span<const recorded_kind> kinds,
                              std::span<const std::string> mark_names) {
    checks_->take(record, kinds, mark_names);
}

recording_findings recording_verifier::end(const std::optional<std::string>& result,
                                           std::string_view damage) const {
    return checks_->end(result, damage);
}

namespace {

// Planning takes long for large networks; a limit that admitted the run leaves more than this.
check_limits limits_for(const recording& recording) {
    constexpr std::uint64_t always = std::uint64_t{1} << 14U;
    constexpr std::uint64_t size_an_event = 64;
    const recorded_counts counts = recording.counts();
    const std::uint64_t events = counts.sent + counts.delivered + counts.marked + counts.done;
    return {.memory_bytes = recording.memory_limit(),
            .plan_size = always + bounded_product(size_an_event, events)};
}

}  // namespace

recording_findings check(const recording& recording, const catalogue& catalogue) {
    try {
        recording_verifier judge{recording.plan(), recording.where(),
                                 run_requirements_of(recording.plan(), recording.where(), catalogue,
                                                     limits_for(recording))};
        recording.visit([&](const recorded_slot& record) {
            judge.take(record, recording.kinds(), recording.mark_names());
        });
        return judge.end(recording.result(), recording.damage());
    } catch (const std::overflow_error&) {
        // Overflow of exact arithmetic is caused by figures that no run has.
        throw recording_error{"is damaged: its times do not fit 64 bits"};
    }
}

}  // namespace tutti
