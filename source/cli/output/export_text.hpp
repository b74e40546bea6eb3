/// @file
/// Common parts of all formats of `export`.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "cli/arguments/command_line.hpp"
#include "recording/export/event_tables.hpp"
#include "text_output.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti::program {

/// Slots to export: those of `--slots`, or all.
[[nodiscard]] recorded_part read_part(const command_line& arguments);

using lines_maker = std::function<std::unique_ptr<slot_lines>()>;

/// Writes the lines of these slots behind a head: nothing of them, if the recording is damaged.
/// @throws std::invalid_argument if it is, output_error
void write_text(const command_line& arguments, const recording& from, text_output& to,
                const lines_maker& make_lines, std::string_view head = {});

/// Says of a recording that was cut short that it is exported as far as it goes.
void warn_missing_events(const command_line& arguments, const recording& from);

}  // namespace tutti::program
