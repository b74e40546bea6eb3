/// @file
/// Schedule of a recorded run: its transmissions as rows.
#pragma once

#include <string>

#include "foreign_schedule.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti {

/// Transmissions of a run as a schedule, without control packets, which a remark counts.
/// @param file name in messages
/// @throws std::invalid_argument, one line, if the collective has no form as a schedule, or packets
///   do not say which messages or pieces of equal size they carry
[[nodiscard]] foreign_schedule schedule_of(const recording& run, const std::string& file);

}  // namespace tutti
