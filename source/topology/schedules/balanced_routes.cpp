#include "balanced_routes.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_passes = 16;

}  // namespace

/// Search for the cheapest walks, and the loads of the routes that it has found.
class balanced_routes::router {
public:
    /// @param nodes that send a packet to each other
    router(const link_table& links, const distance_matrix& distances, route_load load,
           const std::vector<node_id>& nodes)
        : links_{&links},
          distances_{&distances},
          first_link_{load == route_load::nodes ? links.node_count() : 0},
          loads_(first_link_ + (first_link_ == 0 || links.has_switches() ? links.link_count() : 0)),
          prices_(loads_.size()) {
        std::uint64_t sum = 0;
        const auto others = size_as<std::uint32_t>(nodes) - 1;
        for (const node_id node : nodes) {
            for (const node_id other : nodes) {
                sum += distances.between(node, other);
            }
            const bool has_one_port = is_by_node() && !links.is_switch(node);
            const std::uint32_t ports = has_one_port ? 1 : std::max(links.degree(node), 1U);
            least_ = std::max(least_, (others + ports - 1) / ports);
            if (has_one_port) {
                loads_[node] = others;
            }
        }
        const std::uint64_t senders = std::max(sender_count(), std::uint64_t{1});
        mean_ = static_cast<std::uint32_t>((sum + senders - 1) / senders);
        least_ = std::max(least_, mean_);
    }

    /// No routes have a lower maximum of the loads.
    [[nodiscard]] std::uint32_t least_load() const noexcept { return least_; }
    [[nodiscard]] std::uint32_t largest_load() const {
        return loads_.empty() ? 0 : std::ranges::max(loads_);
    }

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
        const std::uint64_t exponent = std::min(grain * 24 * (load + 1) / limit_, grain * 48);
        return (grain + exponent % grain) << (exponent / grain);
    }

    void change_loads(std::span<const link_id> route, std::uint32_t change) {
        for (const link_id& id : route) {
            // A node that has one port counts its own packets from the start.
            const bool is_counted = is_by_node() && &id == route.data() && !leaves_switch(id);
            if (!is_counted) {
                const std::size_t i =
                    is_by_node() && !leaves_switch(id) ? (*links_)[id].from : first_link_ + id;
                loads_[i] += change;
                prices_[i] = price(loads_[i]);
            }
        }
    }

    // Links, or nodes that have one port and links that leave switches.
    [[nodiscard]] std::uint64_t sender_count() const {
        if (!is_by_node()) {
            return links_->link_count();
        }
        std::uint64_t count = 0;
        for (node_id node = 0; node < links_->node_count(); ++node) {
            count += links_->is_switch(node) ? links_->degree(node) : 1;
        }
        return count;
    }

    [[nodiscard]] bool is_by_node() const noexcept { return first_link_ > 0; }
    [[nodiscard]] bool leaves_switch(link_id id) const {
        return links_->is_switch((*links_)[id].from);
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
        if (!is_by_node()) {
            return prices_[id];
        }
        const node_id to = (*links_)[id].to;
        return (to == destination || links_->is_switch(to) ? 0 : prices_[to]) +
               (leaves_switch(id) ? prices_[first_link_ + id] : 0);
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
    std::size_t first_link_;  // load of the first link: those of nodes, if they count, come before
    std::uint32_t mean_ = 0;
    std::uint32_t least_ = 0;
    std::uint32_t limit_ = 1;
    std::uint64_t price_limit_ = 0;     // of walks that are of use
    std::vector<std::uint32_t> loads_;  // of links, or of nodes and links of switches
    std::vector<std::uint64_t> prices_;
    std::vector<std::vector<step>> steps_;       // by length and node
    std::vector<std::vector<node_id>> reached_;  // by length
};

std::vector<balanced_routes::pair> balanced_routes::ordered_pairs(const distance_matrix& distances,
                                                                  const std::vector<node_id>& nodes,
                                                                  node_id node_count) {
    std::vector<pair> pairs;
    for (const node_id source : nodes) {
        for (const node_id destination : nodes) {
            if (source != destination) {
                pairs.push_back({.source = source, .destination = destination});
            }
        }
    }
    std::ranges::sort(pairs, {}, [&](const pair& ends) {
        const auto [from, to] = ends;
        return std::tuple{~distances.between(from, to),
                          to > from ? to - from : to + (node_count - from), from};
    });
    return pairs;
}

balanced_routes::balanced_routes(const link_table& links, const distance_matrix& distances,
                                 std::uint32_t detour, route_load load,
                                 const participant_set& participants)
    : begin_{0}, largest_load_{std::numeric_limits<std::uint32_t>::max()} {
    const std::vector<node_id> nodes = participants.nodes(links.node_count());
    pairs_ = ordered_pairs(distances, nodes, links.node_count());
    for (const auto& [source, destination] : pairs_) {
        begin_.push_back(begin_.back() + distances.between(source, destination) + detour);
    }
    std::vector<link_id> hops(begin_.back());
    std::vector<std::uint16_t> length(pairs_.size());
    router packets{links, distances, load, nodes};
    least_slots_ = pairs_.empty()
                       ? 0
                       : std::max(packets.least_load(),
                                  distances.between(pairs_[0].source, pairs_[0].destination));
    for (std::uint64_t pass = 0; pass < most_passes && largest_load_ > packets.least_load();
         ++pass) {
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

schedule_cost balanced_routes_cost(const link_table& links, const distance_matrix& distances,
                                   std::uint32_t detour, const participant_set& participants) {
    constexpr std::size_t most_sources = 16;
    constexpr std::uint64_t nanoseconds = 5;  // that a link takes, as measured
    const std::vector<node_id> nodes = participants.nodes(links.node_count());
    const std::size_t stride = (nodes.size() + most_sources - 1) / most_sources;
    std::uint64_t steps = 0;  // links that walks from some sources look at
    std::uint64_t room = 0;
    std::uint32_t diameter = 0;
    for (std::size_t i = 0; i < nodes.size(); i += stride) {
        for (const node_id destination : nodes) {
            const std::uint32_t least = distances.between(nodes[i], destination);
            diameter = std::max(diameter, least);
            room += least + detour;
            for (node_id node = 0; node < links.node_count(); ++node) {
                const std::uint32_t by_way =
                    distances.between(nodes[i], node) + distances.between(node, destination);
                const std::uint32_t most = least + detour;
                steps += by_way > most || node == destination
                             ? 0
                             : std::uint64_t{most - by_way + 1} * links.degree(node);
            }
        }
    }
    // Where all are neighbours the first routes are the best.
    const std::uint64_t passes = diameter > 1 ? most_passes : 1;
    const std::uint64_t pairs = nodes.size() * nodes.size();
    const std::uint64_t walks = links.node_count() * std::uint64_t{diameter + detour};
    return {.bytes = room * stride * 8 + pairs * 24 + walks * 16,
            .operations = passes * steps * stride * nanoseconds};
}

}  // namespace tutti
