#include "any_theory.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "topology/networks/eccentricity.hpp"
#include "topology/networks/properties.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "topology/trees/spanning_tree.hpp"
#include "topology/trees/subtree_index.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t any_number_of_links = std::numeric_limits<std::uint64_t>::max();

// Directed links between nodes that are equally far from the root.
struct level_links {
    std::uint64_t total = 0;
    std::uint64_t farthest = 0;  // between those that are as far as any
};

template <class Network>
level_links links_within_levels(const Network& shape, const shortest_path_tree& tree) {
    level_links links;
    for (std::size_t id = 0; id < shape.node_count(); ++id) {
        const auto node = static_cast<node_id>(id);
        const int distance = tree.distance(node);
        for (port through = 0; through < shape.port_limit(node); ++through) {
            if (shape.has_port(node, through) &&
                tree.distance(shape.neighbour(node, through)) == distance) {
                ++links.total;
                links.farthest += distance == tree.height() ? 1U : 0U;
            }
        }
    }
    return links;
}

// Number of shortest paths over each link.
class link_loads {
public:
    explicit link_loads(const network& net) {
        std::visit(
            [&](const auto& shape) {
                for (std::size_t id = 0; id < shape.node_count(); ++id) {
                    first_.push_back(places_);
                    places_ += static_cast<std::size_t>(shape.port_limit(static_cast<node_id>(id)));
                }
            },
            net);
        loads_.resize(places_);
    }

    /// Those of all nodes to a root. @return the sum of their lengths
    std::uint64_t add(const subtree_places& ways) {
        std::uint64_t length = 0;
        for (std::size_t id = 0; id < first_.size(); ++id) {
            const auto node = static_cast<node_id>(id);
            if (const port up = ways.tree().towards_root(node); up != shortest_path_tree::none) {
                loads_[first_[id] + static_cast<std::size_t>(up)] += ways.size(node);
                length += ways.size(node);
            }
        }
        return length;
    }

    /// Sum of the loads of the `count` most loaded links.
    [[nodiscard]] std::uint64_t sum_of_largest(std::size_t count) {
        std::ranges::sort(loads_, std::ranges::greater{});
        return std::accumulate(
            loads_.begin(),
            loads_.begin() + static_cast<std::ptrdiff_t>(std::min(count, loads_.size())),
            std::uint64_t{0});
    }

private:
    std::vector<std::size_t> first_;  // by node, of its ports among those of all
    std::size_t places_ = 0;
    std::vector<std::uint64_t> loads_;
};

}  // namespace

std::string connectivity_mismatch(const network& net) {
    return is_connected(net) ? "" : "runs on connected networks only";
}

std::string search_obstacle(const network& net) {
    const std::size_t links = link_count(net);
    return links > most_searched_links
               ? fmt::format("works trees out for {} directed links at most, not {}",
                             most_searched_links, links)
               : "";
}

std::optional<flood_figures> flood_from(const network& net, node_id root) {
    const std::uint64_t links = link_count(net) / 2;
    // In a bipartite network no link joins two nodes of one level: each link is crossed once.
    if (properties_of(net).is_bipartite) {
        const std::array<node_id, 1> from{root};
        return flood_figures{.slots = farthest_from(net, from, any_number_of_links),
                             .transmissions = links};
    }
    if (!search_obstacle(net).empty()) {
        return std::nullopt;
    }
    const shortest_path_tree tree{net, root};
    const level_links within =
        std::visit([&](const auto& shape) { return links_within_levels(shape, tree); }, net);
    return flood_figures{.slots = slot{tree.height()} + (within.farthest > 0 ? 1 : 0),
                         .transmissions = links + within.total / 2};
}

slot slots_over_shortest_paths(const network& net, node_id root) {
    const subtree_places ways{net, root};
    slot most = 0;
    for (std::size_t id = 0; id < ways.tree().node_count(); ++id) {
        const auto node = static_cast<node_id>(id);
        most = ways.tree().distance(node) == 1 ? std::max(most, slot{ways.size(node)}) : most;
    }
    return most;
}

std::uint64_t distances_to(const network& net, node_id root) {
    const shortest_path_tree tree{net, root};
    std::uint64_t sum = 0;
    for (std::size_t id = 0; id < tree.node_count(); ++id) {
        sum += static_cast<std::uint64_t>(tree.distance(static_cast<node_id>(id)));
    }
    return sum;
}

// The limit of steps keeps the search below seconds; without figures a weaker bound is used.
std::optional<all_pairs> all_pairs_figures(const network& net) {
    constexpr std::uint64_t most_steps = std::uint64_t{1} << 28U;
    const std::uint64_t nodes = node_count(net);
    if (nodes * (nodes + link_count(net)) > most_steps) {
        return std::nullopt;
    }
    all_pairs pairs;
    link_loads loads{net};
    std::size_t diameter = 0;
    for (std::size_t root = 0; root < nodes; ++root) {
        const subtree_places ways{net, static_cast<node_id>(root)};
        pairs.distances += loads.add(ways);
        diameter = std::max(diameter, static_cast<std::size_t>(ways.tree().height()));
    }
    // No path has more links than the diameter, so that the largest loads bound the wait of every
    // message.
    pairs.most_along_path = loads.sum_of_largest(diameter);
    return pairs;
}

int farthest_from_broadcasters(const problem& problem) {
    return farthest_from_sequence(problem.network, problem.broadcasters.nodes, any_number_of_links);
}

}  // namespace tutti
