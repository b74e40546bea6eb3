/// @file
/// Style of tables for people.
#pragma once

#include <cstdint>

namespace tutti {

/// Text alone, or with the escape sequences that make terminals print headings bold, and verdicts
/// green, yellow or red.
enum class table_style : std::uint8_t { plain, coloured };

}  // namespace tutti
