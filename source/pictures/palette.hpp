/// @file
/// Palette of pictures, figures and pages: the colours of palette.txt by their names.
#pragma once

#include <span>
#include <string_view>

namespace tutti {

/// A colour on light and on dark ground, each as "#rrggbb".
struct palette_colour {
    std::string_view name;
    std::string_view light;
    std::string_view dark;
    std::string_view role;  ///< as palette.txt explains them
};

[[nodiscard]] std::span<const palette_colour> palette() noexcept;

/// @throws std::logic_error if the palette has no colour of this name
[[nodiscard]] const palette_colour& colour_of(std::string_view name);

}  // namespace tutti
