#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "load_pictures.hpp"
#include "pictures/packet_categories.hpp"
#include "pictures/space_time/space_time.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

// Frame of the cells of a table.
struct table_frame {
    svg_box box{};
    double cell_width = 1;
    double cell_height = 1;

    [[nodiscard]] double middle(std::uint32_t row) const noexcept {
        return box.y + (row + 0.5) * cell_height;
    }
};

// Cells as lines as thick as they are high, one path a shade.
void draw_shades(svg_canvas& canvas, const load_table& table, const table_frame& frame,
                 const load_scale& scale) {
    constexpr std::size_t shades = 9;
    constexpr double fill = 0.92;
    std::array<svg_path, shades> cells;
    for (std::uint32_t row = 0; row < table.rows(); ++row) {
        for (std::uint32_t column = 0; column < table.columns(); ++column) {
            if (table.has_links(row, column)) {
                const std::size_t shade = scale.shade(table.mean(row, column));
                const double left = column;
                cells.at(shade).move({left, row + 0.5}).by(fill, 0);
            }
        }
    }
    canvas.open({frame.box.x, frame.box.y}, frame.cell_width, frame.cell_height);
    for (std::size_t shade = 0; shade < shades; ++shade) {
        canvas.path(cells.at(shade), fmt::format("s{}", shade), fill);
    }
    canvas.close();
}

// Writes the numbers into the cells, where there is room for all of them.
void draw_amounts(svg_canvas& canvas, const load_table& table, const table_frame& frame,
                  const load_scale& scale) {
    const svg_text look{.size = std::min(11.0, frame.cell_height - 2),
                        .anchor = svg_anchor::middle};
    if (look.size < 8 || width_of(amount(scale.largest), look) > frame.cell_width - 3) {
        return;
    }
    for (std::uint32_t row = 0; row < table.rows(); ++row) {
        for (std::uint32_t column = 0; column < table.columns(); ++column) {
            const double mean = table.mean(row, column);
            if (table.has_links(row, column)) {
                canvas.text({frame.box.x + (column + 0.47) * frame.cell_width,
                             frame.middle(row) + look.size * 0.36},
                            amount(mean),
                            {.size = look.size,
                             .anchor = look.anchor,
                             .style = fmt::format("onr{}", scale.shade(mean))});
            }
        }
    }
}

void draw_chosen(svg_canvas& canvas, const table_frame& frame, std::uint32_t row,
                 std::uint32_t column) {
    canvas.rectangle(
        {frame.box.x + column * frame.cell_width - 1, frame.box.y + row * frame.cell_height - 0.5,
         frame.cell_width + 1, frame.cell_height + 0.5},
        "chosen");
}

// The names of the columns, or of every n-th where they are many, below.
// Steps are powers of two, as are the sizes of groups.
double draw_column_names(svg_canvas& canvas, const table_frame& frame,
                         const std::vector<std::string>& names, std::string_view heading) {
    const svg_text look{.size = 10.5, .anchor = svg_anchor::start, .style = "mono"};
    const double wide = width_of(names.back(), look) + 6;
    const std::uint32_t step = binary_step(wide / frame.cell_width + 0.999);
    const double y = frame.box.y + frame.box.height + 14;
    for (std::uint32_t i = 0; i < names.size(); i += step) {
        const double x = frame.box.x + i * frame.cell_width;
        if (x + wide - 6 <= frame.box.x + frame.box.width + 6) {
            canvas.text({x, y}, names[i], look);
        }
    }
    canvas.text({frame.box.x + frame.box.width / 2, y + 17}, heading,
                {.size = 12, .anchor = svg_anchor::middle, .style = "soft"});
    return y + 22;
}

std::vector<std::string> names_of(const network& net, const node_rows& groups) {
    std::vector<std::string> names;
    for (node_id i = 0; i < groups.count; ++i) {
        names.push_back(node_name(net, i * groups.group));
    }
    return names;
}

// Ports of the nodes of cubes and grids.
std::uint32_t ports_of(const network& net) {
    const auto* const cube = std::get_if<hypercube>(&net);
    const port ports =
        cube != nullptr ? cube->uniform_ports() : network_as<grid>(net).uniform_ports();
    return static_cast<std::uint32_t>(std::max(ports, 1));
}

/// Table of the means of links. A row is a port and a column a group of senders where ports mean
/// directions; else a row is a group of senders and a column one of receivers.
class table_of_loads final : public load_picture {
public:
    table_of_loads(const network& net, bool is_by_port)
        : network_{&net},
          is_by_port_{is_by_port},
          groups_{rows_of(node_count(net), node_order::id)},
          table_{is_by_port ? ports_of(net) : groups_.count, groups_.count} {
        for_each_link(net, [this](node_id from, port through, node_id to) {
            const auto [row, column] = cell_of(from, through, to);
            table_.add_link(row, column);
        });
    }

    void count(const recorded_transmission& packet) override {
        const auto [row, column] = cell_of(packet.from, packet.through, packet.to);
        table_.add_packet(row, column);
    }

    [[nodiscard]] std::string words() const override {
        const std::string senders = quantity(groups_.group, "sender");
        if (!is_by_port_) {
            return groups_.group == 1
                       ? "a cell: the link from the sender of its row to the receiver of its column"
                       : fmt::format("each cell: the mean of the links from {} to as many",
                                     senders);
        }
        return groups_.group == 1 ? std::string{}
                                  : fmt::format("each cell: the mean of {}{}", senders,
                                                is_cube() ? ", a subcube" : "");
    }

    [[nodiscard]] double draw(svg_canvas& canvas, const svg_box& room,
                              const load_summary& summary) const override {
        const table_frame frame = frame_in(room);
        const load_scale scale = groups_.group == 1 ? summary.scale() : table_.scale();
        draw_shades(canvas, table_, frame, scale);
        draw_amounts(canvas, table_, frame, scale);
        const std::vector<std::string> names = names_of(*network_, groups_);
        if (is_by_port_) {
            draw_port_names(canvas, frame);
        } else {
            draw_sender_names(canvas, frame, names);
        }
        const port through = port_towards(*network_, summary.from, summary.to);
        if (summary.has_busiest() && through >= 0) {
            const auto [row, column] = cell_of(summary.from, through, summary.to);
            draw_chosen(canvas, frame, row, column);
        }
        return draw_column_names(canvas, frame, names, is_by_port_ ? "sender" : "receiver");
    }

private:
    [[nodiscard]] bool is_cube() const { return std::holds_alternative<hypercube>(*network_); }

    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> cell_of(node_id from, port through,
                                                                  node_id to) const {
        return is_by_port_ ? std::pair{static_cast<std::uint32_t>(through), groups_.of(from)}
                           : std::pair{groups_.of(from), groups_.of(to)};
    }

    [[nodiscard]] table_frame frame_in(const svg_box& room) const {
        constexpr double indent = 52;  // room for the names of rows
        table_frame frame{.box = {room.x + indent, room.y + 4, room.width - indent, 0}};
        frame.cell_width = frame.box.width / table_.columns();
        if (is_by_port_) {
            frame.cell_height = std::clamp(230.0 / table_.rows(), 9.0, 26.0);
        } else {
            // The table is square: rows and columns have the same nodes.
            frame.cell_width = std::min(frame.cell_width, 26.0);
            frame.cell_height = frame.cell_width;
            frame.box.width = frame.cell_width * table_.columns();
        }
        frame.box.height = frame.cell_height * table_.rows();
        return frame;
    }

    void draw_port_names(svg_canvas& canvas, const table_frame& frame) const {
        for (std::uint32_t row = 0; row < table_.rows(); ++row) {
            const std::string name =
                is_cube() ? fmt::format("dim {}", row)
                          : fmt::format("digit {} {}", row / 2, row % 2 == 0 ? '-' : '+');
            canvas.text({frame.box.x - 6, frame.middle(row) + 4}, name,
                        {.size = std::min(11.5, frame.cell_height), .anchor = svg_anchor::end});
        }
    }

    static void draw_sender_names(svg_canvas& canvas, const table_frame& frame,
                                  const std::vector<std::string>& names) {
        const std::uint32_t step = binary_step(12 / frame.cell_height + 0.99);
        for (std::uint32_t row = 0; row < names.size(); row += step) {
            canvas.text({frame.box.x - 5, frame.middle(row) + 4}, names[row],
                        {.size = 10.5, .anchor = svg_anchor::end, .style = "mono"});
        }
        canvas.text({page_margin + 8, frame.box.y + frame.box.height / 2}, "sender",
                    {.size = 12, .anchor = svg_anchor::middle, .style = "soft", .turn = -90});
    }

    const network* network_;
    bool is_by_port_;
    node_rows groups_;
    load_table table_;
};

}  // namespace

std::unique_ptr<load_picture> load_in_table(const network& net, bool is_by_port) {
    return std::make_unique<table_of_loads>(net, is_by_port);
}

}  // namespace tutti::picture
