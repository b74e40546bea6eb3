#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "experiment/network_summary.hpp"
#include "network_layout.hpp"
#include "pictures/link_load/drawn_loads.hpp"
#include "pictures/picture_frame.hpp"
#include "pictures/pipe_through.hpp"
#include "util/value_syntax.hpp"

namespace tutti::picture {
namespace {

// The places in what Graphviz calls plain: "node NAME X Y ..", upwards.
// The axis of Graphviz points up and that of SVG down, hence the sign.
void read_places(std::string_view plain, std::vector<svg_point>& places) {
    std::size_t count = 0;
    for (const std::string_view row : split(plain, '\n')) {
        const std::vector<std::string_view> words = split(row, ' ');
        if (words.size() < 4 || words[0] != "node") {
            continue;
        }
        const auto node = number_between(words[1], 0, places.size() - 1);
        svg_point at;
        std::from_chars(words[2].begin(), words[2].end(), at.x);
        std::from_chars(words[3].begin(), words[3].end(), at.y);
        if (node) {
            places[*node] = {.x = at.x, .y = -at.y};
            ++count;
        }
    }
    if (count != places.size()) {
        refuse_drawing("as", "Graphviz laid out {} of {}", count, quantity(places.size(), "node"));
    }
}

// The distance to the nearest point of a segment; links of length 0 are points.
double distance_to_link(const svg_point& at, const svg_point& from, const svg_point& to) {
    const svg_point way{.x = to.x - from.x, .y = to.y - from.y};
    const double square = std::max(way.x * way.x + way.y * way.y, 1e-12);
    const double part =
        std::clamp(((at.x - from.x) * way.x + (at.y - from.y) * way.y) / square, 0.0, 1.0);
    return std::hypot(at.x - from.x - part * way.x, at.y - from.y - part * way.y);
}

// Smallest distance of a node to a link of others, as a share of the whole.
double clearness_of(const network& net, const std::vector<svg_point>& places) {
    double least = std::numeric_limits<double>::max();
    double extent = 1e-9;
    for_each_link(net, [&](node_id from, port /*through*/, node_id to) {
        for (std::size_t node = 0; node < places.size(); ++node) {
            // Each link is compared once, in one direction.
            if (from < to && node != from && node != to) {
                least = std::min(least, distance_to_link(places[node], places[from], places[to]));
            }
        }
    });
    for (const svg_point& each : places) {
        extent = std::max(
            {extent, std::abs(each.x - places.front().x), std::abs(each.y - places.front().y)});
    }
    return least / extent;
}

// A layout that begins at random, but always the same for the same start.
std::vector<std::string> neato_from(int start) {
    return {"neato", fmt::format("-Gstart={}", start), "-Gmaxiter=2000", "-Gepsilon=0.00001",
            "-Goverlap=true"};
}

std::vector<svg_point> graphviz_positions(std::vector<std::string> words, const network& net,
                                          std::string_view links) {
    for (const char* drawn :
         {"-Tplain", "-Nshape=circle", "-Nwidth=0.4", "-Nfixedsize=true", "-Nlabel="}) {
        words.emplace_back(drawn);
    }
    const auto laid = filter_by(words, links);
    if (!laid) {
        refuse_drawing("as",
                       "this network is laid out by {} (Debian: graphviz), which is not installed",
                       words.front());
    }
    if (laid->status != 0) {
        refuse_drawing("as", "{}, which lays out this network, ended with status {}", words.front(),
                       laid->status);
    }
    std::vector<svg_point> places(node_count(net));
    read_places(laid->output, places);
    return places;
}

// Energy has many local minima. Of several starts, the layout is taken in which nodes are clearest
// of the links of others; the starts are fixed, so that pictures are reproducible.
std::vector<svg_point> clearest_of_neato(const network& net, std::string_view links) {
    constexpr int starts = 12;
    std::vector<svg_point> clearest;
    double most = -1;
    for (int start = 1; start <= starts; ++start) {
        std::vector<svg_point> places = graphviz_positions(neato_from(start), net, links);
        const double clear = clearness_of(net, places);
        if (clear > most) {
            most = clear;
            clearest = std::move(places);
        }
    }
    return clearest;
}

}  // namespace

network_layout lay_by_graphviz(const network& net) {
    const std::string links = links_for_graphviz(net);
    network_layout layout{.group_of = [](node_id node) { return std::size_t{node}; }};
    // neato takes minutes for what sfdp does in a second.
    layout.places = node_count(net) <= most_rows ? clearest_of_neato(net, links)
                                                 : graphviz_positions({"sfdp"}, net, links);
    for (node_id node = 0; node < layout.places.size(); ++node) {
        layout.names.push_back(grouped(node));
    }
    return layout;
}

}  // namespace tutti::picture
