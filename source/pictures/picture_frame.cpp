#include "picture_frame.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <boost/json.hpp>

#include "figures/axis_marks.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

// A task as a sentence begins: "Simultaneous broadcast".
std::string collective_in_words(const std::string& task) {
    std::string words = task;
    std::ranges::replace(words, '-', ' ');
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z') {
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    }
    return words;
}

// A word that is wider than the page is shortened, since there is no place to break it.
std::vector<std::string> wrapped(std::string_view words, const svg_text& look, double most) {
    std::vector<std::string> rows;
    for (const std::string_view word : split(words, ' ')) {
        if (!rows.empty() && width_of(fmt::format("{} {}", rows.back(), word), look) <= most) {
            rows.back() += fmt::format(" {}", word);
        } else {
            rows.push_back(shortened(word, look, most));
        }
    }
    return rows;
}

double draw_wrapped(svg_canvas& canvas, double top, std::string_view words, const svg_text& look) {
    double at = top;
    for (const std::string& row : wrapped(words, look, page_width - 2 * page_margin)) {
        at += look.size * 1.3;
        canvas.text({page_margin, at}, row, look);
    }
    return at;
}

slot positive(slot at) { return std::max<slot>(at, 0); }

// Slots and units of the run, as far as the result has them. A result that cannot be parsed is
// null.
std::pair<slot, std::string> time_of(const picture_source& source) {
    std::pair<slot, std::string> measured{source.last_slot, {}};
    boost::json::error_code failure;
    const auto result = boost::json::parse(source.result.value_or("null"), failure);
    const auto* const slots = part_of(result, {"time", "slots"});
    const auto* const units = part_of(result, {"time", "units"});
    if (slots != nullptr && slots->is_int64()) {
        measured.first = slots->get_int64();
    }
    if (units != nullptr && units->is_string()) {
        measured.second = units->get_string();
    }
    return measured;
}

// The class of a phase's tint.
std::string tint_of(std::size_t phase) {
    constexpr std::size_t tint_count = 5;
    return fmt::format("p{}", phase % tint_count);
}

// The part of a span that an axis shows.
svg_box part_of_axis(const slot_axis& axis, const phase_span& span) {
    const slot first = std::max(span.first, axis.slots.first);
    const slot last = std::min(span.last, axis.slots.last);
    return {.x = axis.begin(first),
            .width = last < first ? 0 : axis.begin(last + 1) - axis.begin(first)};
}

}  // namespace

// Two decimals for small numbers, none from 100 on, where they would mean nothing.
std::string amount(double value) {
    const double size = std::max(value, 0.0);
    const auto hundredths = std::llround(std::min(size, 1e15) * (size < 100 ? 100 : 1));
    return size >= 100 ? grouped(hundredths) : svg_number(ratio(hundredths, 100));
}

std::string percent(double share) {
    return fmt::format("{} %", svg_number(std::round(share * 1000) / 10));
}

std::string title_of(const recorded_plan& plan) {
    const bool is_of_all = plan.broadcasters.empty() || plan.broadcasters == "all";
    const std::string of =
        is_of_all || plan.packets == 0 ? "" : " of " + quantity(plan.packets, "packet");
    const std::string network_text = plan.network_in_words();
    // Collectives without a title are written as users write them.
    return fmt::format("{}{} on {}{} ({})", collective_in_words(plan.collective), of,
                       network_text == plan.network ? "" : "the ", network_text, plan.algorithm);
}

std::string time_in_words(const picture_source& source, const drawing_options& options) {
    const auto [slots, units] = time_of(source);
    const slot_range drawn = slots_of(source, options);
    const bool is_part = drawn.first > 1 || drawn.last < source.last_slot;
    const bool in_slots = units.empty() || units == std::to_string(slots);
    std::string words = is_part
                            ? fmt::format("slots {} to {} of {}", grouped(positive(drawn.first)),
                                          grouped(positive(drawn.last)), grouped(positive(slots)))
                            : quantity(positive(slots), "slot");
    if (!in_slots) {
        words += fmt::format(" = {} units of time", units);
    }
    if (source.plan->lower_bound > rational{0}) {
        words += fmt::format(", lower bound {}", to_string(source.plan->lower_bound));
    }
    return words;
}

std::vector<phase_span> visit_with_phases(const picture_source& source,
                                          const std::function<void(const recorded_slot&)>& visit,
                                          std::size_t most) {
    phase_record phases{*source.plan, most};
    source.visit(0, never, [&](const recorded_slot& now) {
        for (const recorded_mark& each : now.marked) {
            phases.note(now.at, source.mark_names()[each.name]);
        }
        visit(now);
    });
    return phases.spans(source.last_slot);
}

// A picture of a part must not look like one of the whole run.
std::string caveat(const picture_source& source) {
    const recording_filter& filter = source.plan->filter;
    std::string words;
    if (filter.first > 1 || filter.last != never) {
        words += filter.last == never
                     ? fmt::format("; recorded from slot {} on", filter.first)
                     : fmt::format("; recorded in slots {} to {}", filter.first, filter.last);
    }
    if (!filter.nodes.empty()) {
        words += fmt::format("; recorded at {}", quantity(filter.nodes.size(), "node"));
    }
    if (!filter.has_control) {
        words += "; control was not recorded";
    }
    if (!source.damage.empty()) {
        words += fmt::format("; the recording ends in slot {}", source.last_slot);
    }
    return words;
}

// Slot 0 has no packets, and a run without slots is drawn with an empty one.
slot_range slots_of(const picture_source& source, const drawing_options& options) {
    const slot first = std::max<slot>(options.first, 1);
    const slot last = options.last == never ? std::max<slot>(source.last_slot, 1) : options.last;
    if (last < first) {
        refuse_drawing("slots", "'{}': the recording ends in slot {}", first, source.last_slot);
    }
    return {.first = first, .last = last};
}

double draw_head(svg_canvas& canvas, std::string_view title, std::string_view subtitle) {
    const double below = draw_wrapped(canvas, 8, title, {.size = 16, .style = "strong"});
    return draw_wrapped(canvas, below + 2, subtitle, {.size = 12.5, .style = "soft"}) + 8;
}

// Entries fill rows from left to right, and each row begins behind the heading.
double draw_legend(svg_canvas& canvas, double top, std::string_view heading,
                   std::span<const legend_entry> entries) {
    constexpr double row = 18;
    constexpr double mark_width = 20;
    const svg_text soft{.size = 12, .style = "soft"};
    double y = top + 14;
    canvas.text({page_margin, y}, heading, soft);
    const double indent = page_margin + (heading.empty() ? 0 : width_of(heading, soft) + 12);
    double x = indent;
    for (const legend_entry& each : entries) {
        const svg_text look{.size = 12, .style = each.label_style};
        const std::string label = shortened(each.label, look, page_right - indent - mark_width - 6);
        const double width = mark_width + 6 + width_of(label, look);
        if (x > indent && x + width > page_right) {
            x = indent;
            y += row;
        }
        if (each.mark == legend_mark::line) {
            canvas.line({x, y - 4}, {x + mark_width, y - 4}, each.style, 2.5);
        } else {
            canvas.rectangle({x + 4, y - 10, 12, 12}, each.style);
        }
        canvas.text({x + mark_width + 6, y}, label, look);
        x += width + 14;
    }
    return y + 8;
}

// The limit keeps the step within 64 bits.
std::int64_t whole_step(double least) {
    return std::llround(round_step(std::clamp(least, 1.0, 1e16)));
}

std::uint32_t binary_step(double below) {
    return std::bit_ceil(static_cast<std::uint32_t>(std::max(1.0, below)));
}

// Numbers are at multiples of a round step, wide enough that no two overlap; the first slot is
// added where it has room.
double draw_slot_numbers(svg_canvas& canvas, const slot_axis& axis, double top) {
    const svg_text look{.size = 11.5, .anchor = svg_anchor::middle};
    const double label = width_of(grouped(axis.slots.last), look) + 8;
    const std::int64_t step = whole_step(label / axis.width_of_slot());
    for (slot at = axis.slots.first; at <= axis.slots.last; ++at) {
        const bool is_first = at == axis.slots.first;
        if (at % step == 0 || (is_first && at + step / 2 < at - at % step + step)) {
            canvas.text({axis.middle(at), top + 13}, grouped(at), look);
        }
        // From the first to the last in whole steps, however many slots there are.
        at += at % step == 0 ? step - 1 : step - at % step - 1;
    }
    canvas.text({(axis.left + axis.right) / 2, top + 29}, "slot",
                {.size = 12, .anchor = svg_anchor::middle, .style = "soft"});
    return top + 34;
}

void draw_slot_grid(svg_canvas& canvas, const slot_axis& axis, double top, double bottom) {
    const std::int64_t step = whole_step(4 / axis.width_of_slot());
    svg_path lines;
    // Lines are at the ends of slots that the step divides.
    const slot begin = (axis.slots.first - 1 + step - 1) / step * step;
    for (slot at = begin; at <= axis.slots.last; at += step) {
        lines.move({axis.begin(at + 1), top}).by(0, bottom - top);
    }
    canvas.path(lines, "grid");
}

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
