#include "live_verifier.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "recording_check.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti {
namespace {

// True if the verifiers and the result have to agree on it. What a run does wrong is found by both;
// one that did not reach its end is recorded up to the slot before.
bool must_hold(std::string_view check, verdict found) {
    constexpr std::array<std::string_view, 5> names{"plan", "figures", "phases", "counts",
                                                    "digest"};
    const std::size_t compared = has_completed(found) ? names.size() : 2;
    return found == verdict::complete ||
           std::ranges::count(std::span{names}.first(compared), check) > 0;
}

std::string disagreement(const recording_findings& findings, verdict found) {
    for (const check_finding& each : findings.findings) {
        if (each.status == check_status::violated && must_hold(each.name, found)) {
            return fmt::format("{}: {}", each.name, each.text);
        }
    }
    return {};
}

}  // namespace

live_verifier::live_verifier(const experiment& plan)
    : plan_{&plan}, recorder_{plan, {}, content_, most_bytes} {}

void live_verifier::verify(result& outcome) {
    recorder_.finish(outcome);
    const recording events{std::make_unique<std::stringstream>(std::move(content_))};
    const recording_findings findings = check(events, *plan_->catalogue);
    std::string text = disagreement(findings, outcome.verdict);
    const bool holds = text.empty();
    if (!holds) {
        outcome.verdict = std::max(outcome.verdict, verdict::incorrect);
    }
    outcome.checks.push_back({.name = "verifiers", .holds = holds, .text = std::move(text)});
    for (const std::string& name : findings.not_verified()) {
        outcome.verified.gaps.push_back(
            fmt::format("{} not verified by events: {}", name, findings.finding(name).text));
    }
}

}  // namespace tutti
