#include "replay_network.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "topology/networks/each_link.hpp"
#include "topology/node_naming.hpp"
#include "util/json_values.hpp"

namespace tutti::picture {
namespace {

constexpr std::uint64_t most_idle_links = 12'288;

// A length in thousandths, which are short and the same everywhere.
std::int64_t thousandths(double length) { return std::llround(length * 1000); }

// Coordinates of a node of a grid, or of a product of such: "(2, 1)".
std::string coordinates(const std::vector<lattice_line>& lines, node_id node) {
    std::vector<node_id> digits;
    std::ranges::transform(lines, std::back_inserter(digits), [&](const lattice_line& each) {
        return node / each.stride % each.side;
    });
    return fmt::format("({})", fmt::join(digits, ", "));
}

// Names of nodes besides their ids, one text a node; empty where ids suffice.
boost::json::array second_names(const network& net) {
    const auto* const cube = std::get_if<hypercube>(&net);
    const int dimensions = cube != nullptr ? cube->dimensions() : 0;
    const auto lines = cube == nullptr ? lattice_of(net) : std::nullopt;
    const bool is_grid = lines && lines->size() > 1;
    boost::json::array names;
    const node_naming nodes{net};
    for (node_id node = 0; nodes.has_names() && node < nodes.node_count(); ++node) {
        names.emplace_back(fmt::format("({})", nodes.name(node)));
    }
    for (node_id node = 0; (dimensions > 0 || is_grid) && node < node_count(net); ++node) {
        names.emplace_back(is_grid ? coordinates(*lines, node)
                                   : fmt::format("({:0{}b})", node, dimensions));
    }
    return names;
}

}  // namespace

replay_network::replay_network(const network& net, network_layout layout)
    : network_{&net},
      layout_{std::move(layout)},
      has_all_{layout_.group_in_words.empty() && link_count(net) <= most_idle_links} {
    // Small networks show idle links, too; they are numbered before any packet uses one.
    if (has_all_) {
        for_each_link(net, [&](node_id from, port through, node_id to) {
            [[maybe_unused]] const std::int64_t number =
                number_of({.from = from, .to = to, .through = through});
        });
    }
}

// Links are numbered by first use. Between groups, parallel links are one.
std::int64_t replay_network::number_of(const replayed_link& link) {
    const std::uint64_t last = has_groups() ? link.to : static_cast<std::uint64_t>(link.through);
    const auto [entry, is_new] =
        numbers_.try_emplace(std::uint64_t{link.from} << 32U | last, std::ssize(links_));
    if (is_new) {
        links_.push_back(link);
    }
    return entry->second;
}

boost::json::object replay_network::nodes() const {
    const auto along = [this](double svg_point::*axis) {
        return array_of(layout_.places,
                        [axis](const svg_point& each) { return thousandths(each.*axis); });
    };
    boost::json::object object{{"count", node_count(*network_)},
                               {"names", boost::json::value_from(layout_.names)},
                               {"x", along(&svg_point::x)},
                               {"y", along(&svg_point::y)}};
    if (has_groups()) {
        std::vector<std::uint64_t> sizes(groups());
        for (node_id node = 0; node < node_count(*network_); ++node) {
            ++sizes[layout_.group_of(node)];
        }
        object["sizes"] = boost::json::value_from(sizes);
    } else {
        object["second_names"] = second_names(*network_);
        if (!layout_.own_names.empty()) {
            object["own_names"] = boost::json::value_from(layout_.own_names);
        }
        boost::json::array switches;
        for (node_id node = 0; node < layout_.size(); ++node) {
            if (layout_.is_switch(node)) {
                switches.emplace_back(node);
            }
        }
        if (!switches.empty()) {
            object["switches"] = std::move(switches);
        }
    }
    return object;
}

boost::json::object replay_network::links() const {
    const auto each_of = [this](auto replayed_link::*field) {
        return array_of(links_, [field](const replayed_link& each) { return each.*field; });
    };
    boost::json::array stubs;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        if (const auto way = layout_.stub(links_[i].from, links_[i].to)) {
            stubs.push_back({i, thousandths(way->x), thousandths(way->y)});
        }
    }
    return {{"count", link_count(*network_)},           {"are_all", has_all_},
            {"from", each_of(&replayed_link::from)},    {"to", each_of(&replayed_link::to)},
            {"port", each_of(&replayed_link::through)}, {"stubs", std::move(stubs)}};
}

void replay_network::write(boost::json::object& to) const {
    to["nodes"] = nodes();
    to["links"] = links();
}

}  // namespace tutti::picture
