/// @file
/// Loads of links by shortest paths between all participants.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <ranges>
#include <vector>

#include "topology/networks/each_link.hpp"
#include "topology/participant_set.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Sums over the paths of all pairs of participants, each path in the tree of its destination.
struct all_pairs {
    int diameter = 0;                   // the largest distance of a pair
    std::uint64_t distances = 0;        // their sum
    std::uint64_t most_along_path = 0;  // the sum of the D largest loads of links, D the diameter
};

/// Loads of links by the paths of all pairs of participants, as one search from each destination
/// after the other finds them.
class path_loads {
public:
    template <topology Network>
    path_loads(const Network& shape, const participant_set& participants)
        : first_{0}, distances_(shape.node_count()), weights_(shape.node_count()) {
        for (node_id node = 0; node < shape.node_count(); ++node) {
            // A port that is missing leads back to the node, which is no nearer to anything.
            neighbours_.resize(
                neighbours_.size() + static_cast<std::size_t>(shape.port_limit(node)), node);
            for_each_neighbour(shape, node, [&](port through, node_id neighbour) {
                neighbours_[first_.back() + static_cast<std::size_t>(through)] = neighbour;
            });
            first_.push_back(neighbours_.size());
        }
        loads_.resize(neighbours_.size());
        const number_sequence roots = participants.nodes(shape.node_count());
        for (const node_id root : roots) {
            weights_[root] = 1;
        }
        for (const node_id root : roots) {
            search(root);
            add_tree();
        }
    }

    // No path has more links than the diameter, so that the largest loads bound the wait of every
    // message.
    [[nodiscard]] all_pairs figures() && {
        std::ranges::sort(loads_, std::ranges::greater{});
        const auto end = std::ranges::next(loads_.begin(), diameter_, loads_.end());
        return {.diameter = diameter_,
                .distances = std::accumulate(loads_.begin(), loads_.end(), std::uint64_t{0}),
                .most_along_path = std::accumulate(loads_.begin(), end, std::uint64_t{0})};
    }

private:
    void search(node_id root) {
        distances_.assign(distances_.size(), -1);
        distances_[root] = 0;
        reached_.assign(1, root);
        for (std::size_t i = 0; i < reached_.size(); ++i) {
            const node_id node = reached_[i];
            for (std::size_t link = first_[node]; link < first_[node + 1]; ++link) {
                if (const node_id next = neighbours_[link]; distances_[next] < 0) {
                    distances_[next] = distances_[node] + 1;
                    reached_.push_back(next);
                }
            }
        }
        const auto last = std::ranges::find_if(reached_ | std::views::reverse,
                                               [this](node_id node) { return weights_[node] > 0; });
        diameter_ = std::max(diameter_, distances_[*last]);
    }

    // The paths go over the links of `shortest_path_tree`, by the first port to a nearer node.
    void add_tree() {
        sizes_ = weights_;
        for (std::size_t i = reached_.size(); i-- > 1;) {
            const node_id node = reached_[i];
            std::size_t link = first_[node];
            while (distances_[neighbours_[link]] >= distances_[node]) {
                ++link;
            }
            loads_[link] += sizes_[node];
            sizes_[neighbours_[link]] += sizes_[node];
        }
    }

    std::vector<std::size_t> first_;      ///< link of each node; at the end, their number
    std::vector<node_id> neighbours_{};   ///< by link
    std::vector<std::uint64_t> loads_{};  ///< by link, the number of paths over it
    std::vector<int> distances_;          ///< to the destination; -1 where there is no way
    std::vector<node_id> reached_{};      ///< by increasing distance
    std::vector<std::uint64_t> weights_;  ///< 1 for a participant
    std::vector<std::uint64_t> sizes_{};  ///< of subtrees
    int diameter_ = 0;
};

}  // namespace tutti
