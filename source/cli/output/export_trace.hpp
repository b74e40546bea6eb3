/// @file
/// Recordings as traces.
#pragma once

#include "cli/arguments/command_line.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti::program {

/// What `export` does for these formats. Says how long the trace will be if that is long.
/// @throws std::invalid_argument before anything is written, output_error
void write_perfetto(const command_line& given, const recording& from);
void write_otf2_folder(const command_line& given, const recording& from);
void write_paje(const command_line& given, const recording& from);

}  // namespace tutti::program
