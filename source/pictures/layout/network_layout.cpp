#include "network_layout.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "pictures/packet_categories.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

constexpr int most_rings_as_circle = 48;

double length_of(const svg_point& vector) { return std::hypot(vector.x, vector.y); }

// The quadratic time is acceptable for the number of groups that are drawn.
double least_distance(const std::vector<svg_point>& places) {
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            least = std::min(
                least, length_of({.x = places[i].x - places[j].x, .y = places[i].y - places[j].y}));
        }
    }
    return places.size() < 2 ? 1 : least;
}

svg_box extent_of(const std::vector<svg_point>& places) {
    const auto [left, right] = std::ranges::minmax(places, {}, &svg_point::x);
    const auto [top, bottom] = std::ranges::minmax(places, {}, &svg_point::y);
    return {.x = left.x, .y = top.y, .width = right.x - left.x, .height = bottom.y - top.y};
}

constexpr double least_text_size = 7;

// Names of files replace ids where they fit into their circles.
void take_own_names(network_layout& layout, double radius) {
    const svg_text look{.size = least_text_size, .style = "mono"};
    for (std::size_t i = 0; i < layout.own_names.size(); ++i) {
        if (width_of(layout.own_names[i], look) <= 2 * radius - 3) {
            layout.names[i] = layout.own_names[i];
        }
    }
}

double largest_text(const network_layout& layout, double radius) {
    double widest = 1;
    for (const std::string& each : layout.names) {
        widest = std::max(widest, width_of(each, {.size = 1, .style = "mono"}));
    }
    const double size = std::min(12.0, (2 * radius - 3) / widest);
    // Smaller names are left out.
    return size >= least_text_size ? size : 0;
}

}  // namespace

// Consecutive ids share a place where there are too many nodes. The order begins at the top and
// runs clockwise.
network_layout lay_circle(std::size_t nodes, std::size_t most) {
    const std::size_t group = std::bit_ceil((nodes + most - 1) / most);
    const std::size_t count = (nodes + group - 1) / group;
    network_layout layout{.group_of = [group](node_id node) { return node / group; }};
    const double radius = std::max(1.0, ratio(count, 2 * std::numbers::pi));
    for (std::uint32_t i = 0; i < count; ++i) {
        const double turn = ratio(2 * std::numbers::pi * i, count);
        layout.places.push_back({.x = radius * std::sin(turn), .y = -radius * std::cos(turn)});
        layout.names.push_back(grouped(i * group));
    }
    if (group > 1) {
        layout.group_in_words = fmt::format("{} of consecutive ids", quantity(group, "node"));
    }
    return layout;
}

// Directions of the dimensions, chosen so that no node is on a link of others.
network_layout lay_cube(const hypercube& cube, int most) {
    static constexpr std::array<svg_point, 10> towards{
        svg_point{1, 0},       svg_point{0, -1},     svg_point{0.42, -0.36},
        svg_point{2.05, 0.62}, svg_point{-0.5, 2.4}, svg_point{4.15, 1.05},
        svg_point{-0.23, 6.3}, svg_point{8.9, 0.31}, svg_point{-0.57, 12.9},
        svg_point{18.1, 0.73}};
    const int drawn = std::min(cube.dimensions(), most);
    const int hidden = cube.dimensions() - drawn;
    network_layout layout{
        .group_of = [hidden](node_id node) { return std::size_t{node} >> hidden; }};
    for (node_id group = 0; group < node_id{1} << drawn; ++group) {
        svg_point at;
        for (std::size_t i = 0; group >> i != 0; ++i) {
            const double is_there = (group >> i & 1U) != 0 ? 1 : 0;
            at.x += is_there * towards.at(i).x;
            at.y += is_there * towards.at(i).y;
        }
        layout.places.push_back(at);
        const node_id first = group << hidden;
        layout.names.push_back(drawn > 5 || hidden > 0 ? grouped(first) : node_name(cube, first));
    }
    if (hidden > 0) {
        layout.group_in_words =
            fmt::format("a subcube of {}", quantity(std::uint64_t{1} << hidden, "node"));
    }
    return layout;
}

namespace {

network_layout usual_layout(const network& net, std::size_t most) {
    const auto* const any = std::get_if<graph>(&net);
    const bool is_complete = any != nullptr && std::holds_alternative<complete_shape>(any->shape());
    return is_complete || any == nullptr || node_count(net) > most
               ? lay_circle(node_count(net), most)
               : lay_by_graphviz(net);
}

}  // namespace

// Regular families have specific layouts; Graphviz is needed only for other graphs.
network_layout lay_out(const network& net, std::size_t most) {
    constexpr int most_dimensions = 10;
    if (const auto* const cube = std::get_if<hypercube>(&net)) {
        return most > most_rows ? lay_cube(*cube, most_dimensions) : lay_cube(*cube);
    }
    if (const auto lines = lattice_of(net)) {
        const bool is_ring = lines->size() == 1 && lines->front().wraps;
        return is_ring && lines->front().side <= most_rings_as_circle ? lay_circle(node_count(net))
                                                                      : lay_lattice(*lines, most);
    }
    network_layout layout = usual_layout(net, most);
    const auto* const listed = std::get_if<graph>(&net);
    if (listed != nullptr && layout.places.size() == node_count(net)) {
        layout.own_names.assign(listed->names().begin(), listed->names().end());
        layout.are_switches.resize(layout.places.size());
        for (const node_id node : listed->switches()) {
            layout.are_switches[node] = true;
        }
    }
    return layout;
}

// Places are in units of the layout, and are scaled to the box without distortion.
placed_layout placed_in(network_layout layout, const svg_box& largest) {
    constexpr double most_a_unit = 74;
    placed_layout placed{.layout = std::move(layout)};
    std::vector<svg_point>& places = placed.layout.places;
    const svg_box extent = extent_of(places);
    const double apart = least_distance(places);
    // The smallest distance determines the size of nodes, and 1.3 of it is left around the
    // outermost.
    const double scale_to_fit =
        std::min({most_a_unit / apart, largest.width / (extent.width + 1.3 * apart),
                  largest.height / (extent.height + 1.3 * apart)});
    const double pitch = apart * scale_to_fit;
    placed.radius = std::clamp(pitch * 0.26, 2.0, 15.0);
    placed.stub_length = pitch * 0.56;
    take_own_names(placed.layout, placed.radius);
    placed.text_size = largest_text(placed.layout, placed.radius);
    placed.box = {.x = largest.x,
                  .y = largest.y,
                  .width = extent.width * scale_to_fit + 1.3 * pitch,
                  .height = extent.height * scale_to_fit + 1.3 * pitch};
    for (svg_point& each : places) {
        each.x = largest.x + (each.x - extent.x) * scale_to_fit + 0.65 * pitch;
        each.y = largest.y + (each.y - extent.y) * scale_to_fit + 0.65 * pitch;
    }
    return placed;
}

void move_to_middle(placed_layout& placed, double x) {
    const double by = x - placed.box.x - placed.box.width / 2;
    placed.box.x += by;
    for (svg_point& each : placed.layout.places) {
        each.x += by;
    }
}

void draw_nodes(svg_canvas& canvas, const placed_layout& placed) {
    for (std::size_t i = 0; i < placed.layout.size(); ++i) {
        const svg_point& at = placed.layout.places[i];
        if (placed.layout.is_switch(i)) {
            // A square of the same area.
            const double side = placed.radius * std::sqrt(std::numbers::pi);
            canvas.rectangle(
                {.x = at.x - side / 2, .y = at.y - side / 2, .width = side, .height = side},
                "node");
        } else {
            canvas.circle(at, placed.radius, "node");
        }
        if (placed.text_size > 0) {
            canvas.text({at.x, at.y + placed.text_size * 0.36}, placed.layout.names[i],
                        {.size = placed.text_size, .anchor = svg_anchor::middle, .style = "mono"});
        }
    }
}

std::pair<svg_point, svg_point> ends_of(const placed_layout& placed, std::size_t from,
                                        std::size_t to, double aside) {
    const svg_point begin = placed.layout.places[from];
    const svg_point end = placed.layout.places[to];
    const std::optional<svg_point> stub = placed.layout.stub(from, to);
    const svg_point way = stub ? *stub : svg_point{.x = end.x - begin.x, .y = end.y - begin.y};
    const double length = std::max(length_of(way), 1e-9);
    const svg_point step{.x = way.x / length, .y = way.y / length};
    const svg_point right{.x = -step.y * aside, .y = step.x * aside};
    // Lines begin outside the circles of their nodes.
    const double near = placed.radius + 1.5;
    const double far =
        stub ? placed.stub_length * (std::abs(step.x * step.y) > 0.1 ? 1.1 : 1.0) : length - near;
    return {{.x = begin.x + step.x * near + right.x, .y = begin.y + step.y * near + right.y},
            {.x = begin.x + step.x * far + right.x, .y = begin.y + step.y * far + right.y}};
}

// The outline of shaft and head is one filled area, so that its width can show an amount.
svg_path arrow(svg_point from, svg_point to, double width) {
    const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-9);
    const svg_point along{.x = (to.x - from.x) / length, .y = (to.y - from.y) / length};
    // A short arrow keeps a part of its shaft.
    const double head = std::min(width * 1.6 + 2.4, length * 0.7);
    const auto at = [&](double ahead, double aside) {
        return svg_point{.x = from.x + along.x * ahead - along.y * aside,
                         .y = from.y + along.y * ahead + along.x * aside};
    };
    const double half = width / 2;
    const double barb = half + 1.6;
    svg_path outline;
    outline.move(at(0, half)).line(at(length - head, half)).line(at(length - head, barb));
    outline.line(at(length, 0)).line(at(length - head, -barb)).line(at(length - head, -half));
    return outline.line(at(0, -half)).close();
}

}  // namespace tutti::picture
