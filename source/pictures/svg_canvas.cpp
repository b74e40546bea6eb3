#include "svg_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Colours are those of Okabe and Ito, and black and grey; amounts are one blue from light to dark.
constexpr std::string_view svg_style = R"(
text{font-family:Helvetica,Arial,"DejaVu Sans",sans-serif;fill:#222}
.strong{font-weight:600}.soft{fill:#555}.mono{font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace}
.axis,.grid,.bound,.chosen,.control,.l0,.l1,.l2,.l3,.l4,.l5,.l6{fill:none}
.axis{stroke:#777}.grid{stroke:#e2e2e2}.bound{stroke:#222;stroke-dasharray:5 3;stroke-width:1.5}
.chosen{stroke:#D55E00;stroke-width:2}.control{stroke:#8a8a8a;stroke-dasharray:2 2}
.l0{stroke:#0072B2}.l1{stroke:#E69F00}.l2{stroke:#009E73}.l3{stroke:#CC79A7}.l4{stroke:#56B4E9}.l5{stroke:#222}.l6{stroke:#8a8a8a}
.f0{fill:#0072B2}.f1{fill:#E69F00}.f2{fill:#009E73}.f3{fill:#CC79A7}.f4{fill:#56B4E9}.f5{fill:#222}.f6,.fcontrol{fill:#8a8a8a}
.paper,.quiet{fill:#fff}.node{fill:#fff;stroke:#444}.dash{stroke-dasharray:5 2.5}.dot{stroke-dasharray:1.5 2}.round{stroke-linecap:round;stroke-dasharray:none}
.r0{fill:#f2f4f6}.r1{fill:#deebf7}.r2{fill:#c6dbef}.r3{fill:#9ecae1}.r4{fill:#6baed6}.r5{fill:#4292c6}.r6{fill:#2171b5}.r7{fill:#08519c}.r8{fill:#08306b}
.s0{stroke:#f2f4f6}.s1{stroke:#deebf7}.s2{stroke:#c6dbef}.s3{stroke:#9ecae1}.s4{stroke:#6baed6}.s5{stroke:#4292c6}.s6{stroke:#2171b5}.s7{stroke:#08519c}.s8{stroke:#08306b}
.link{stroke:#c4c4c4;fill:none}.root{stroke-width:3;stroke-dasharray:none}
.edged{stroke:#999;stroke-width:.5}.ringed{stroke:#D55E00;stroke-width:1.6}
.onr5,.onr6,.onr7,.onr8{fill:#fff}
.onf0,.onf2,.onf5{fill:#fff}.onf1,.onf3,.onf4,.onf6{fill:#222}.half{opacity:.55}.third{opacity:.3}
.p0{fill:#e0ebf6}.p1{fill:#fbe9cc}.p2{fill:#d9f0e5}.p3{fill:#f5e1ec}.p4{fill:#ebebeb}
@media(prefers-color-scheme:dark){
text{fill:#e6e6e6}.soft{fill:#aaa}.axis{stroke:#888}.grid{stroke:#33373d}.bound{stroke:#e6e6e6}.chosen{stroke:#ff8a3d}
.l0{stroke:#4aa3df}.l5{stroke:#eee}.f0{fill:#4aa3df}.f5{fill:#eee}
.paper,.quiet{fill:#16181c}.node{fill:#16181c;stroke:#bbb}
.r0{fill:#22262c}.r1{fill:#1b2f42}.r2{fill:#1f3f5c}.r3{fill:#245279}.r4{fill:#2b6798}.r5{fill:#3a80b8}.r6{fill:#5c9fd3}.r7{fill:#8fc1e8}.r8{fill:#cfe6fa}
.s0{stroke:#22262c}.s1{stroke:#1b2f42}.s2{stroke:#1f3f5c}.s3{stroke:#245279}.s4{stroke:#2b6798}.s5{stroke:#3a80b8}.s6{stroke:#5c9fd3}.s7{stroke:#8fc1e8}.s8{stroke:#cfe6fa}.ringed{stroke:#ff8a3d}.link{stroke:#4a4f57}
.onr5,.onr6,.onr7,.onr8,.onf0,.onf5{fill:#111}
.p0{fill:#1c2a38}.p1{fill:#372a15}.p2{fill:#17301f}.p3{fill:#34202b}.p4{fill:#2a2a2d}}
)";

// In thousandths of the font's size.
// An estimate for common sans-serif fonts, as the program has no font to measure.
double width_of_letter(char letter) {
    constexpr std::string_view narrow = " .,:;'|!ijl()[]-ftI/";
    constexpr std::string_view wide = "mwMW%@";
    const bool continues = (static_cast<unsigned char>(letter) & 0xC0U) == 0x80U;
    if (continues) {
        return 0;
    }
    if (narrow.find(letter) != std::string_view::npos) {
        return 0.36;
    }
    if (wide.find(letter) != std::string_view::npos) {
        return 0.95;
    }
    return letter >= 'A' && letter <= 'Z' ? 0.70 : 0.625;
}

std::string_view anchor_of(svg_anchor anchor) {
    switch (anchor) {
        case svg_anchor::middle:
            return R"( text-anchor="middle")";
        case svg_anchor::end:
            return R"( text-anchor="end")";
        case svg_anchor::start:
            break;
    }
    return "";
}

std::string thickness_attribute(double thickness) {
    return thickness > 0 ? fmt::format(R"( style="stroke-width:{}")", svg_number(thickness)) : "";
}

// Two that UTF-8 has and XML has not become question marks of three.
std::string without_no_characters(std::string text) {
    for (const std::string_view without : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
        for (auto at = text.find(without); at != std::string::npos; at = text.find(without)) {
            std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), without.size(), '?');
        }
    }
    return text;
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
    std::string made;
    for (const char letter : without_no_characters(printable(text))) {
        switch (letter) {
            case '&':
                made += "&amp;";
                break;
            case '<':
                made += "&lt;";
                break;
            case '>':
                made += "&gt;";
                break;
            case '"':
                made += "&quot;";
                break;
            default:
                made += letter;
        }
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
        const auto last = static_cast<unsigned char>(shown.back());
        shown.pop_back();
        // A character of UTF-8 is removed as a whole: its continuation bytes, then its first byte.
        if ((last & 0xC0U) == 0x80U) {  // the rest of a character
            while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0xC0U) == 0x80U) {
                shown.pop_back();
            }
            shown.resize(shown.empty() ? 0 : shown.size() - 1);
        }
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

svg_path& svg_path::curve(svg_point control, svg_point to) {
    add('Q', control.x, control.y);
    return add(' ', to.x, to.y);
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
        across, down, in_xml(title), in_xml(description), svg_style, body_);
}

}  // namespace tutti
