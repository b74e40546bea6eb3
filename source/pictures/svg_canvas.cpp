#include "svg_canvas.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include "palette.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Shapes of lines and texts; colours follow from the palette.
constexpr std::string_view svg_shapes = R"(
text{font-family:Helvetica,Arial,"DejaVu Sans",sans-serif}
.strong{font-weight:600}.mono{font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace}
.axis,.grid,.bound,.chosen,.control,.link,.l0,.l1,.l2,.l3,.l4,.l5,.l6{fill:none}
.bound{stroke-dasharray:5 3;stroke-width:1.5}.chosen{stroke-width:2}.control{stroke-dasharray:2 2}
.dash{stroke-dasharray:5 2.5}.dot{stroke-dasharray:1.5 2}.round{stroke-linecap:round;stroke-dasharray:none}
.root{stroke-width:3;stroke-dasharray:none}.edged{stroke-width:.5}.ringed{stroke-width:1.6}
.half{opacity:.55}.third{opacity:.3}
)";

/// Colour of all that has some class.
struct colour_rule {
    std::string selectors;
    std::string_view property;
    std::string colour;  ///< its name in the palette
};

// Where an element has two classes that set a property, the later rule counts.
std::vector<colour_rule> colour_rules() {
    std::vector<colour_rule> rules{{"text", "fill", "text"},
                                   {".soft", "fill", "soft"},
                                   {".axis,.node", "stroke", "border"},
                                   {".grid", "stroke", "line"},
                                   {".bound", "stroke", "text"},
                                   {".chosen", "stroke", "chosen"},
                                   {".control", "stroke", "control"},
                                   {".fcontrol", "fill", "control"},
                                   {".paper,.quiet,.node", "fill", "card"}};
    const auto add = [&](std::string_view letter, std::string_view property, std::string_view name,
                         int count) {
        for (int i = 0; i < count; ++i) {
            rules.push_back(
                {fmt::format(".{}{}", letter, i), property, fmt::format("{}{}", name, i)});
        }
    };
    add("l", "stroke", "series", 7);
    add("f", "fill", "series", 7);
    add("r", "fill", "amount", 9);
    add("s", "stroke", "amount", 9);
    add("p", "fill", "phase", 5);
    rules.insert(rules.end(), {{".link", "stroke", "link"},
                               {".edged", "stroke", "border"},
                               {".ringed", "stroke", "chosen"},
                               {".onf0,.onf5,.onr6,.onr7,.onr8", "fill", "on-deep"},
                               {".onf1,.onf2,.onf3,.onf4,.onf6,.onr5", "fill", "on-pale"}});
    return rules;
}

std::string style_sheet() {
    std::string light{svg_shapes};
    std::string dark;
    for (const auto& [selectors, property, name] : colour_rules()) {
        const palette_colour& colour = colour_of(name);
        light += fmt::format("{}{{{}:{}}}", selectors, property, colour.light);
        dark += fmt::format("{}{{{}:{}}}", selectors, property, colour.dark);
    }
    return fmt::format("{}\n@media(prefers-color-scheme:dark){{\n{}}}\n", light, dark);
}

// In thousandths of the font's size.
// An estimate for common sans-serif fonts, as the program has no font to measure.
double width_of_letter(char letter) {
    constexpr std::string_view narrow = " .,:;'|!ijl()[]-ftI/";
    constexpr std::string_view wide = "mwMW%@";
    return continues_character(letter)                     ? 0
           : narrow.find(letter) != std::string_view::npos ? 0.36
           : wide.find(letter) != std::string_view::npos   ? 0.95
           : letter >= 'A' && letter <= 'Z'                ? 0.70
                                                           : 0.625;
}

std::string_view anchor_of(svg_anchor anchor) {
    constexpr std::array<std::string_view, 3> attributes{"", R"( text-anchor="middle")",
                                                         R"( text-anchor="end")"};
    return attributes.at(fmt::underlying(anchor));
}

std::string thickness_attribute(double thickness) {
    return thickness > 0 ? fmt::format(R"( style="stroke-width:{}")", svg_number(thickness)) : "";
}

}  // namespace

// Two decimals are finer than a pixel can show; integers keep the text equal on all platforms.
// Infinite values and NaN become 0, since XML of a picture must stay valid.
std::string svg_number(double value) {
    constexpr double most = 1e9;
    if (!(std::abs(value) < most)) {
        return {'0'};
    }
    const std::int64_t hundredths = std::llround(value * 100);
    const std::int64_t size = std::abs(hundredths);
    std::string text =
        hundredths < 0 ? fmt::format("-{}", size / 100) : fmt::format("{}", size / 100);
    if (size % 100 != 0) {
        text += fmt::format(".{:02}", size % 100);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text;
}

// Names come from programs of users: control characters and markup must not reach the file.
std::string in_xml(std::string_view text) {
    // UTF-8 has two characters that XML has not: they become question marks, one for each byte.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> escapes{
        {{"&", "&amp;"},
         {"<", "&lt;"},
         {">", "&gt;"},
         {"\"", "&quot;"},
         {"\xEF\xBF\xBE", "???"},
         {"\xEF\xBF\xBF", "???"}}};
    std::string made = printable(text);
    for (const auto& [symbol, escape] : escapes) {
        boost::replace_all(made, symbol, escape);
    }
    return made;
}

double width_of(std::string_view text, const svg_text& look) {
    const bool is_mono = look.style.find("mono") != std::string_view::npos;
    double ems = 0;
    for (const char letter : text) {
        const double width = width_of_letter(letter);
        ems += is_mono && width > 0 ? 0.605 : width;
    }
    const bool is_strong = look.style.find("strong") != std::string_view::npos;
    return ems * look.size * (is_strong ? 1.1 : 1.0);
}

std::string shortened(std::string_view text, const svg_text& look, double most) {
    std::string shown = printable(text);
    if (width_of(shown, look) <= most) {
        return shown;
    }
    const double left = most - look.size;
    while (!shown.empty() && width_of(shown, look) > left) {
        // A character of UTF-8 is removed as a whole: its continuation bytes, then its first byte.
        while (continues_character(shown.back())) {
            shown.pop_back();
        }
        shown.pop_back();
    }
    return shown + "\xE2\x80\xA6";
}

svg_path& svg_path::add(char command, double x, double y) {
    const std::string down = svg_number(y);
    text_ += command;
    text_ += svg_number(x);
    // A minus sign separates two numbers of a path; the blank is saved, as paths are most of a
    // file.
    if (!down.starts_with('-')) {
        text_ += ' ';
    }
    text_ += down;
    return *this;
}

svg_path& svg_path::move(svg_point to) { return add('M', to.x, to.y); }

svg_path& svg_path::line(svg_point to) { return add('L', to.x, to.y); }

// Steps along an axis have commands of one number.
svg_path& svg_path::by(double right, double down) {
    if (right == 0) {
        text_ += 'v' + svg_number(down);
        return *this;
    }
    if (down == 0) {
        text_ += 'h' + svg_number(right);
        return *this;
    }
    return add('l', right, down);
}

svg_path& svg_path::close() {
    text_ += 'Z';
    return *this;
}

void svg_canvas::rectangle(const svg_box& box, std::string_view style) {
    body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"/>\n",
                         svg_number(box.x), svg_number(box.y), svg_number(box.width),
                         svg_number(box.height), style);
}

void svg_canvas::line(svg_point from, svg_point to, std::string_view style, double thickness) {
    path(svg_path{}.move(from).line(to), style, thickness);
}

void svg_canvas::circle(svg_point centre, double radius, std::string_view style) {
    body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"{}\"/>\n",
                         svg_number(centre.x), svg_number(centre.y), svg_number(radius), style);
}

void svg_canvas::path(const svg_path& outline, std::string_view style, double thickness) {
    if (!outline.is_empty()) {
        body_ += fmt::format("<path d=\"{}\" class=\"{}\"{}/>\n", outline.text(), style,
                             thickness_attribute(thickness));
    }
}

void svg_canvas::text(svg_point point, std::string_view words, const svg_text& look) {
    const std::string place =
        look.turn == 0
            ? fmt::format(R"(x="{}" y="{}")", svg_number(point.x), svg_number(point.y))
            : fmt::format("transform=\"translate({} {}) rotate({})\"", svg_number(point.x),
                          svg_number(point.y), svg_number(look.turn));
    const std::string style =
        look.style.empty() ? std::string{} : fmt::format(R"( class="{}")", look.style);
    body_ += fmt::format("<text {} font-size=\"{}\"{}{}>{}</text>\n", place, svg_number(look.size),
                         anchor_of(look.anchor), style, in_xml(words));
}

// A group is moved and scaled, so that cells inside it have small coordinates and short text.
void svg_canvas::open(svg_point moved, double scaled_x, double scaled_y) {
    body_ +=
        fmt::format("<g transform=\"translate({} {})", svg_number(moved.x), svg_number(moved.y));
    if (scaled_x != 1 || scaled_y != 1) {
        body_ += fmt::format(" scale({:.6g} {:.6g})", scaled_x, scaled_y);
    }
    body_ += "\">\n";
}

std::string svg_canvas::finished(double height, std::string_view title,
                                 std::string_view description) const {
    // The background is the first element, below all others; title and description serve readers
    // of the screen.
    const std::string across = svg_number(width_);
    const std::string down = svg_number(height);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n<style>{4}</style>\n"
        "<rect width=\"{0}\" height=\"{1}\" class=\"paper\"/>\n{5}</svg>\n",
        across, down, in_xml(title), in_xml(description), style_sheet(), body_);
}

}  // namespace tutti
