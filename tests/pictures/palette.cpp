#include "pictures/palette.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <stdexcept>

#include <doctest/doctest.h>

namespace {

using tutti::colour_of;
using tutti::palette_colour;

// As WCAG 2 defines the relative luminance of "#rrggbb".
double luminance(std::string_view colour) {
    constexpr std::array weights{0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        int value = 0;
        std::from_chars(&colour.at(1 + 2 * i), &colour.at(2 + 2 * i) + 1, value, 16);
        const double part = value / 255.0;
        sum += weights.at(i) *
               (part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double contrast(std::string_view one, std::string_view other) {
    const auto [dark, bright] = std::minmax({luminance(one), luminance(other)});
    return (bright + 0.05) / (dark + 0.05);
}

// The smaller of the contrasts by day and by night.
double least_contrast(const palette_colour& one, const palette_colour& other) {
    return std::min(contrast(one.light, other.light), contrast(one.dark, other.dark));
}

void check_contrast(const palette_colour& colour, std::initializer_list<std::string_view> grounds,
                    double least) {
    for (const std::string_view ground : grounds) {
        CAPTURE(colour.name);
        CAPTURE(ground);
        CHECK(least_contrast(colour, colour_of(ground)) >= least);
    }
}

}  // namespace

TEST_SUITE("pictures/palette.hpp") {

TEST_CASE("a colour of the palette has the contrast that its role requires") {
    for (const palette_colour& each : tutti::palette()) {
        if (each.role == "text") {
            check_contrast(each, {"card", "page", "tint"}, 4.5);
        } else if (each.role == "mark") {
            check_contrast(each, {"card"}, 3);
        } else if (each.role == "ground") {
            check_contrast(each, {"text"}, 4.5);
        } else {
            CAPTURE(each.name);
            CHECK((each.role == "part" || each.role == "on"));
        }
    }
}

TEST_CASE("text on coloured areas can be read") {
    check_contrast(colour_of("on-deep"), {"series0", "series5", "amount6", "amount7", "amount8"},
                   4.5);
    check_contrast(colour_of("on-pale"),
                   {"series1", "series2", "series3", "series4", "series6", "amount5"}, 4.5);
    check_contrast(colour_of("text"), {"amount0", "amount1", "amount2", "amount3", "amount4"}, 4.5);
    check_contrast(colour_of("good"), {"good-page"}, 4.5);
    check_contrast(colour_of("bad"), {"bad-page"}, 4.5);
}

TEST_CASE("a name of no colour is a mistake of the program") {
    CHECK_THROWS_WITH_AS(static_cast<void>(tutti::colour_of("mauve")),
                         "no colour of the palette: mauve", std::logic_error);
}

}  // TEST_SUITE("pictures/palette.hpp")
