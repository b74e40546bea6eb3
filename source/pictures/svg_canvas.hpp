/// @file
/// Writer of SVG pictures.
#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// A place in a picture: pixels to the right and down.
struct svg_point {
    double x = 0;
    double y = 0;
};

/// A rectangle.
struct svg_box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
};

/// Anchor of a text: its part that is at the given position.
enum class svg_anchor : std::uint8_t { start, middle, end };

/// Style of a text.
struct svg_text {
    double size = 12;  ///< pixels
    svg_anchor anchor = svg_anchor::start;
    std::string_view style{};  ///< classes, such as "soft" or "mono"
    double turn = 0;           ///< degrees, clockwise
};

/// Number with at most two decimals, for SVG; 0 for a value that is not a number.
[[nodiscard]] std::string svg_number(double value);

/// True if a byte of UTF-8 is within a character, and not its first.
[[nodiscard]] inline bool continues_character(char byte) noexcept {
    return (byte & '\xC0') == '\x80';
}

/// `text` escaped for XML: printable, and without characters of special meaning.
[[nodiscard]] std::string in_xml(std::string_view text);

/// The width that a text takes in pixels, at most: that of DejaVu Sans, a wide font.
[[nodiscard]] double width_of(std::string_view text, const svg_text& look);

/// `text`, truncated with an ellipsis where it would be wider than this number of pixels.
[[nodiscard]] std::string shortened(std::string_view text, const svg_text& look, double most);

/// Path of one or several outlines: the content of the attribute `d`.
class svg_path {
public:
    svg_path& move(svg_point to);
    svg_path& line(svg_point to);
    /// Moves to the right and down by these amounts.
    svg_path& by(double right, double down);
    svg_path& close();

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] bool is_empty() const noexcept { return text_.empty(); }

private:
    svg_path& add(char command, double x, double y);

    std::string text_;
};

/// A picture that grows downwards. How things look is said by the names of classes, which a style
/// sheet in the picture explains, for light and for dark surroundings:
/// - lines: `axis`, `grid`, `l0` to `l6` (categories), `control`, `chosen`, `bound`;
/// - areas: `paper`, `f0` to `f6` (categories), `fcontrol`, `r0` to `r8` (amounts, from none to the
///   largest), `p0` to `p4` (tints behind other things), `node`, `quiet`;
/// - texts: `strong`, `soft`, `mono`, `onr0` to `onr8` (upon areas of amounts).
///
/// The same calls give the same bytes.
class svg_canvas {
public:
    /// @param width in pixels
    explicit svg_canvas(double width) : width_{width} {}

    void rectangle(const svg_box& box, std::string_view style);
    /// @param thickness in pixels; 0: as the class says
    void line(svg_point from, svg_point to, std::string_view style, double thickness = 0);
    void circle(svg_point centre, double radius, std::string_view style);
    /// Nothing, if the path is empty.
    void path(const svg_path& outline, std::string_view style, double thickness = 0);
    void text(svg_point point, std::string_view words, const svg_text& look);

    /// All until `close()` is moved and scaled.
    void open(svg_point moved, double scaled_x = 1, double scaled_y = 1);
    void close() { body_ += "</g>\n"; }

    /// All of the picture.
    /// @param title,description for screen readers
    [[nodiscard]] std::string finished(double height, std::string_view title,
                                       std::string_view description) const;

private:
    double width_;
    std::string body_;
};

}  // namespace tutti
