/// @file
/// Export of recordings as traces.
#pragma once

#include "cli/arguments/command_line.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti::program {

/// Implements `export` for these formats. Prints the expected size of the trace if it is large.
/// @throws std::invalid_argument before anything is written, output_error
void write_perfetto(const command_line& arguments, const recording& from);
void write_otf2_folder(const command_line& arguments, const recording& from);
void write_paje(const command_line& arguments, const recording& from);

}  // namespace tutti::program
