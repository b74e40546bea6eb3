#include <algorithm>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "drawing.hpp"
#include "picture_frame.hpp"
#include "svg_canvas.hpp"
#include "tutti/node/rational.hpp"
#include "util/json_values.hpp"

namespace tutti::picture {
namespace {

namespace json = boost::json;

// Frame of the bars: a row each, names at the left.
constexpr double row_height = 24;
constexpr double bar_height = 14;
constexpr double bars_left = 170;
constexpr double longest_bar = 350;

std::string_view text_in(const json::value& any, std::initializer_list<std::string_view> names) {
    const json::value* const part = part_of(any, names);
    return part != nullptr && part->is_string() ? std::string_view{part->get_string()}
                                                : std::string_view{};
}

// Zero if there are none.
double units_in(const json::value& any, std::initializer_list<std::string_view> names) {
    const std::string_view text = text_in(any, names);
    return text.empty() ? 0 : parse_rational(text).to_double();
}

// The bar of a run that is not complete is an outline, and its verdict is beside it.
void draw_bar(svg_canvas& canvas, double y, double scale, const json::value& run) {
    const std::string_view verdict = text_in(run, {"verdict"});
    const bool is_complete = verdict == "complete";
    const double length = scale * units_in(run, {"time", "units"});
    const svg_text name{.anchor = svg_anchor::end};
    canvas.text({bars_left - 8, y + 14},
                shortened(text_in(run, {"algorithm"}), name, bars_left - page_margin), name);
    canvas.rectangle({.x = bars_left, .y = y + 3, .width = length, .height = bar_height},
                     is_complete ? "f0" : "node");
    const std::string words = fmt::format("{}{}{}", text_in(run, {"time", "units"}),
                                          is_complete ? "" : ", ", is_complete ? "" : verdict);
    const double end = bars_left + length + 5;
    canvas.text({end, y + 14}, shortened(words, {}, page_width - end), {});
}

}  // namespace
}  // namespace tutti::picture

std::string tutti::draw_comparison(std::string_view result, std::string_view title) {
    using namespace picture;
    const json::value comparison = json::parse(result);
    const json::array& runs = comparison.at("runs").as_array();
    const double bound = units_in(comparison, {"lower_bound", "units"});
    double most = std::max(bound, 1e-9);
    for (const json::value& run : runs) {
        most = std::max(most, units_in(run, {"time", "units"}));
    }
    const double scale = longest_bar / most;
    const std::string subtitle = bound > 0
                                     ? fmt::format("time in units; dashed: the lower bound, {}",
                                                   text_in(comparison, {"lower_bound", "units"}))
                                     : "time in units";
    svg_canvas canvas{page_width};
    const double top = draw_head(canvas, title, subtitle) + 12;
    double y = top;
    for (const json::value& run : runs) {
        draw_bar(canvas, y, scale, run);
        y += row_height;
    }
    if (bound > 0) {
        canvas.line({bars_left + scale * bound, top - 4}, {bars_left + scale * bound, y}, "bound");
    }
    return canvas.finished(y + page_margin, title, subtitle);
}
