#include "all_links.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "topology/networks/each_link.hpp"

namespace tutti {
namespace {

std::vector<directed_link> links_of_network(const network& net) {
    std::vector<directed_link> links;
    links.reserve(link_count(net));
    for_each_link(net, [&](node_id from, port /*through*/, node_id to) {
        links.push_back({from, to});
    });
    return links;
}

}  // namespace

all_links::all_links(std::size_t nodes, std::vector<directed_link> links,
                     std::span<const node_id> switches)
    : links_{std::move(links)}, is_switch_(switches.empty() ? 0 : nodes), first_(nodes + 1) {
    for (const node_id node : switches) {
        is_switch_[node] = true;
    }
    if (!std::ranges::is_sorted(links_)) {
        std::ranges::sort(links_);
    }
    for (const directed_link& link : links_) {
        ++first_[std::size_t{link.from} + 1];
    }
    for (std::size_t node = 0; node < nodes; ++node) {
        first_[node + 1] += first_[node];
    }
}

all_links::all_links(const network& net)
    : all_links{tutti::node_count(net), links_of_network(built(net)), switches_in(net)} {}

std::span<const node_id> switches_in(const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    return links == nullptr ? std::span<const node_id>{} : links->switches();
}

std::vector<int> distances_from(const all_links& links, node_id node,
                                const directed_link& removed) {
    const directed_link removed_back{removed.to, removed.from};
    std::vector<int> distances(links.node_count(), -1);
    distances[node] = 0;
    std::vector<node_id> reached{node};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const directed_link& link : links.links_of(reached[i])) {
            if (distances[link.to] < 0 && link != removed && link != removed_back) {
                distances[link.to] = distances[link.from] + 1;
                reached.push_back(link.to);
            }
        }
    }
    return distances;
}

int links_apart(const all_links& links, const std::vector<bool>& from,
                const std::vector<bool>& to) {
    std::vector<int> distances(links.node_count(), -1);
    std::vector<node_id> reached;
    for (node_id node = 0; node < links.node_count(); ++node) {
        if (from[node]) {
            distances[node] = 0;
            reached.push_back(node);
        }
    }
    std::size_t i = 0;
    for (; !to[reached[i]]; ++i) {
        for (const directed_link& link : links.links_of(reached[i])) {
            if (distances[link.to] < 0) {
                distances[link.to] = distances[link.from] + 1;
                reached.push_back(link.to);
            }
        }
    }
    return distances[reached[i]];
}

}  // namespace tutti
