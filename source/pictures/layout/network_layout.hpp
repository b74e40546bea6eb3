/// @file
/// Positions of the nodes of a network in a picture.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pictures/picture_frame.hpp"
#include "pictures/svg_canvas.hpp"
#include "tutti/topology/network.hpp"
#include "util/counts.hpp"

namespace tutti::picture {

/// Places of nodes, or of groups of nodes where there are many, in no unit.
struct network_layout {
    std::vector<svg_point> places{};   ///< of each group
    std::vector<std::string> names{};  ///< the same; that of its first node
    /// Names of nodes in their files, which replace those above where they fit; empty: none.
    std::vector<std::string> own_names{};
    std::vector<bool> are_switches{};  ///< of each group, or empty: none is
    std::function<node_id(node_id)> group_of{};
    std::string group_in_words{};  ///< "4 x 4 nodes"; empty where each node is shown
    /// Links that are shown by their ends alone, and where these point to.
    std::map<std::pair<std::size_t, std::size_t>, svg_point> stubs{};
    std::string stubs_in_words{};  ///< what the stubs are

    [[nodiscard]] node_id size() const noexcept { return size_as<node_id>(places); }
    [[nodiscard]] bool is_switch(std::size_t group) const {
        return group < are_switches.size() && are_switches[group];
    }
    [[nodiscard]] std::optional<svg_point> stub(std::size_t from, std::size_t to) const {
        const auto position = stubs.find({from, to});
        return position == stubs.end() ? std::nullopt : std::optional{position->second};
    }
};

/// Line of nodes in each direction, the building block of grids and of products of grids and cubes.
struct lattice_line {
    node_id side = 1;
    node_id stride = 1;
    bool wraps = false;
};

/// The lines of a network with at most four, or nothing.
[[nodiscard]] std::optional<std::vector<lattice_line>> lattice_of(const network& net);

/// Up to `most` nodes each by itself, or as many groups.
[[nodiscard]] network_layout lay_lattice(const std::vector<lattice_line>& lattice,
                                         std::size_t most = most_rows);
/// The subcubes of up to `most` dimensions, at most 10.
[[nodiscard]] network_layout lay_cube(const hypercube& cube, int most = 6);
/// Nodes, or groups of as many as may be, around a circle.
[[nodiscard]] network_layout lay_circle(std::size_t nodes, std::size_t most = most_rows);
/// @throws drawing_refused if Graphviz is not installed
[[nodiscard]] network_layout lay_by_graphviz(const network& net);

/// The one of these that suits the network.
/// @param most largest number of nodes, or groups of nodes, with separate places
[[nodiscard]] network_layout lay_out(const network& net, std::size_t most = most_rows);

/// Layout moved and scaled into a box.
struct placed_layout {
    network_layout layout{};
    double radius = 0;       ///< of nodes, in pixels
    double text_size = 0;    ///< of their names; 0 if there is no room for them
    double stub_length = 0;  ///< in pixels, from a node's middle
    svg_box box{};           ///< what it takes
};

/// @param largest the most room that there is
[[nodiscard]] placed_layout placed_in(network_layout layout, const svg_box& largest);

/// Moves it to the right or left until its middle is there.
void move_to_middle(placed_layout& placed, double x);

/// Circles with names; switches are squares.
void draw_nodes(svg_canvas& canvas, const placed_layout& placed);

/// A link from one group to another, as far as it is drawn: from the edge of one circle to the edge
/// of the other, or its stub; `aside` pixels to the right of the middle.
[[nodiscard]] std::pair<svg_point, svg_point> ends_of(const placed_layout& placed, std::size_t from,
                                                      std::size_t to, double aside);

/// The outline of an arrow of this width in pixels.
[[nodiscard]] svg_path arrow(svg_point from, svg_point to, double width);

}  // namespace tutti::picture
