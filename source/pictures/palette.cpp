#include "palette.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace tutti {
namespace {

constexpr auto colours = std::to_array<palette_colour>({
#include "palette.inc"
});

}  // namespace

std::span<const palette_colour> palette() noexcept { return colours; }

const palette_colour& colour_of(std::string_view name) {
    const auto* const found = std::ranges::find(colours, name, &palette_colour::name);
    if (found == colours.end()) {
        throw std::logic_error{"no colour of the palette: " + std::string{name}};
    }
    return *found;
}

}  // namespace tutti
