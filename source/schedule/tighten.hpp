/// @file
/// Rows of a schedule in earlier slots, and schedules as own CSV.
#pragma once

#include <string>
#include <string_view>

#include "foreign_schedule.hpp"

namespace tutti {

/// Moves every row, in the order of slots, to the earliest slot in which its link has a free place
/// and its sender has what it sends; routes and contents stay. No row gets later.
/// @pre the schedule is complete, and its rows are sorted
void tighten(foreign_schedule& schedule);

/// True of the first line of what `to_csv` writes, or another schedule in CSV.
[[nodiscard]] bool is_csv_line(std::string_view line) noexcept;

/// The schedule as own CSV, with its settings in comments.
/// @throws std::invalid_argument if own CSV cannot say its collective
[[nodiscard]] std::string to_csv(const foreign_schedule& original);

}  // namespace tutti
