#include <algorithm>
#include <array>
#include <bit>

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
};

// Cells as lines as thick as they are high, one path a shade.
void draw_shades(svg_canvas& canvas, const load_table& table, const table_frame& frame,
                 const load_scale& scale) {
    constexpr int shades = 9;
    constexpr double fill = 0.92;
    std::array<svg_path, shades> cells;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (std::size_t column = 0; column < table.columns(); ++column) {
            if (table.has_links(row, column)) {
                const int shade = scale.shade(table.mean(row, column));
                cells.at(static_cast<std::size_t>(shade))
                    .move({static_cast<double>(column), static_cast<double>(row) + 0.5})
                    .by(fill, 0);
            }
        }
    }
    canvas.open({frame.box.x, frame.box.y}, frame.cell_width, frame.cell_height);
    for (int shade = 0; shade < shades; ++shade) {
        canvas.path(cells.at(static_cast<std::size_t>(shade)), fmt::format("s{}", shade), fill);
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
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (std::size_t column = 0; column < table.columns(); ++column) {
            const double mean = table.mean(row, column);
            if (table.has_links(row, column)) {
                canvas.text({frame.box.x + (static_cast<double>(column) + 0.47) * frame.cell_width,
                             frame.box.y + (static_cast<double>(row) + 0.5) * frame.cell_height +
                                 look.size * 0.36},
                            amount(mean),
                            {.size = look.size,
                             .anchor = look.anchor,
                             .style = fmt::format("onr{}", scale.shade(mean))});
            }
        }
    }
}

void draw_chosen(svg_canvas& canvas, const table_frame& frame, std::size_t row,
                 std::size_t column) {
    canvas.rectangle({frame.box.x + static_cast<double>(column) * frame.cell_width - 1,
                      frame.box.y + static_cast<double>(row) * frame.cell_height - 0.5,
                      frame.cell_width + 1, frame.cell_height + 0.5},
                     "chosen");
}

// The names of the columns, or of every n-th where they are many, below.
// Steps are powers of two, as are the sizes of groups.
double draw_column_names(svg_canvas& canvas, const table_frame& frame,
                         const std::vector<std::string>& names, std::string_view heading) {
    const svg_text look{.size = 10.5, .anchor = svg_anchor::start, .style = "mono"};
    const double wide = width_of(names.back(), look) + 6;
    const std::size_t step =
        std::bit_ceil(static_cast<std::size_t>(std::max(1.0, wide / frame.cell_width + 0.999)));
    const double y = frame.box.y + frame.box.height + 14;
    for (std::size_t i = 0; i < names.size(); i += step) {
        const double x = frame.box.x + static_cast<double>(i) * frame.cell_width;
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
    for (std::size_t i = 0; i < groups.count; ++i) {
        names.push_back(node_name(net, static_cast<node_id>(i * groups.group)));
    }
    return names;
}

// Table for networks whose ports mean directions: a row a port, a column a group of senders.
class port_table final : public load_picture {
public:
    explicit port_table(const network& net)
        : network_{&net},
          groups_{rows_of(node_count(net), node_order::id)},
          table_{ports_of(net), groups_.count} {
        for_each_link(net, [this](node_id from, port through, node_id /*to*/) {
            table_.add_link(static_cast<std::size_t>(through), groups_.of(from));
        });
    }

    void count(const recorded_transmission& packet) override {
        table_.add_packet(static_cast<std::size_t>(packet.through), groups_.of(packet.from));
    }

    [[nodiscard]] std::string words() const override {
        const bool is_cube = std::holds_alternative<hypercube>(*network_);
        return groups_.group == 1
                   ? std::string{}
                   : fmt::format("each cell: the mean of {}{}", quantity(groups_.group, "sender"),
                                 is_cube ? ", a subcube" : "");
    }

    [[nodiscard]] double draw(svg_canvas& canvas, const svg_box& room,
                              const load_summary& summary) const override {
        // The indent has room for the names of rows.
        const double indent = 52;
        table_frame frame{.box = {room.x + indent, room.y + 4, room.width - indent, 0}};
        frame.cell_width = frame.box.width / static_cast<double>(table_.columns());
        frame.cell_height = std::clamp(230 / static_cast<double>(table_.rows()), 9.0, 26.0);
        frame.box.height = frame.cell_height * static_cast<double>(table_.rows());
        const load_scale scale = groups_.group == 1 ? scale_of(summary) : table_.scale();
        draw_shades(canvas, table_, frame, scale);
        draw_amounts(canvas, table_, frame, scale);
        for (std::size_t row = 0; row < table_.rows(); ++row) {
            canvas.text({frame.box.x - 6,
                         frame.box.y + (static_cast<double>(row) + 0.5) * frame.cell_height + 4},
                        name_of_port(row),
                        {.size = std::min(11.5, frame.cell_height), .anchor = svg_anchor::end});
        }
        const port through = port_towards(*network_, summary.from, summary.to);
        if (summary.has_busiest() && through >= 0) {
            draw_chosen(canvas, frame, static_cast<std::size_t>(through), groups_.of(summary.from));
        }
        return draw_column_names(canvas, frame, names_of(*network_, groups_), "sender");
    }

private:
    // The caller has chosen this table for cubes and grids alone, whose ports are uniform.
    static std::size_t ports_of(const network& net) {
        const auto* const cube = std::get_if<hypercube>(&net);
        const port ports =
            cube != nullptr ? cube->uniform_ports() : std::get<grid>(net).uniform_ports();
        return static_cast<std::size_t>(std::max(ports, 1));
    }

    [[nodiscard]] std::string name_of_port(std::size_t number) const {
        return std::holds_alternative<hypercube>(*network_)
                   ? fmt::format("dim {}", number)
                   : fmt::format("digit {} {}", number / 2, number % 2 == 0 ? '-' : '+');
    }

    const network* network_;
    node_rows groups_;
    load_table table_;
};

// Table for all other networks: a row a group of senders, a column a group of receivers.
class neighbour_table final : public load_picture {
public:
    explicit neighbour_table(const network& net)
        : network_{&net},
          groups_{rows_of(node_count(net), node_order::id)},
          table_{groups_.count, groups_.count} {
        for_each_link(net, [this](node_id from, port /*through*/, node_id to) {
            table_.add_link(groups_.of(from), groups_.of(to));
        });
    }

    void count(const recorded_transmission& packet) override {
        table_.add_packet(groups_.of(packet.from), groups_.of(packet.to));
    }

    [[nodiscard]] std::string words() const override {
        return groups_.group == 1
                   ? std::string{"a cell: the link from the sender of its row to the receiver of "
                                 "its column"}
                   : fmt::format("each cell: the mean of the links from {} to as many",
                                 quantity(groups_.group, "sender"));
    }

    [[nodiscard]] double draw(svg_canvas& canvas, const svg_box& room,
                              const load_summary& summary) const override {
        constexpr double indent = 52;
        table_frame frame{.box = {room.x + indent, room.y + 4, room.width - indent, 0}};
        frame.cell_width = std::min(frame.box.width / static_cast<double>(table_.columns()), 26.0);
        // The table is square: rows and columns have the same nodes.
        frame.cell_height = frame.cell_width;
        frame.box.width = frame.cell_width * static_cast<double>(table_.columns());
        frame.box.height = frame.box.width;
        const load_scale scale = groups_.group == 1 ? scale_of(summary) : table_.scale();
        draw_shades(canvas, table_, frame, scale);
        draw_amounts(canvas, table_, frame, scale);
        draw_row_names(canvas, frame);
        if (summary.has_busiest()) {
            draw_chosen(canvas, frame, groups_.of(summary.from), groups_.of(summary.to));
        }
        return draw_column_names(canvas, frame, names_of(*network_, groups_), "receiver");
    }

private:
    void draw_row_names(svg_canvas& canvas, const table_frame& frame) const {
        const std::vector<std::string> names = names_of(*network_, groups_);
        const std::size_t step =
            std::bit_ceil(static_cast<std::size_t>(std::max(1.0, 12 / frame.cell_height + 0.99)));
        for (std::size_t row = 0; row < names.size(); row += step) {
            canvas.text({frame.box.x - 5,
                         frame.box.y + (static_cast<double>(row) + 0.5) * frame.cell_height + 4},
                        names[row], {.size = 10.5, .anchor = svg_anchor::end, .style = "mono"});
        }
        canvas.text({page_margin + 8, frame.box.y + frame.box.height / 2}, "sender",
                    {.size = 12, .anchor = svg_anchor::middle, .style = "soft", .turn = -90});
    }

    const network* network_;
    node_rows groups_;
    load_table table_;
};

}  // namespace

std::unique_ptr<load_picture> load_by_port(const network& net) {
    return std::make_unique<port_table>(net);
}

std::unique_ptr<load_picture> load_by_neighbour(const network& net) {
    return std::make_unique<neighbour_table>(net);
}

}  // namespace tutti::picture
