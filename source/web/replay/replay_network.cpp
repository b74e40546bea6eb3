#include "replay_network.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pictures/packet_categories.hpp"
#include "topology/networks/each_link.hpp"

namespace tutti::picture {
namespace {

constexpr std::uint64_t most_idle_links = 12'288;

// A length in thousandths, which are short and the same everywhere.
std::int64_t thousandths(double length) { return std::llround(length * 1000); }

// Coordinates of a node of a grid, or of a product of such: "(2, 1)".
std::string coordinates(const std::vector<lattice_line>& lines, node_id node) {
    std::vector<node_id> digits;
    std::ranges::transform(lines, std::back_inserter(digits), [&](const lattice_line& each) {
        return node / each.stride % static_cast<node_id>(each.side);
    });
    return fmt::format("({})", fmt::join(digits, ", "));
}

// Names of nodes besides their ids, one text a node; empty where ids suffice.
boost::json::array second_names(const network& net) {
    boost::json::array names;
    const auto count = static_cast<node_id>(node_count(net));
    if (const auto* const cube = std::get_if<hypercube>(&net)) {
        for (node_id node = 0; cube->dimensions() > 0 && node < count; ++node) {
            names.emplace_back(fmt::format("({:0{}b})", node, cube->dimensions()));
        }
        return names;
    }
    const auto lines = lattice_of(net);
    for (node_id node = 0; lines && lines->size() > 1 && node < count; ++node) {
        names.emplace_back(coordinates(*lines, node));
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
            [[maybe_unused]] const std::size_t number =
                number_of({.from = from, .to = to, .through = through});
        });
    }
}

// Links are numbered by first use. Between groups, parallel links are one.
std::size_t replay_network::number_of(const replayed_link& link) {
    const std::uint64_t last = has_groups() ? link.to : static_cast<std::uint64_t>(link.through);
    const auto [entry, is_new] =
        numbers_.try_emplace(std::uint64_t{link.from} << 32U | last, links_.size());
    if (is_new) {
        links_.push_back(link);
    }
    return entry->second;
}

boost::json::object replay_network::nodes() const {
    boost::json::array names;
    boost::json::array x;
    boost::json::array y;
    for (std::size_t i = 0; i < groups(); ++i) {
        names.emplace_back(layout_.names[i]);
        x.emplace_back(thousandths(layout_.places[i].x));
        y.emplace_back(thousandths(layout_.places[i].y));
    }
    boost::json::object object{{"count", node_count(*network_)},
                               {"names", std::move(names)},
                               {"x", std::move(x)},
                               {"y", std::move(y)}};
    if (has_groups()) {
        std::vector<std::uint64_t> sizes(groups());
        for (std::size_t node = 0; node < node_count(*network_); ++node) {
            ++sizes[layout_.group_of(static_cast<node_id>(node))];
        }
        object["sizes"] = boost::json::value_from(sizes);
    } else {
        object["second_names"] = second_names(*network_);
    }
    return object;
}

boost::json::object replay_network::links() const {
    boost::json::array from;
    boost::json::array to;
    boost::json::array through;
    boost::json::array stubs;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const replayed_link& link = links_[i];
        from.emplace_back(link.from);
        to.emplace_back(link.to);
        through.emplace_back(link.through);
        if (const auto way = layout_.stub(link.from, link.to)) {
            stubs.push_back({i, thousandths(way->x), thousandths(way->y)});
        }
    }
    return {{"count", link_count(*network_)}, {"are_all", has_all_},
            {"from", std::move(from)},        {"to", std::move(to)},
            {"port", std::move(through)},     {"stubs", std::move(stubs)}};
}

void replay_network::write(boost::json::object& to) const {
    to["nodes"] = nodes();
    to["links"] = links();
}

}  // namespace tutti::picture
