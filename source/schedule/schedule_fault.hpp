/// @file
/// Faults of a schedule, and the findings of its verification.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Kinds of faults, in the order in which those of one row are looked for; what ends a run follows.
enum class fault_kind : std::uint8_t {
    missing_link,
    not_held,
    link_over,
    ports,
    conflict,
    counted_twice,
    mixed,
    size,
    switch_over,
    race,
    unread,
    stalled,
    missing
};

/// "no-link", as results name it.
[[nodiscard]] std::string_view name_of(fault_kind kind) noexcept;

/// A fault, with its place and its text for people.
struct schedule_fault {
    fault_kind kind = fault_kind::missing;
    slot at = 0;  ///< of the row; one after the last for what ends a run
    node_id from = 0;
    node_id to = 0;
    std::uint64_t message = 0;
    std::uint32_t piece = 0;
    std::uint32_t channel = 0;   ///< in formats that have channels
    std::uint32_t position = 0;  ///< in the file, for the order
    std::string place{};         ///< "FILE:12"; empty for what is missing
    std::string text{};  ///< all that follows the place: "slot 2: no link 1->3", "at the end: .."

    /// The line for people: place and text.
    [[nodiscard]] std::string line() const { return place.empty() ? text : place + ": " + text; }
};

/// Faults that are kept; all are counted.
inline constexpr std::size_t most_faults_kept = 20;

/// Findings of a verification. The first faults are kept, in the order in which they count.
struct schedule_findings {
    std::vector<schedule_fault> faults{};  ///< `most_faults_kept` at most, the first ones
    std::uint64_t fault_count = 0;         ///< what is missing at the end is not counted here
    std::uint64_t missing_count = 0;
    std::uint64_t redundant = 0;     ///< rows that bring what is there already
    std::uint32_t largest_load = 0;  ///< packets of a pair of nodes in one slot
    bool has_model_violation = false;
    bool has_stalled = false;
    bool has_contents = true;  ///< false if no collective is known to verify them against
};

/// Counts a fault, and keeps it if it is among the first. @pre faults come in their order
void add_fault(schedule_findings& findings, schedule_fault fault);

/// Counts faults of rows that were found apart from others, and keeps them if they are among the
/// first; what is missing follows from them.
void merge_faults(schedule_findings& findings, std::vector<schedule_fault> others);

}  // namespace tutti
