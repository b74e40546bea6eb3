/// @file
/// Command lines as one would type them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tutti {

/// The program and these words, those that a shell would take apart in quotes.
[[nodiscard]] std::string command_text(std::string_view program,
                                       std::span<const std::string_view> words);

}  // namespace tutti
