/// @file
/// The recording that a command is given.
#pragma once

#include <string>

#include "command_line.hpp"
#include "tutti/record/recording.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti::program {

/// Calls `read`, and puts the file's name in front of what is wrong with the recording.
template <class Read>
decltype(auto) reading_file(const command_line& given, const Read& read) {
    try {
        return read();
    } catch (const recording_error& wrong) {
        refuse("FILE: {} {}", in_quotes(given.argument().value_or("")), wrong.what());
    }
}

/// @throws std::invalid_argument that names the file and what is wrong with it
[[nodiscard]] inline recording open_recording(const command_line& given) {
    const auto path = given.argument();
    if (!path) {
        refuse("FILE: missing; name a recording, as `{} record` makes them", given.program());
    }
    return reading_file(given, [&] { return recording::open(std::string{*path}); });
}

}  // namespace tutti::program
