#include "network_listing.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "tutti/topology/grid.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// A graph has no self-loops: a node need not send to itself.
void check_ends(std::size_t node_count, node_id a, node_id b) {
    if (a >= node_count || b >= node_count) {
        refuse("link {}-{} leaves the graph, whose ids run from 0 to {}", a, b, node_count - 1);
    }
    if (a == b) {
        refuse("link {}-{} is a self-loop", a, b);
    }
}

void check_names(std::span<const std::string> names, std::size_t node_count) {
    if (!names.empty() && names.size() != node_count) {
        refuse("{} for {}; use one a node, or none", quantity(names.size(), "name"),
               quantity(node_count, "node"));
    }
    for (node_id node = 0; node < names.size(); ++node) {
        if (reads_as_other_ids(names[node], node, node_count)) {
            refuse("node {} has the name {}, which reads as ids of other nodes", node,
                   in_quotes(names[node]));
        }
    }
}

}  // namespace

bool reads_as_other_ids(std::string_view name, node_id node, std::size_t node_count) {
    if (is_plain_number(name)) {
        return name != fmt::format("{}", node);
    }
    const std::size_t dash = name.find('-');
    if (dash == name.npos) {
        return false;
    }
    const auto first = number_between<node_id>(name.substr(0, dash), 0, node_count - 1);
    const auto last = number_between<node_id>(name.substr(dash + 1), 0, node_count - 1);
    return first && last && *first <= *last && (*first != node || *last != node);
}

void check_listing(const network_listing& listing) {
    if (listing.nodes == 0 || listing.nodes > grid::most_nodes) {
        refuse("a graph has from 1 to {} nodes, not {}", grid::most_nodes, listing.nodes);
    }
    for (const auto& [from, to, copies] : listing.links) {
        check_ends(listing.nodes, from, to);
        if (copies < 1 || copies > most_copies) {
            refuse("link {}-{} has {} copies; use 1 to {}", from, to, copies, most_copies);
        }
    }
    const auto& switches = listing.switches;
    const auto unsorted = std::ranges::adjacent_find(switches, std::ranges::greater_equal{});
    if (unsorted != switches.end()) {
        refuse("switch {} comes after switch {}; list each once, by increasing id", unsorted[1],
               unsorted[0]);
    }
    if (!switches.empty() && switches.back() >= listing.nodes) {
        refuse("switch {} is no node; ids run from 0 to {}", switches.back(), listing.nodes - 1);
    }
    check_names(listing.names, listing.nodes);
}

graph_size size_of(const network_listing& listing) {
    const std::uint64_t links = 2 * total_of(listing.links, [](const listed_link& link) {
                                    return static_cast<std::uint64_t>(link.copies);
                                });
    return {.nodes = listing.nodes, .ports = links, .links = links};
}

listing_ends::listing_ends(const network_listing& listing)
    : listing_{&listing}, first_(listing.nodes + 1), ends_(2 * listing.links.size()) {
    for (std::size_t end = 0; end < ends_.size(); ++end) {
        ++first_[std::size_t{node(end)} + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::size_t> next = first_;
    for (std::size_t end = 0; end < ends_.size(); ++end) {
        ends_[next[node(end)]++] = end;
    }
    for (node_id each = 0; each < listing.nodes; ++each) {
        sort(std::span{ends_}.subspan(first_[each], first_[each + 1] - first_[each]));
    }
}

void listing_ends::sort(std::span<std::size_t> row) const {
    std::ranges::sort(row, {}, [this](std::size_t end) {
        return std::pair{place(end), neighbour(end)};
    });
    const auto twice =
        std::ranges::adjacent_find(row, {}, [this](std::size_t end) { return neighbour(end); });
    if (twice != row.end()) {
        refuse("link {}-{} is named twice", node(*twice), neighbour(*twice));
    }
}

}  // namespace tutti
