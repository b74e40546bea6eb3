#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "picture_frame.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

// The packets of a slot, or of several.
struct bar {
    std::uint64_t messages = 0;
    std::uint64_t control = 0;

    [[nodiscard]] std::uint64_t all() const noexcept { return messages + control; }
};

// A bar has several slots if there are more slots than columns; the last bar may have fewer.
struct bars_of_use {
    slot_range slots{};
    std::int64_t slots_a_bar = 1;
    std::vector<bar> bars{};
    bar sum{};
    std::vector<phase_span> phases{};

    [[nodiscard]] slot begin(std::size_t number) const noexcept {
        return slots.first + static_cast<slot>(number) * slots_a_bar;
    }
    [[nodiscard]] slot length(std::size_t number) const noexcept {
        return std::min(slots_a_bar, slots.last - begin(number) + 1);
    }
};

// Packets count only within the range.
bars_of_use gather_use(const picture_source& source, const slot_range& slots) {
    bars_of_use bars{.slots = slots, .slots_a_bar = divided_up(slots.size(), most_columns)};
    bars.bars.resize(slots.parts(bars.slots_a_bar));
    bars.phases = visit_with_phases(source, [&](const recorded_slot& now) {
        if (now.at < slots.first || now.at > slots.last) {
            return;
        }
        bar& here = bars.bars[slots.part_of(now.at, bars.slots_a_bar)];
        const std::span<const recorded_kind> kinds = source.kinds();
        for (const recorded_transmission& each : now.sent) {
            (kinds[each.kind].is_control ? here.control : here.messages) += 1;
        }
    });
    for (const bar& each : bars.bars) {
        bars.sum.messages += each.messages;
        bars.sum.control += each.control;
    }
    return bars;
}

// Frame of the shares of links.
struct use_frame {
    slot_axis axis{};
    double top = 0;
    double bottom = 0;
    std::uint64_t links = 1;
    double most = 1;  // the share at the top

    [[nodiscard]] double y(double share) const noexcept {
        return bottom - (bottom - top) * share / most;
    }
};

// The axis ends at the smallest round share that no bar exceeds.
double top_share(const bars_of_use& bars, std::uint64_t links) {
    constexpr std::array<double, 9> tops{0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0};
    double most = 0;
    for (std::size_t i = 0; i < bars.bars.size(); ++i) {
        most = std::max(most, ratio(ratio(bars.bars[i].all(), bars.length(i)), links));
    }
    const auto* const top = std::ranges::find_if(tops, [&](double each) { return each >= most; });
    return top == tops.end() ? 1 : *top;
}

void draw_share_lines(svg_canvas& canvas, const use_frame& frame) {
    constexpr int steps = 4;
    svg_path lines;
    for (int i = 0; i <= steps; ++i) {
        const double share = frame.most * i / steps;
        const double y = frame.y(share);
        lines.move({frame.axis.left, y}).by(frame.axis.right - frame.axis.left, 0);
        canvas.text({frame.axis.left - 6, y + 4}, percent(share),
                    {.size = 11.5, .anchor = svg_anchor::end});
    }
    canvas.path(lines, "grid");
    canvas.text({page_margin + 8, (frame.top + frame.bottom) / 2}, "busy links",
                {.size = 12, .anchor = svg_anchor::middle, .style = "soft", .turn = -90});
}

void draw_use_bars(svg_canvas& canvas, const use_frame& frame, const bars_of_use& bars) {
    const double slot_width = frame.axis.width_of_slot();
    // Narrow bars touch, so that gaps do not make a pattern.
    const double gap = product(slot_width, bars.slots_a_bar) > 4 ? 1 : 0;
    std::array<svg_path, 2> areas;
    for (std::size_t i = 0; i < bars.bars.size(); ++i) {
        const double width = product(slot_width, bars.length(i)) - gap;
        const double of_all = product(frame.links, bars.length(i));
        double below = frame.bottom;
        for (std::size_t which = 0; which < areas.size(); ++which) {
            const std::uint64_t count = which == 0 ? bars.bars[i].messages : bars.bars[i].control;
            const double height = frame.bottom - frame.y(ratio(count, of_all));
            if (count > 0) {
                below -= height;
                areas[which].move({frame.axis.begin(bars.begin(i)) + gap / 2, below});
                areas[which].by(width, 0).by(0, height).by(-width, 0).close();
            }
        }
    }
    canvas.path(areas[0], "f0");
    canvas.path(areas[1], "fcontrol");
}

// The place on the axis at which this number of units of time is over.
// Units of time increase with slots, which permits a binary search for the slot, and interpolation
// within it.
double place_of_time(const slot_axis& axis, const recorded_plan& plan,
                     const std::vector<phase_span>& spans, const rational& units) {
    slot at = axis.slots.first - 1;
    slot end = axis.slots.last;
    while (at < end) {
        const slot middle = at + (end - at + 1) / 2;
        if (units_until(plan, spans, middle) <= units) {
            at = middle;
        } else {
            end = middle - 1;
        }
    }
    const rational before = units_until(plan, spans, at);
    const rational length = units_until(plan, spans, at + 1) - before;
    const double part = length > rational{0} ? ((units - before) / length).to_double() : 0;
    return axis.begin(at + 1) + std::clamp(part, 0.0, 1.0) * axis.width_of_slot();
}

void draw_bound(svg_canvas& canvas, const use_frame& frame, const recorded_plan& plan,
                const std::vector<phase_span>& spans) {
    const rational end = units_until(plan, spans, frame.axis.slots.last);
    const rational begin = units_until(plan, spans, frame.axis.slots.first - 1);
    // A bound outside of the slots that are shown has no place.
    if (plan.lower_bound <= begin || plan.lower_bound > end) {
        return;
    }
    const double x = place_of_time(frame.axis, plan, spans, plan.lower_bound);
    canvas.line({x, frame.top - 6}, {x, frame.bottom}, "bound");
    const std::string words = fmt::format("lower bound {}", to_string(plan.lower_bound));
    const svg_text look{.size = 11.5};
    // A label that would leave the page on the right is written to the left of its line.
    const bool fits = x + 5 + width_of(words, look) < page_right;
    canvas.text({fits ? x - 4 : x + 4, frame.top - 9}, words,
                {.size = look.size, .anchor = fits ? svg_anchor::start : svg_anchor::end});
}

// Time in units at the ends of phases, where slots are not all of one unit.
double draw_units(svg_canvas& canvas, const slot_axis& axis, const recorded_plan& plan,
                  const std::vector<phase_span>& spans, double top) {
    if (!slots_differ(plan)) {
        return top;
    }
    const svg_text look{.size = 11.5, .anchor = svg_anchor::middle};
    canvas.line({axis.left, top + 4}, {axis.right, top + 4}, "axis");
    const std::string at_begin = to_string(units_until(plan, spans, axis.slots.first - 1));
    canvas.line({axis.left, top + 1}, {axis.left, top + 7}, "axis");
    canvas.text({axis.left, top + 19}, at_begin, look);
    // Labels that would overlap the one before are left out.
    double free_from = axis.left + width_of(at_begin, look);
    for (const phase_span& each : spans) {
        const std::string units = to_string(units_until(plan, spans, each.last));
        const double half = width_of(units, look) / 2;
        const double x = axis.begin(std::min(each.last, axis.slots.last) + 1);
        if (each.last < axis.slots.first || each.last > axis.slots.last || x - half < free_from) {
            continue;
        }
        canvas.line({x, top + 1}, {x, top + 7}, "axis");
        canvas.text({std::min(x, page_right - half), top + 19}, units, look);
        free_from = x + half + 6;
    }
    canvas.text({(axis.left + axis.right) / 2, top + 34}, "time at the end of a phase, in units",
                {.size = 12, .anchor = svg_anchor::middle, .style = "soft"});
    return top + 39;
}

std::string use_in_words(const picture_source& source, const bars_of_use& bars, std::uint64_t links,
                         const drawing_options& options) {
    const double share = ratio(ratio(bars.sum.all(), links), bars.slots.size());
    const std::string bar_text =
        bars.slots_a_bar == 1
            ? std::string{"share of directed links that carry a packet, by slot"}
            : fmt::format("mean share of directed links that carry a packet, each bar: {}",
                          quantity(bars.slots_a_bar, "slot"));
    return fmt::format("{}; {} on average, in {}{}", bar_text, percent(share),
                       time_in_words(source, options), caveat(source));
}

}  // namespace
}  // namespace tutti::picture

std::string tutti::draw_use(const picture_source& source, const drawing_options& options) {
    using namespace picture;
    const recorded_plan& plan = *source.plan;
    const bars_of_use bars = gather_use(source, slots_of(source, options));
    const std::uint64_t links = std::max<std::uint64_t>(plan.links, 1);
    const std::string title = title_of(plan);
    const std::string subtitle = use_in_words(source, bars, links, options);

    svg_canvas canvas{page_width};
    std::vector<legend_entry> entries{
        {.label = fmt::format("messages: {}", grouped(bars.sum.messages)),
         .style = "f0",
         .mark = legend_mark::area},
        {.label = fmt::format("control: {}", grouped(bars.sum.control)),
         .style = "fcontrol",
         .mark = legend_mark::area}};
    const double below =
        draw_legend(canvas, draw_head(canvas, title, subtitle), "packets", entries);
    const use_frame frame{
        .axis = {.left = page_margin + 62, .right = page_right, .slots = bars.slots},
        .top = below + 22,
        .bottom = below + 22 + 210,
        .links = links,
        .most = top_share(bars, links)};
    draw_phase_tints(canvas, frame.axis, bars.phases, frame.top, frame.bottom);
    draw_share_lines(canvas, frame);
    draw_use_bars(canvas, frame, bars);
    draw_bound(canvas, frame, plan, bars.phases);
    double y = draw_phase_strip(canvas, frame.axis, plan, bars.phases, frame.bottom + 4);
    y = draw_slot_numbers(canvas, frame.axis, y);
    y = draw_units(canvas, frame.axis, plan, bars.phases, y);
    return canvas.finished(y + 6, title, subtitle);
}
