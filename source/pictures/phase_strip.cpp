#include "phase_strip.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tutti::picture {
namespace {

constexpr std::size_t tint_count = 5;

// The part of a span that an axis shows.
svg_box part_of_axis(const slot_axis& axis, const phase_span& span) {
    const slot first = std::max(span.first, axis.slots.first);
    const slot last = std::min(span.last, axis.slots.last);
    return {.x = axis.begin(first),
            .width = last < first ? 0 : axis.begin(last + 1) - axis.begin(first)};
}

}  // namespace

std::string tint_of(std::size_t phase) { return fmt::format("p{}", phase % tint_count); }

double draw_phase_strip(svg_canvas& canvas, const slot_axis& axis, const recorded_plan& plan,
                        const std::vector<phase_span>& spans, double top) {
    constexpr double height = 17;
    constexpr double shortest_name = 42;  // else a few letters would say nothing
    const svg_text look{.size = 11.5, .anchor = svg_anchor::middle};
    if (spans.empty()) {
        return top;
    }
    for (const phase_span& each : spans) {
        const svg_box part = part_of_axis(axis, each);
        if (part.width <= 0) {
            continue;
        }
        canvas.rectangle({part.x, top, part.width, height}, tint_of(each.phase));
        canvas.line({part.x, top}, {part.x, top + height}, "axis");
        const std::string name = shortened(plan.phases[each.phase].name, look, part.width - 6);
        if (name == plan.phases[each.phase].name || part.width > shortest_name) {
            canvas.text({part.x + part.width / 2, top + 12.5}, name, look);
        }
    }
    canvas.text({axis.left - 6, top + 12.5}, "phase",
                {.size = 11.5, .anchor = svg_anchor::end, .style = "soft"});
    return top + height + 4;
}

void draw_phase_tints(svg_canvas& canvas, const slot_axis& axis,
                      const std::vector<phase_span>& spans, double top, double bottom) {
    for (const phase_span& each : spans) {
        const svg_box part = part_of_axis(axis, each);
        if (part.width > 0) {
            canvas.rectangle({part.x, top, part.width, bottom - top}, tint_of(each.phase));
        }
    }
}

}  // namespace tutti::picture
