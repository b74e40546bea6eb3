#include "recording_findings.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

namespace tutti {

std::string_view name_of(check_status status) noexcept {
    constexpr std::array<std::string_view, 3> names{"holds", "violated", "not-judged"};
    return names.at(fmt::underlying(status));
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

}  // namespace tutti
