/// @file
/// Checks of the program's output.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "subprocess.hpp"

namespace support {

/// True if `part` is in the text.
inline bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// True if it is a message of the program: one line of at most 300 characters.
inline bool is_one_line(const std::string& text) {
    return std::ranges::count(text, '\n') == 1 && text.ends_with('\n') && text.size() <= 301 &&
           text.starts_with("tutti: ");
}

/// The object that a command prints with `--json`, alone on its line.
inline boost::json::object printed_object(const finished& end) {
    REQUIRE(end.output.ends_with("}\n"));
    CHECK(end.output.find('\n') == end.output.size() - 1);
    return boost::json::parse(end.output).as_object();
}

}  // namespace support
