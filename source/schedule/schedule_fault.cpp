#include "schedule_fault.hpp"

#include <array>
#include <utility>

#include "util/counts.hpp"

namespace tutti {

std::string_view name_of(fault_kind kind) noexcept {
    static constexpr std::array<std::string_view, 13> names{
        "no-link", "not-held",    "link-over", "ports",  "conflict", "counted-twice", "mixed",
        "size",    "switch-over", "race",      "unread", "stalled",  "missing"};
    return names.at(to_underlying(kind));
}

void add_fault(schedule_findings& findings, schedule_fault fault) {
    const fault_kind kind = fault.kind;
    findings.has_stalled |= kind == fault_kind::stalled;
    findings.has_model_violation |=
        kind == fault_kind::missing_link || kind == fault_kind::link_over ||
        kind == fault_kind::switch_over || kind == fault_kind::ports || kind == fault_kind::unread;
    if (kind != fault_kind::missing) {
        ++findings.fault_count;
    }
    if (findings.faults.size() < most_faults_kept) {
        findings.faults.push_back(std::move(fault));
    }
}

// Of a slot those that are there come first; what is missing at the end is no fault of a row.
void merge_faults(schedule_findings& findings, std::vector<schedule_fault> others) {
    if (others.empty()) {
        return;
    }
    std::vector<schedule_fault> faults = std::exchange(findings.faults, {});
    std::erase_if(faults,
                  [](const schedule_fault& each) { return each.kind == fault_kind::missing; });
    findings.fault_count -= faults.size();
    std::ranges::move(others, std::back_inserter(faults));
    std::ranges::stable_sort(faults, {}, &schedule_fault::at);
    for (schedule_fault& fault : faults) {
        add_fault(findings, std::move(fault));
    }
}

}  // namespace tutti
