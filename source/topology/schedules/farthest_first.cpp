#include "farthest_first.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "common/distance_matrix.hpp"

namespace tutti {

send_table farthest_first(const link_table& links, node_id root) {
    const std::vector<std::uint16_t> distances = distances_from(links, root);
    std::vector<link_id> from_parent(links.node_count(), no_link);
    for (const link_id id : links.ids()) {  // the parent with the smallest id first
        const auto& [from, to, through, reverse] = links[id];
        if (distances[from] + 1 == distances[to] && from_parent[to] == no_link) {
            from_parent[to] = id;
        }
    }
    std::vector<node_id> destinations(links.node_count());
    std::iota(destinations.begin(), destinations.end(), node_id{0});
    std::erase(destinations, root);
    std::ranges::stable_sort(destinations, std::greater{},
                             [&](node_id node) { return distances[node]; });
    send_table sends;
    std::uint32_t now = 1;
    for (const node_id destination : destinations) {
        for (node_id node = destination; node != root; node = links[from_parent[node]].from) {
            sends.push_back({.slot = now + distances[node] - 1U,
                             .link = from_parent[node],
                             .packet = destination});
        }
        ++now;
    }
    std::ranges::sort(sends);
    return sends;
}

schedule_cost farthest_first_cost(std::uint64_t nodes, std::uint64_t links,
                                  std::uint64_t mean_distance) {
    const std::uint64_t sends = nodes * mean_distance;
    return {.bytes = sends * sizeof(timed_send) + nodes * 16, .operations = links * 4 + sends * 50};
}

}  // namespace tutti
