#include "recording_findings.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

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
    return recorded_verdict == tutti::verdict::unlucky && lacks_only &&
           std::ranges::all_of(findings, [](const check_finding& each) {
               return each.status != check_status::violated || each.name == "deliveries" ||
                      each.name == "verdict";
           });
}

std::vector<std::string> recording_findings::not_verified() const {
    // Checks that are essential for the statement that a run was correct; others may be
    // inapplicable.
    constexpr std::array<std::string_view, 8> needed{"plan",       "figures",       "links",
                                                     "possession", "contributions", "deliveries",
                                                     "counts",     "digest"};
    std::vector<std::string> names;
    for (const check_finding& each : findings) {
        if (each.status == check_status::not_checked && std::ranges::count(needed, each.name) > 0) {
            names.push_back(each.name);
        }
    }
    return names;
}

std::optional<tutti::verdict> recording_findings::verdict() const {
    if (hold() && !is_damaged) {
        return not_verified().empty() ? std::optional{tutti::verdict::complete} : std::nullopt;
    }
    // A stated verdict is believed where it is bad, and never where it is better than the
    // findings.
    const auto stated = recorded_verdict.value_or(tutti::verdict::complete);
    const bool is_believed =
        stated == tutti::verdict::unlucky ? are_unlucky() : stated != tutti::verdict::complete;
    return is_believed ? stated : tutti::verdict::incorrect;
}

std::string_view recording_findings::verdict_name() const {
    const auto judged = verdict();
    return judged ? name_of(*judged) : "not verified";
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

}  // namespace tutti
