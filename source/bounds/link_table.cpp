#include "link_table.hpp"

#include <algorithm>
#include <utility>

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

link_table::link_table(std::size_t nodes, std::vector<directed_link> links)
    : links_{std::move(links)}, first_(nodes + 1) {
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

link_table::link_table(const network& net)
    : link_table{tutti::node_count(net), links_of_network(built(net))} {}

std::vector<int> distances_from(const link_table& links, node_id node,
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

}  // namespace tutti
