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
    findings.has_model_violation |= kind == fault_kind::no_link || kind == fault_kind::link_over ||
                                    kind == fault_kind::switch_over || kind == fault_kind::ports ||
                                    kind == fault_kind::unread;
    if (kind != fault_kind::missing) {
        ++findings.fault_count;
    }
    if (findings.faults.size() < most_faults_kept) {
        findings.faults.push_back(std::move(fault));
    }
}

}  // namespace tutti
