#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "pictures/packet_categories.hpp"
#include "pictures/picture_frame.hpp"
#include "space_time.hpp"
#include "topology/embeddings/gray_code.hpp"
#include "topology/node_naming.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

constexpr std::size_t most_rows_of_arrows = 64;
constexpr std::uint64_t most_arrows = 2'000;
constexpr double most_label_width = 160;
constexpr std::string_view arrows_in_words =
    "a line: a packet on its link, from the sender's row to a dot in the receiver's; a ring: a "
    "message leaves its origin";

// The picture keeps about one height, from few tall rows to many low ones.
double height_of_row(node_id rows) {
    constexpr double tallest = 22;
    constexpr double least = 4.5;
    constexpr double expected = 380;
    return std::clamp(expected / rows, least, tallest);
}

// Lines that one can follow: not many, in rows that are not narrow, and never too many in a slot.
bool arrows_are_legible(const survey& survey, std::size_t nodes, const slot_range& slots) {
    return nodes <= most_rows_of_arrows && slots.size() <= most_columns / 2 &&
           survey.sent <= most_arrows &&
           survey.most_in_slot <= std::max<std::size_t>(nodes * 5 / 4, 12);
}

// Round numbers, and round in binary on cubes.
std::size_t step_of_labels(const space_time_frame& frame, double least) {
    return std::holds_alternative<hypercube>(*frame.source->network)
               ? binary_step(least + 0.999)
               : static_cast<std::size_t>(whole_step(least));
}

// The labels of rows, as many as there is room for.
void draw_labels(svg_canvas& canvas, const space_time_frame& frame, bool has_lines) {
    const double size = std::clamp(frame.row_height - 1, 9.5, 12.0);
    const std::size_t step = step_of_labels(frame, (size + 1) / frame.row_height);
    const svg_text look{.size = size, .anchor = svg_anchor::end, .style = "mono"};
    svg_path lines;
    for (node_id row = 0; row < frame.rows.count; ++row) {
        const double y = frame.middle(row);
        if (has_lines && frame.row_height > 8) {
            lines.move({frame.axis.left, y}).by(frame.axis.right - frame.axis.left, 0);
        }
        if (row % step == 0) {
            // A row of several nodes has the name of the first.
            canvas.text({frame.axis.left - 6, y + size * 0.36},
                        shortened(node_name(*frame.source->network, frame.rows.first_node(row)),
                                  look, most_label_width),
                        look);
        }
    }
    canvas.path(lines, "grid");
    canvas.text({page_margin + 8, (frame.top + frame.bottom()) / 2},
                frame.rows.order == node_order::gray ? "node, by Gray code" : "node",
                {.size = 12, .anchor = svg_anchor::middle, .style = "soft", .turn = -90});
}

double width_of_labels(const network& net, std::size_t nodes) {
    constexpr svg_text look{.size = 12, .style = "mono"};
    double width = width_of(node_name(net, static_cast<node_id>(nodes - 1)), look);
    for (node_id node = 0; node < nodes && node_naming{net}.has_names(); ++node) {
        width = std::max(width, width_of(node_name(net, node), look));
    }
    return page_margin + 16 + std::min(width, most_label_width) + 8;
}

// True if the axis continues after the end of the run.
bool has_end(const space_time_frame& frame) {
    const slot last = frame.source->last_slot;
    return last < frame.axis.slots.last && last >= frame.axis.slots.first;
}

void draw_end(svg_canvas& canvas, const space_time_frame& frame) {
    if (!has_end(frame)) {
        return;
    }
    const double x = frame.axis.begin(frame.source->last_slot + 1);
    const svg_text look{.size = 12, .style = "soft"};
    const std::string words = fmt::format("all over in slot {}", frame.source->last_slot);
    const bool fits = x - 4 + width_of(words, look) < page_right;
    canvas.line({x, frame.top - 2}, {x, frame.bottom()}, "bound");
    canvas.text({fits ? x - 4 : x + 4, frame.top - 5}, words,
                {.size = look.size,
                 .anchor = fits ? svg_anchor::start : svg_anchor::end,
                 .style = look.style});
}

std::string subtitle_of(const space_time_frame& frame, const survey& survey,
                        std::string_view subject, const drawing_options& options) {
    return fmt::format("{}; {} in {}{}", subject, quantity(survey.sent, "packet"),
                       time_in_words(*frame.source, options), caveat(*frame.source));
}

bool uses_arrows(const survey& survey, std::size_t nodes, const slot_range& slots,
                 packet_form form) {
    if (form == packet_form::automatic) {
        return arrows_are_legible(survey, nodes, slots);
    }
    // An explicit wish is granted up to twice the limit of the automatic choice.
    if (form == packet_form::arrows && (survey.sent > 2 * most_arrows || nodes > most_rows)) {
        refuse_drawing("packets",
                       "'arrows': {} at {} are too many to be told apart; cells show them",
                       quantity(survey.sent, "packet"), quantity(nodes, "node"));
    }
    return form == packet_form::arrows;
}

// Finishes the picture below the data.
std::string finished_below(svg_canvas& canvas, const space_time_frame& frame, const survey& survey,
                           std::string_view title, std::string_view subtitle) {
    draw_end(canvas, frame);
    double y = draw_phase_strip(canvas, frame.axis, *frame.source->plan, survey.phases,
                                frame.bottom() + 4);
    y = draw_slot_numbers(canvas, frame.axis, y);
    return canvas.finished(y + 6, title, subtitle);
}

// Arrows of a category.
struct arrows_of_category {
    svg_path lines;
    svg_path heads;  // dots where packets arrive
};

void draw_arrows(svg_canvas& canvas, const space_time_frame& frame,
                 const packet_categories& categories) {
    // One path a category instead of one an arrow: style is stated once, and files stay small.
    std::vector<arrows_of_category> drawn(categories.entries().size());
    std::vector<std::pair<svg_point, std::size_t>> origins;
    std::set<std::pair<node_id, std::uint32_t>> begun;  // messages that have left their origins
    const picture_source& source = *frame.source;
    const slot_range slots = frame.axis.slots;
    source.visit(slots.first, slots.last, [&](const recorded_slot& now) {
        for (const recorded_transmission& each : now.sent) {
            const std::size_t category = categories.of(each, now.at);
            const svg_point from{frame.axis.begin(now.at), frame.middle(frame.rows.of(each.from))};
            const svg_point to{frame.axis.begin(now.at + 1), frame.middle(frame.rows.of(each.to))};
            drawn[category].lines.move(from).by(to.x - from.x, to.y - from.y);
            // A step of length 0 with round caps is a dot, which costs a few bytes of a path.
            drawn[category].heads.move(to).by(0, 0);
            if (source.kinds()[each.kind].has_message && each.content.origin == each.from &&
                begun.emplace(each.content.origin, each.content.number).second) {
                origins.emplace_back(from, category);
            }
        }
    });
    const double dot = frame.row_height > 10 ? 5 : 3.5;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const std::string& style = categories.entries()[i].style;
        canvas.path(drawn[i].lines, style, 1.5);
        canvas.path(drawn[i].heads, style + " round", dot);
    }
    for (const auto& [origin, category] : origins) {
        canvas.circle(origin, dot * 0.75, "node");
    }
}

void check_order(const network& net, node_order order) {
    if (order == node_order::gray && !std::holds_alternative<hypercube>(net)) {
        refuse_drawing("order",
                       "'gray': the Gray code orders the nodes of hypercubes; leave it out here");
    }
}

}  // namespace

// Rows are in the order of ids or of the Gray code, in which consecutive rows are neighbours.
node_id node_rows::first_node(node_id row) const noexcept {
    const node_id place = row * group;
    return order == node_order::gray ? gray_code::gray(place) : place;
}

node_id node_rows::of(node_id node) const noexcept {
    return (order == node_order::gray ? gray_code::index(node) : node) / group;
}

node_rows rows_of(std::size_t nodes, node_order order) {
    node_rows rows{.order = order};
    // Groups are of a power of two, so that rows of cubes are subcubes.
    while (rows.group * most_rows < nodes) {
        rows.group *= 2;
    }
    rows.count = static_cast<node_id>((nodes + rows.group - 1) / rows.group);
    return rows;
}

}  // namespace tutti::picture

std::string tutti::draw_space_time(const picture_source& source, const drawing_options& options) {
    using namespace picture;
    check_order(*source.network, options.order);
    const slot_range slots = slots_of(source, options);
    const survey survey = survey_of(source, slots);
    const packet_categories categories{source, survey, options.colour};
    const std::size_t nodes = node_count(*source.network);
    const bool as_arrows = uses_arrows(survey, nodes, slots, options.form);
    space_time_frame frame{.source = &source,
                           .axis = {.left = width_of_labels(*source.network, nodes),
                                    .right = page_right,
                                    .slots = slots},
                           .rows = rows_of(nodes, options.order)};
    frame.row_height = height_of_row(frame.rows.count);
    // Cells are counted before the head is drawn, because the subtitle says what a full cell
    // means.
    packet_grid grid = as_arrows ? packet_grid{} : grid_of(frame, categories);
    const std::string title = title_of(*source.plan);
    const std::string subtitle = subtitle_of(
        frame, survey, as_arrows ? std::string{arrows_in_words} : cells_in_words(frame, grid),
        options);

    svg_canvas canvas{page_width};
    const double below = draw_head(canvas, title, subtitle);
    frame.top = draw_legend(canvas, below, categories.heading(),
                            as_arrows ? categories.entries() : as_areas(categories.entries())) +
                (has_end(frame) ? 20 : 6);
    draw_slot_grid(canvas, frame.axis, frame.top, frame.bottom());
    draw_labels(canvas, frame, as_arrows);
    if (as_arrows) {
        draw_arrows(canvas, frame, categories);
    } else {
        draw_cells(canvas, frame, categories, grid);
    }
    return finished_below(canvas, frame, survey, title, subtitle);
}
