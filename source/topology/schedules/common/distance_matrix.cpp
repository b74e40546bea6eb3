#include "distance_matrix.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tutti {

std::vector<std::uint16_t> distances_from(const link_table& links, node_id start) {
    constexpr std::uint16_t unreached = std::numeric_limits<std::uint16_t>::max();
    std::vector<std::uint16_t> distances(links.node_count(), unreached);
    std::vector<node_id> reached{start};
    reached.reserve(links.node_count());
    distances[start] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const node_id node = reached[i];
        for (const link_table::link& link : links.links_of(node)) {
            if (distances[link.to] == unreached) {
                distances[link.to] = distances[node];
                ++distances[link.to];
                reached.push_back(link.to);
            }
        }
    }
    return distances;
}

distance_matrix::distance_matrix(const link_table& links) : nodes_{links.node_count()} {
    rows_.reserve(std::size_t{nodes_} * nodes_);
    for (node_id node = 0; node < nodes_; ++node) {
        const std::vector<std::uint16_t> row = distances_from(links, node);
        rows_.insert(rows_.end(), row.begin(), row.end());
    }
}

std::uint32_t distance_matrix::eccentricity(node_id node,
                                            const participant_set& participants) const {
    if (participants.is_everyone()) {
        return std::ranges::max(of(node));
    }
    std::uint32_t farthest = 0;
    for (const node_id participant : participants.nodes(nodes_)) {
        farthest = std::max(farthest, between(node, participant));
    }
    return farthest;
}

std::uint64_t distance_matrix::sum() const {
    return std::accumulate(rows_.begin(), rows_.end(), std::uint64_t{0});
}

}  // namespace tutti
