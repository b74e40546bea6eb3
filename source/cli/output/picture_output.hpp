/// @file
/// Formats of pictures in files.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "cli/arguments/command_line.hpp"

namespace tutti::program {

/// Format of a picture.
struct picture_format {
    std::string_view ending;                 ///< of the file's name, with its point
    std::array<std::string_view, 2> begins;  ///< how such files begin
};

/// All of them: SVG, PDF and PNG, in this order.
inline constexpr std::array<picture_format, 3> picture_formats{{
    {.ending = ".svg", .begins = {"<svg", "<?xml"}},
    {.ending = ".pdf", .begins = {"%PDF-", "%PDF-"}},
    {.ending = ".png", .begins = {"\x89PNG", "\x89PNG"}},
}};

/// The format that the end of a path says.
/// @throws std::invalid_argument that names `--output` if it says none, or if another kind of file
/// is there and `--force` is not given
[[nodiscard]] const picture_format& format_for(const command_line& arguments,
                                               const std::string& path);

}  // namespace tutti::program
