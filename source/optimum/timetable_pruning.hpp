/// @file
/// Timetables without the packets that change nothing.
#pragma once

#include "question.hpp"

namespace tutti {

/// The rows that somebody needs: of moves those that lead to a destination, of values those that
/// carry something. Of barriers all.
/// @param rows of a timetable that answers the question, sorted
[[nodiscard]] timetable useful_rows(const optimum_question& question, const timetable& rows);

}  // namespace tutti
