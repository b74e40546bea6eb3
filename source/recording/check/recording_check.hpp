/// @file
/// Check of a recording against its own plan, and the findings as text.
#pragma once

#include <string>

#include "tutti/catalog/catalogue.hpp"
#include "tutti/recording/recording.hpp"
#include "util/table_style.hpp"
#include "verification/recording/recording_findings.hpp"

namespace tutti {

/// Judges a recording. Tasks are looked up in `catalogue`. A filter that left nothing out, by the
/// counts of the result, does not matter.
/// @throws recording_error where it is damaged, and if it would take more memory than
/// `recording::memory_limit()`
[[nodiscard]] recording_findings check(const recording& recording, const catalogue& catalogue);

/// The findings as one JSON object (schema tutti.check/2), without a line end.
[[nodiscard]] std::string to_json(const recording_findings& findings, const recording& of);

/// The findings as a table for people, with line ends.
[[nodiscard]] std::string to_table(const recording_findings& findings, const recording& of,
                                   table_style style = table_style::plain);

}  // namespace tutti
