/// @file
/// Verifier of the rows of a schedule: links, possession, sums, and the needs at the end.
#pragma once

#include <cstdint>

#include "foreign_schedule.hpp"
#include "schedule_fault.hpp"

namespace tutti {

/// Walks over the rows in the order of slots, and finds what is wrong with them and what is missing
/// at the end. A row with a fault changes nothing. Appends a remark on redundant rows. Where rows
/// merge, says of each whether it adds or replaces.
/// @pre the rows are sorted
/// @throws std::invalid_argument if the state would take more than `most_bytes`
[[nodiscard]] schedule_findings verify_rows(foreign_schedule& schedule, std::uint64_t most_bytes);

}  // namespace tutti
