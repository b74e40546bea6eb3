/// @file
/// Answers of the program to bad input.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "subprocess.hpp"

namespace support {

/// Checks that these arguments are refused: one line on standard error that holds `part` and
/// nothing that is not printable, nothing on standard output, exit status 2.
inline void check_refused(std::vector<std::string> arguments, std::string_view part) {
    const finished end = run_program(std::move(arguments));
    CAPTURE(part);
    CAPTURE(end.errors);
    CHECK(end.status == 2);
    CHECK(end.output.empty());
    CHECK(end.errors.starts_with("tutti: "));
    CHECK(end.errors.find(part) != std::string::npos);
    REQUIRE(end.errors.ends_with('\n'));
    CHECK(std::all_of(end.errors.begin(), end.errors.end() - 1,
                      [](char symbol) { return symbol >= ' ' && symbol <= '~'; }));
}

}  // namespace support
