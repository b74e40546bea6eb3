#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "space_time.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

constexpr std::size_t bytes_of_bar = 20;
constexpr std::size_t most_bytes_of_bars = most_picture_bytes * 7 / 8;

// Two neighbouring columns become one. Counts are by column, row and category, in this order.
void halve(packet_grid& grid, std::size_t rows) {
    packet_grid halved{.slots_a_cell = 2 * grid.slots_a_cell,
                       .columns = (grid.columns + 1) / 2,
                       .categories = grid.categories};
    const std::size_t column = rows * grid.categories;
    halved.counts.resize(halved.columns * column);
    for (std::size_t i = 0; i < grid.counts.size(); ++i) {
        halved.counts[i / column / 2 * column + i % column] += grid.counts[i];
    }
    grid = std::move(halved);
}

// The scale of all bars: the fullest cell of the grid, over all categories.
std::uint64_t largest_cell(const packet_grid& grid) {
    std::uint64_t largest = 0;
    for (std::size_t begin = 0; begin < grid.counts.size(); begin += grid.categories) {
        const auto cell = std::span{grid.counts}.subspan(begin, grid.categories);
        largest = std::max(largest, std::accumulate(cell.begin(), cell.end(), std::uint64_t{0}));
    }
    return largest;
}

// Number of packets that a cell has room for.
// Packets are drawn one by one only where each has a legible width and there are not too many.
int places_in_cell(const space_time_frame& frame, const packet_grid& grid) {
    constexpr double narrowest = 4;
    constexpr double lowest = 9;
    constexpr std::uint64_t most_slices = 4'000;
    if (frame.rows.group > 1 || grid.slots_a_cell > 1 || frame.row_height < lowest ||
        std::accumulate(grid.counts.begin(), grid.counts.end(), std::uint64_t{0}) > most_slices) {
        return 0;
    }
    const auto places = static_cast<int>(std::max<std::uint64_t>(grid.largest, 1));
    return frame.axis.width_of_slot() / places >= narrowest && places <= 64 ? places : 0;
}

// Draws the packets of a cell beside each other.
class slices {
public:
    slices(svg_canvas& canvas, const space_time_frame& frame, const packet_categories& categories,
           int places)
        : canvas_{&canvas},
          frame_{&frame},
          categories_{&categories},
          width_{(frame.axis.width_of_slot() - 2) / places},
          used_(frame.rows.count) {}

    void draw(const recorded_slot& now) {
        std::ranges::fill(used_, 0);
        for (const recorded_transmission& each : now.sent) {
            const node_id row = frame_->rows.of(each.to);
            draw_slice(each, now.at,
                       {.x = frame_->axis.begin(now.at) + 1 + used_[row] * width_,
                        .y = frame_->middle(row) - frame_->row_height / 2 + 1,
                        .width = width_ - 1,
                        .height = frame_->row_height - 2});
            used_[row] += 1;
        }
    }

private:
    void draw_slice(const recorded_transmission& packet, slot at, const svg_box& box) {
        const std::size_t category = categories_->of(packet, at);
        const std::string_view line = categories_->entries()[category].style;
        canvas_->rectangle(box, line == "control" ? "fcontrol" : area_style(category));
        const svg_text look{
            .size = std::min(box.height - 1, 11.0), .anchor = svg_anchor::middle, .style = "mono"};
        std::string origin = node_name(*frame_->source->network, packet.content.origin);
        if (width_of(origin, look) > box.width) {
            origin.resize(std::min(origin.find(' '), origin.size()));  // without its name
        }
        if (!frame_->source->kinds()[packet.kind].has_message || look.size < 8 ||
            width_of(origin, look) > box.width) {
            return;
        }
        // Shaded areas are transparent: the usual text can be read on them.
        const bool is_full = category < category_count || line == "l6";
        const std::string style =
            is_full ? fmt::format("mono onf{}", line.substr(1)) : std::string{"mono"};
        canvas_->text({box.x + box.width / 2, box.y + box.height / 2 + look.size * 0.36}, origin,
                      {.size = look.size, .anchor = look.anchor, .style = style});
    }

    svg_canvas* canvas_;
    const space_time_frame* frame_;
    const packet_categories* categories_;
    double width_;
    std::vector<int> used_;
};

// Bars are strokes in coordinates of cells, scaled by the group, which makes their text short.
void draw_bars(svg_canvas& canvas, const space_time_frame& frame,
               const packet_categories& categories, packet_grid& grid) {
    const double scale = ratio(0.94, std::max<std::uint64_t>(grid.largest, 1));
    const double least = std::min(0.9 / frame.row_height, 0.1);  // what one can see
    std::vector<svg_path> bars(grid.categories);
    for (std::uint32_t column = 0; column < grid.columns; ++column) {
        for (node_id row = 0; row < frame.rows.count; ++row) {
            double below = row + 1.0;
            for (std::size_t category = 0; category < grid.categories; ++category) {
                const std::uint64_t count = grid.at(column, row, frame.rows.count, category);
                if (count > 0) {
                    const double height = std::max(product(count, scale), least);
                    bars[category].move({column + 0.5, below}).by(0, -height);
                    below -= height;
                }
            }
        }
    }
    const double cell = product(frame.axis.width_of_slot(), grid.slots_a_cell);
    canvas.open({frame.axis.left, frame.top}, cell, frame.row_height);
    // The style of an area becomes that of a stroke: classes differ in their first letter.
    const std::vector<legend_entry> areas = as_areas(categories.entries());
    for (std::size_t category = 0; category < bars.size(); ++category) {
        std::string style = areas[category].style == "fcontrol" ? "f6" : areas[category].style;
        style.front() = 'l';
        canvas.path(bars[category], style, cell > 3 ? 0.85 : 1);
    }
    canvas.close();
}

}  // namespace

// Packets count in the row of their receiver and the column of their slot.
packet_grid grid_of(const space_time_frame& frame, const packet_categories& categories) {
    const slot_range slots = frame.axis.slots;
    packet_grid grid{.slots_a_cell = divided_up(slots.size(), most_columns),
                     .categories = categories.entries().size()};
    grid.columns = slots.parts(grid.slots_a_cell);
    grid.counts.resize(grid.columns * frame.rows.count * grid.categories);
    frame.source->visit(slots.first, slots.last, [&](const recorded_slot& now) {
        const std::size_t column = slots.part_of(now.at, grid.slots_a_cell);
        for (const recorded_transmission& each : now.sent) {
            ++grid.at(column, frame.rows.of(each.to), frame.rows.count,
                      categories.of(each, now.at));
        }
    });
    // Columns are merged until the file stays within its limit, with an eighth left for the rest.
    // The number of bars determines the size.
    const auto bars = [&] { return grid.counts.size() - count_of(grid.counts, 0U); };
    while (grid.columns > 1 && bars() * bytes_of_bar > most_bytes_of_bars) {
        halve(grid, frame.rows.count);
    }
    grid.largest = largest_cell(grid);
    return grid;
}

std::string cells_in_words(const space_time_frame& frame, const packet_grid& grid) {
    if (places_in_cell(frame, grid) > 0) {
        return "a box: a packet that the node of its row received in the slot, from left to right "
               "by sender";
    }
    const bool is_one = frame.rows.group == 1 && grid.slots_a_cell == 1;
    const std::string cell = is_one ? "a node in a slot"
                                    : fmt::format("{} x {}", quantity(frame.rows.group, "node"),
                                                  quantity(grid.slots_a_cell, "slot"));
    return fmt::format("each cell: {}, filled by the packets received, full with {}", cell,
                       grouped(grid.largest));
}

void draw_cells(svg_canvas& canvas, const space_time_frame& frame,
                const packet_categories& categories, packet_grid& grid) {
    const int places = places_in_cell(frame, grid);
    if (places == 0) {
        draw_bars(canvas, frame, categories, grid);
        return;
    }
    // The second pass over the recording avoids a list of all packets.
    slices drawn{canvas, frame, categories, places};
    const slot_range slots = frame.axis.slots;
    frame.source->visit(slots.first, slots.last,
                        [&](const recorded_slot& now) { drawn.draw(now); });
}

std::vector<legend_entry> as_areas(const std::vector<legend_entry>& entries) {
    std::vector<legend_entry> areas;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool is_control = entries[i].style == "control";
        areas.push_back({.label = entries[i].label,
                         .style = is_control ? std::string{"fcontrol"} : area_style(i),
                         .mark = legend_mark::area,
                         .label_style = entries[i].label_style});
    }
    return areas;
}

}  // namespace tutti::picture
