/// @file
/// Execution of filter programs, which turn one text into another.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// Output and exit status of a filter program.
struct filter_result {
    int status = 0;  ///< its exit status, or the negative number of the signal that ended it
    std::string output{};
};

/// Runs a program that reads its standard input to the end, and waits for it. What it says on
/// standard error is dropped.
/// @param words its name, which is looked for in PATH, and its arguments: no shell sees them
/// @return nothing, if there is no such program
/// @throws std::system_error if it cannot be run for another reason
[[nodiscard]] std::optional<filter_result> filter_by(const std::vector<std::string>& words,
                                                     std::string_view input);

}  // namespace tutti
