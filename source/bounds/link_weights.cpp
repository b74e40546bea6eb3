#include "link_weights.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "util/collect.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::size_t none = slot_resources::none;

// The links of one pair of nodes in one direction share with those in the other, one by one.
slot_resources resources_of_pairs(const std::vector<directed_link>& links) {
    slot_resources resources;
    std::vector<std::size_t> number(links.size());
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (links[i].from < links[i].to) {
            number[i] = resources.capacities.size();
            resources.capacities.push_back(1);
        } else {
            const auto rank = i - position_at(links, std::ranges::lower_bound(links, links[i]));
            const directed_link back{links[i].to, links[i].from};
            number[i] = number[position_at(links, std::ranges::lower_bound(links, back)) + rank];
        }
        resources.of_link.push_back({number[i], none, none});
    }
    return resources;
}

/// Search for weights, round by round.
class weight_search {
public:
    weight_search(const all_links& links, port_model ports, std::span<const flow_demand> demands,
                  const std::vector<bool>& closed)
        : links_{&links},
          demands_{demands},
          resources_{resources_of(links, ports)},
          best_{.ports = ports, .demands = {demands.begin(), demands.end()}},
          weights_(resources_.capacities.size(), 1.0),
          mean_loads_(weights_.size()) {
        close_unused(closed);
        // The room alone is stronger than the gates for odd numbers of nodes.
        if (resources_.of_link.front()[2] != none) {
            std::vector<std::uint64_t> room(weights_.size());
            room.back() = 1;
            keep_best(room, route(room));
        }
    }

    void run(int rounds) {
        constexpr double cooling = 0.7;
        constexpr int rounds_alike = 50;
        double step = 1;
        for (int round = 1; round <= rounds && !is_settled(round - 1); ++round) {
            const std::vector<std::uint64_t> rounded = rounded_weights();
            keep_best(rounded, route(rounded));
            lengthen_crowded(step);
            step *= round % rounds_alike == 0 ? cooling : 1;
        }
    }

    [[nodiscard]] link_weights best() && { return std::move(best_); }

private:
    // What no packet takes has no weight.
    void close_unused(const std::vector<bool>& closed) {
        std::vector<bool> is_used(weights_.size());
        for (const auto& taken : resources_.of_link) {
            for (const std::size_t resource : taken) {
                if (resource != none) {
                    is_used[resource] = closed.empty() || !closed[resource];
                }
            }
        }
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            weights_[i] = is_used[i] ? 1 : 0;
        }
    }

    [[nodiscard]] std::vector<std::uint64_t> rounded_weights() {
        constexpr double largest = 10'000;
        const double most = std::ranges::max(weights_);
        std::vector<std::uint64_t> rounded;
        for (double& weight : weights_) {
            weight /= most;
            rounded.push_back(whole_part(std::round(largest * weight)));
        }
        return rounded;
    }

    void keep_best(const std::vector<std::uint64_t>& weights, std::uint64_t distance) {
        const std::uint64_t capacity = std::inner_product(
            weights.begin(), weights.end(), resources_.capacities.begin(), std::uint64_t{0});
        if (best_.capacity == 0 ||
            rational{distance, capacity} > rational{best_.distance, best_.capacity}) {
            best_.weights = weights;
            best_.distance = distance;
            best_.capacity = capacity;
        }
    }

    // True if the mean of the routes so far needs no more slots than the bound, rounded up: then no
    // weights give more.
    [[nodiscard]] bool is_settled(int rounds) const {
        return rounds > 0 &&
               std::ranges::max(mean_loads_) / rounds <= static_cast<double>(best_.slots().ceil());
    }

    // The weight of the shortest ways of all messages, whose loads on the resources are noted.
    [[nodiscard]] std::uint64_t route(const std::vector<std::uint64_t>& weights) {
        loads_.assign(weights.size(), 0);
        const auto costs = vector_of(
            resources_.of_link, [&](const auto& taken) { return total_of_taken(taken, weights); });
        std::uint64_t total = 0;
        for (const flow_demand& demand : demands_) {
            total += route(demand, costs);
        }
        return total;
    }

    static std::uint64_t total_of_taken(const std::array<std::size_t, 3>& taken,
                                        const std::vector<std::uint64_t>& weights) {
        std::uint64_t total = 0;
        for (const std::size_t resource : taken) {
            total += resource == none ? 0 : weights[resource];
        }
        return total;
    }

    // Dijkstra 1959, up to the last node that gets messages; then those of each subtree go over the
    // link to it.
    [[nodiscard]] std::uint64_t route(const flow_demand& demand,
                                      const std::vector<std::uint64_t>& costs) {
        constexpr std::greater<> nearest_first;
        distances_.assign(links_->node_count(), std::numeric_limits<std::uint64_t>::max());
        via_.assign(links_->node_count(), none);
        settled_.clear();
        distances_[demand.root] = 0;
        queue_.assign(1, {0, demand.root});
        auto waiting =
            std::ranges::count_if(demand.amounts, [](auto amount) { return amount > 0; });
        while (!queue_.empty() && waiting > 0) {
            std::ranges::pop_heap(queue_, nearest_first);
            const auto [distance, node] = queue_.back();
            queue_.pop_back();
            if (distance > distances_[node]) {
                continue;
            }
            settled_.push_back(node);
            waiting -= demand.amounts[node] > 0 ? 1 : 0;
            for (std::size_t i = links_->first_of(node); i < links_->first_of(node + 1); ++i) {
                const node_id to = links_->links()[i].to;
                if (distance + costs[i] < distances_[to]) {
                    distances_[to] = distance + costs[i];
                    via_[to] = i;
                    queue_.emplace_back(distances_[to], to);
                    std::ranges::push_heap(queue_, nearest_first);
                }
            }
        }
        return add_loads(demand);
    }

    [[nodiscard]] std::uint64_t add_loads(const flow_demand& demand) {
        std::uint64_t total = 0;
        std::vector<std::uint64_t> below = demand.amounts;
        for (std::size_t i = settled_.size(); i-- > 1;) {
            const node_id node = settled_[i];
            const std::size_t link = via_[node];
            total += demand.amounts[node] * distances_[node];
            below[links_->links()[link].from] += below[node];
            for (const std::size_t resource : resources_.of_link[link]) {
                if (resource != none) {
                    loads_[resource] += below[node];
                }
            }
        }
        return total;
    }

    void lengthen_crowded(double step) {
        std::vector<double> loads(loads_.size());
        for (std::size_t i = 0; i < loads.size(); ++i) {
            loads[i] = weights_[i] > 0 ? ratio(loads_[i], resources_.capacities[i]) : 0;
            mean_loads_[i] += loads[i];
        }
        const double most = std::ranges::max(loads);
        for (std::size_t i = 0; i < loads.size() && most > 0; ++i) {
            weights_[i] *= 1 + step * loads[i] / most;
        }
    }

    const all_links* links_;
    std::span<const flow_demand> demands_;
    slot_resources resources_;
    link_weights best_;
    std::vector<double> weights_;
    std::vector<double> mean_loads_;  ///< times the rounds
    std::vector<std::uint64_t> loads_;
    std::vector<std::uint64_t> distances_;
    std::vector<std::size_t> via_;  ///< link to each node
    std::vector<node_id> settled_;
    std::vector<std::pair<std::uint64_t, node_id>> queue_;  ///< a heap of nodes to settle
};

slot_resources each_link(const all_links& links) {
    slot_resources resources;
    resources.capacities.assign(links.links().size(), 1);
    for (std::size_t link = 0; link < links.links().size(); ++link) {
        resources.of_link.push_back({link, none, none});
    }
    return resources;
}

// A gate to send and one to receive of each node; or one for both, and room for N/2 packets in all.
// Packets between switches and other nodes take one gate, so that there is room for more.
slot_resources gates(const all_links& links, bool is_full) {
    const std::size_t nodes = links.node_count();
    slot_resources resources;
    resources.capacities.assign(is_full ? 2 * nodes : nodes + 1, 1);
    if (!is_full) {
        resources.capacities.back() = nodes / 2;
    }
    for (const auto& [from, to] : links.links()) {
        resources.of_link.push_back({links.is_switch(from) ? none : from,
                                     links.is_switch(to) ? none
                                     : is_full           ? nodes + to
                                                         : to,
                                     is_full || links.has_switches() ? none : nodes});
    }
    return resources;
}

}  // namespace

slot_resources resources_of(const all_links& links, port_model ports) {
    if (ports == port_model::one_way) {
        return resources_of_pairs(links.links());
    }
    return ports == port_model::all_port
               ? each_link(links)
               : gates(links, ports == port_model::single_port_full_duplex);
}

link_weights heavy_link_weights(const all_links& links, port_model ports,
                                std::span<const flow_demand> demands, int rounds,
                                const std::vector<bool>& closed) {
    weight_search search{links, ports, demands, closed};
    search.run(rounds);
    return std::move(search).best();
}

link_weights inner_link_weights(const all_links& links, std::span<const flow_demand> demands,
                                int rounds) {
    std::vector<bool> is_start(links.node_count());
    std::vector<bool> is_end(links.node_count());
    for (const flow_demand& demand : demands) {
        is_start[demand.root] = true;
        for (std::size_t node = 0; node < is_end.size(); ++node) {
            is_end[node] = is_end[node] || demand.amounts[node] > 0;
        }
    }
    const auto is_terminal = [&](node_id node) { return is_start[node] || is_end[node]; };
    std::vector<bool> closed;
    for (const auto& [from, to] : links.links()) {
        closed.push_back(is_terminal(from) || is_terminal(to));
    }
    if (std::ranges::find(closed, false) == closed.end()) {
        return {};
    }
    link_weights weights = heavy_link_weights(links, port_model::all_port, demands, rounds, closed);
    if (weights.distance == 0) {
        return {};
    }
    std::vector<bool> is_tail(links.node_count());
    std::vector<bool> is_head(links.node_count());
    for (std::size_t i = 0; i < closed.size(); ++i) {
        if (weights.weights[i] > 0) {
            is_tail[links.links()[i].from] = true;
            is_head[links.links()[i].to] = true;
        }
    }
    weights.before = links_apart(links, is_start, is_tail);
    weights.behind = links_apart(links, is_head, is_end);
    return weights;
}

int affordable_rounds(const all_links& links, std::size_t sources, std::size_t most_steps) {
    constexpr std::size_t most_rounds = 1'000;
    const std::size_t steps =
        std::max<std::size_t>(1, sources) * (links.node_count() + links.links().size());
    return static_cast<int>(std::min(most_rounds, most_steps / steps));
}

}  // namespace tutti
