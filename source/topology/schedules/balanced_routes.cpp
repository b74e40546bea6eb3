#include "balanced_routes.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "util/counts.hpp"

namespace tutti {

/// Search for the cheapest walks, and the loads of the routes that it has found.
class balanced_routes::router {
public:
    router(const link_table& links, const distance_matrix& distances, route_load load)
        : links_{&links},
          distances_{&distances},
          is_by_node_{load == route_load::nodes},
          own_{is_by_node_ ? links.node_count() - 1 : 0},
          loads_(is_by_node_ ? links.node_count() : std::max(links.link_count(), 1U)),
          prices_(loads_.size()) {
        mean_ = static_cast<std::uint32_t>((distances.sum() + loads_.size() - 1) / loads_.size());
    }

    /// No schedule has a lower maximum of the loads.
    [[nodiscard]] std::uint32_t mean() const noexcept { return mean_; }
    [[nodiscard]] std::uint32_t largest_load() const { return own_ + std::ranges::max(loads_); }

    void begin_pass() {
        limit_ = std::max({mean_, largest_load(), 1U});
        for (std::size_t i = 0; i < loads_.size(); ++i) {
            prices_[i] = price(loads_[i]);
        }
    }

    /// Replaces a route by the cheapest walk, of walks of one price the shortest.
    /// @param length links of the route, at the beginning of its room; 0: there is none yet
    /// @return the links of the walk
    [[nodiscard]] std::uint16_t reroute(const pair& ends, std::span<link_id> room,
                                        std::uint16_t length) {
        const auto most = size_as<std::uint32_t>(room);
        change_loads(room.first(length), ~std::uint32_t{0});
        price_limit_ = length == 0 ? std::numeric_limits<std::uint64_t>::max()
                                   : price_of(room.first(length), ends.destination) + 1;
        begin_search(ends.source, most);
        std::uint32_t best = 0;
        for (std::uint32_t i = 1; i <= most; ++i) {
            extend(ends.destination, i, most - i);
            if (const step& arrival = steps_[i][ends.destination]; arrival.via != no_link) {
                best = i;
                price_limit_ = arrival.price;
            }
        }
        node_id node = ends.destination;
        for (std::uint32_t i = best; i > 0; --i) {
            room[i - 1] = steps_[i][node].via;
            node = (*links_)[room[i - 1]].from;
        }
        end_search(most);
        change_loads(room.first(best), 1);
        return static_cast<std::uint16_t>(best);
    }

private:
    /// The end of the cheapest walk of a length to a node.
    struct step {
        std::uint64_t price = 0;
        link_id via = no_link;
    };

    [[nodiscard]] std::uint64_t price(std::uint32_t load) const {
        constexpr std::uint64_t grain = 16;
        const std::uint64_t exponent =
            std::min(grain * 24 * (load + own_ + 1) / limit_, grain * 48);
        return (grain + exponent % grain) << (exponent / grain);
    }

    void change_loads(std::span<const link_id> route, std::uint32_t change) {
        for (const link_id id : route.subspan(is_by_node_ && !route.empty() ? 1 : 0)) {
            const std::uint32_t i = is_by_node_ ? (*links_)[id].from : id;
            loads_[i] += change;
            prices_[i] = price(loads_[i]);
        }
    }

    void begin_search(node_id source, std::uint32_t most) {
        if (steps_.size() <= most) {
            steps_.resize(most + 1, std::vector<step>(links_->node_count()));
            reached_.resize(most + 1);
        }
        reached_[0].assign(1, source);
    }

    // Walks of `length` links, each from one of a link less, that are cheaper than the best route
    // so far. `left`: the links that may follow.
    void extend(node_id destination, std::uint32_t length, std::uint32_t left) {
        const auto distances = distances_->of(destination);
        std::vector<step>& ends = steps_[length];
        for (const node_id node : reached_[length - 1]) {
            if (node == destination) {
                continue;
            }
            const std::uint64_t before = steps_[length - 1][node].price;
            for (const link_id id : links_->ids_of(node)) {
                const node_id to = (*links_)[id].to;
                if (distances[to] > left) {
                    continue;
                }
                const std::uint64_t price = before + price_of(id, destination);
                if (price >= price_limit_) {
                    continue;
                }
                step& end = ends[to];
                if (end.via == no_link) {
                    reached_[length].push_back(to);
                } else if (std::tie(end.price, end.via) < std::tie(price, id)) {
                    continue;
                }
                end = {.price = price, .via = id};
            }
        }
    }

    [[nodiscard]] std::uint64_t price_of(link_id id, node_id destination) const {
        if (!is_by_node_) {
            return prices_[id];
        }
        const node_id to = (*links_)[id].to;
        return to == destination ? 0 : prices_[to];
    }
    [[nodiscard]] std::uint64_t price_of(std::span<const link_id> route,
                                         node_id destination) const {
        std::uint64_t sum = 0;
        for (const link_id id : route) {
            sum += price_of(id, destination);
        }
        return sum;
    }

    void end_search(std::uint32_t most) {
        for (std::uint32_t length = 1; length <= most; ++length) {
            for (const node_id node : reached_[length]) {
                steps_[length][node] = {};
            }
            reached_[length].clear();
        }
    }

    const link_table* links_;
    const distance_matrix* distances_;
    bool is_by_node_;
    std::uint32_t own_;  // load of a node by its own packets
    std::uint32_t mean_ = 0;
    std::uint32_t limit_ = 1;
    std::uint64_t price_limit_ = 0;     // of walks that are of use
    std::vector<std::uint32_t> loads_;  // of links or nodes
    std::vector<std::uint64_t> prices_;
    std::vector<std::vector<step>> steps_;       // by length and node
    std::vector<std::vector<node_id>> reached_;  // by length
};

std::vector<balanced_routes::pair> balanced_routes::ordered_pairs(const distance_matrix& distances,
                                                                  node_id nodes) {
    std::vector<pair> pairs;
    for (node_id source = 0; source < nodes; ++source) {
        for (node_id destination = 0; destination < nodes; ++destination) {
            if (source != destination) {
                pairs.push_back({.source = source, .destination = destination});
            }
        }
    }
    std::ranges::sort(pairs, {}, [&](const pair& ends) {
        const auto [from, to] = ends;
        return std::tuple{~distances.between(from, to), to > from ? to - from : to + (nodes - from),
                          from};
    });
    return pairs;
}

balanced_routes::balanced_routes(const link_table& links, const distance_matrix& distances,
                                 std::uint32_t detour, route_load load)
    : pairs_{ordered_pairs(distances, links.node_count())},
      begin_{0},
      largest_load_{std::numeric_limits<std::uint32_t>::max()} {
    for (const auto& [source, destination] : pairs_) {
        begin_.push_back(begin_.back() + distances.between(source, destination) + detour);
    }
    std::vector<link_id> hops(begin_.back());
    std::vector<std::uint16_t> length(pairs_.size());
    router packets{links, distances, load};
    constexpr int passes = 16;
    for (int pass = 0; pass < passes && largest_load_ > packets.mean(); ++pass) {
        packets.begin_pass();
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const auto own = std::span{hops}.subspan(begin_[i], begin_[i + 1] - begin_[i]);
            length[i] = packets.reroute(pairs_[i], own, length[i]);
        }
        if (packets.largest_load() < largest_load_) {
            largest_load_ = packets.largest_load();
            hops_ = hops;
            length_ = length;
        }
    }
}

schedule_cost balanced_routes_cost(std::uint64_t nodes, std::uint64_t links, std::uint64_t diameter,
                                   std::uint64_t detour) {
    const std::uint64_t most = diameter + detour;
    return {.bytes = nodes * nodes * (most * 8 + 24) + nodes * most * 16,
            .operations = 16 * nodes * nodes * most * links};
}

}  // namespace tutti
