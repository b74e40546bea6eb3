/// @file
/// Output of recordings in the formats of other programs.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "cli/arguments/command_line.hpp"
#include "recording/export/event_tables.hpp"
#include "text_output.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti::program {

using lines_maker = std::function<std::unique_ptr<slot_lines>()>;

/// Writes the lines of the slots that the arguments select behind a head: nothing of them, if the
/// recording is damaged.
/// @throws std::invalid_argument if it is, output_error
void write_text(const command_line& arguments, const recording& from, text_output& to,
                const lines_maker& make_lines, std::string_view head = {});

/// Says of a recording that was cut short that it is exported as far as it goes.
void warn_missing_events(const command_line& arguments, const recording& from);

/// Implements `export` for these formats. Prints the expected size of the trace if it is large.
/// @throws std::invalid_argument before anything is written, output_error
void write_perfetto(const command_line& arguments, const recording& from);
void write_otf2_folder(const command_line& arguments, const recording& from);
void write_paje(const command_line& arguments, const recording& from);

}  // namespace tutti::program
