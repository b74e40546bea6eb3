#include "balanced_exchange.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "common/link_matching.hpp"
#include "common/node_pairs.hpp"

namespace tutti {
namespace {

/// Order in which packets leave that wait for one link: by the sum of what is known of each and,
/// perhaps, the links that it still has to take, the largest first; then that of the pairs.
struct packet_order {
    std::vector<std::uint32_t> priority{};  ///< of each packet; empty: 0
    bool is_farthest_first = true;
};

/// Packets on their routes, each waiting for its next link.
class waiting_packets {
public:
    waiting_packets(const link_table& links, const balanced_routes& routes, packet_order order = {})
        : links_{&links},
          routes_{&routes},
          order_{std::move(order)},
          position_(routes.pairs().size()),
          arrivals_(routes.pairs().size()),
          queues_(links.link_count()) {
        for (std::uint32_t packet = 0; packet < position_.size(); ++packet) {
            left_ += routes.route(packet).size();
            enqueue(packet);
        }
        sends_.reserve(left_);
    }

    [[nodiscard]] bool is_empty() const { return left_ == 0; }
    [[nodiscard]] bool has(link_id id) const { return !queues_[id].empty(); }
    [[nodiscard]] std::uint32_t slots() const noexcept { return slot_; }
    /// Slot in which a packet came to its destination.
    [[nodiscard]] std::uint32_t arrival(std::size_t packet) const { return arrivals_[packet]; }
    [[nodiscard]] send_table take_sends() {
        std::ranges::sort(sends_);
        return std::move(sends_);
    }

    /// Lets every link that is used carry the first of its packets, in the next slot.
    void move(std::span<const link_id> used) {
        ++slot_;
        moved_.clear();
        for (const link_id id : used) {
            const std::uint32_t packet = queues_[id].top().second;
            queues_[id].pop();
            const auto [source, destination] = routes_->pairs()[packet];
            sends_.push_back(
                {.slot = slot_, .link = id, .packet = source * links_->node_count() + destination});
            moved_.push_back(packet);
        }
        for (const std::uint32_t packet : moved_) {
            --left_;
            ++position_[packet];
            enqueue(packet);
        }
    }

private:
    /// The priority of a packet, and its rank: the largest first, then by rank.
    using entry = std::pair<std::size_t, std::uint32_t>;
    struct is_later {
        [[nodiscard]] bool operator()(const entry& one, const entry& other) const {
            return std::tie(one.first, other.second) < std::tie(other.first, one.second);
        }
    };

    void enqueue(std::uint32_t packet) {
        const auto route = routes_->route(packet).subspan(position_[packet]);
        if (route.empty()) {
            arrivals_[packet] = slot_;
            return;
        }
        queues_[route.front()].emplace((order_.is_farthest_first ? route.size() : 0) +
                                           (order_.priority.empty() ? 0 : order_.priority[packet]),
                                       packet);
    }

    const link_table* links_;
    const balanced_routes* routes_;
    packet_order order_;
    std::vector<std::uint32_t> position_;  // of each packet on its route
    std::vector<std::uint32_t> arrivals_;  // slot, by packet
    std::vector<std::priority_queue<entry, std::vector<entry>, is_later>> queues_;  // of each link
    std::vector<std::uint32_t> moved_;
    std::size_t left_ = 0;  // sends
    std::uint32_t slot_ = 0;
    send_table sends_;
};

/// Sends and receptions that nodes and links have left, of packets that are not there yet, too.
class remaining_work {
public:
    remaining_work(const link_table& links, const balanced_routes& routes)
        : links_{&links},
          sends_(links.node_count()),
          receptions_(links.node_count()),
          crossings_(links.link_count()) {
        for (std::size_t i = 0; i < routes.pairs().size(); ++i) {
            for (const link_id id : routes.route(i)) {
                change(id, 1);
            }
        }
    }

    [[nodiscard]] std::uint32_t sends(node_id node) const { return sends_[node]; }
    [[nodiscard]] std::uint32_t receptions(node_id node) const { return receptions_[node]; }
    [[nodiscard]] std::uint32_t crossings(link_id id) const { return crossings_[id]; }
    [[nodiscard]] std::uint32_t of_both_ends(link_id id) const {
        const auto& [from, to, through, reverse] = (*links_)[id];
        return sends_[from] + receptions_[from] + sends_[to] + receptions_[to];
    }

    void finish(std::span<const link_id> used) {
        for (const link_id id : used) {
            change(id, ~std::uint32_t{0});
        }
    }

private:
    void change(link_id id, std::uint32_t by) {
        sends_[(*links_)[id].from] += by;
        receptions_[(*links_)[id].to] += by;
        crossings_[id] += by;
    }

    const link_table* links_;
    std::vector<std::uint32_t> sends_;
    std::vector<std::uint32_t> receptions_;
    std::vector<std::uint32_t> crossings_;
};

/// Senders, matched with receivers.
class exchange_matching {
public:
    explicit exchange_matching(const link_table& links)
        : links_{&links}, senders_{links, &link_table::link::to} {}

    [[nodiscard]] std::vector<link_id> links_for(const waiting_packets& packets,
                                                 const remaining_work& work) {
        for (node_id node = 0; node < links_->node_count(); ++node) {
            std::vector<link_id>& ways = senders_.choices(node);
            ways.clear();
            std::ranges::copy_if(links_->ids_of(node), std::back_inserter(ways),
                                 [&](link_id id) { return packets.has(id); });
            std::ranges::sort(ways, {}, [&](link_id id) {
                return std::tuple{~work.receptions((*links_)[id].to), ~work.crossings(id), id};
            });
        }
        return senders_.match([&](node_id node) { return ~work.sends(node); });
    }

private:
    const link_table* links_;
    link_matching senders_;
};

/// Pairs of a sender and a receiver.
class exchange_pairs {
public:
    explicit exchange_pairs(const link_table& links) : links_{&links}, pairs_{links} {}

    [[nodiscard]] std::vector<link_id> links_for(const waiting_packets& packets,
                                                 const remaining_work& work) {
        order_.clear();
        std::ranges::copy_if(links_->ids(), std::back_inserter(order_),
                             [&](link_id id) { return packets.has(id); });
        std::ranges::stable_sort(order_, std::greater{},
                                 [&](link_id id) { return work.of_both_ends(id); });
        const auto useful = [&](link_id id) { return packets.has(id); };
        const auto directed = [&](link_id id) {
            const link_id reverse = (*links_)[id].reverse;
            const bool is_back =
                !useful(id) || (useful(reverse) && work.crossings(id) < work.crossings(reverse));
            return is_back ? reverse : id;
        };
        return pairs_.match(order_, useful, directed);
    }

private:
    const link_table* links_;
    node_pairs pairs_;
    std::vector<link_id> order_;
};

send_table exchanged(const link_table& links, const balanced_routes& routes, auto rule) {
    waiting_packets packets{links, routes};
    remaining_work work{links, routes};
    while (!packets.is_empty()) {
        const std::vector<link_id> used = rule.links_for(packets, work);
        packets.move(used);
        work.finish(used);
    }
    return packets.take_sends();
}

waiting_packets moved_packets(const link_table& links, const balanced_routes& routes,
                              packet_order order) {
    waiting_packets packets{links, routes, std::move(order)};
    std::vector<link_id> used;
    while (!packets.is_empty()) {
        used.clear();
        std::ranges::copy_if(links.ids(), std::back_inserter(used),
                             [&](link_id id) { return packets.has(id); });
        packets.move(used);
    }
    return packets;
}

}  // namespace

send_table exchange_with_all_ports(const link_table& links, const balanced_routes& routes) {
    return moved_packets(links, routes, {}).take_sends();
}

send_table exchange_in_learned_order(const link_table& links, const balanced_routes& routes) {
    const std::uint32_t least = std::max(routes.largest_load(), routes.least_slots());
    std::vector<std::uint32_t> priority(routes.pairs().size());
    send_table best;
    for (std::uint32_t round = 0; round < learning_rounds; ++round) {
        waiting_packets packets = moved_packets(links, routes, {.priority = priority});
        const std::uint32_t slots = packets.slots();
        if (round == 0 || slots < slots_of(best)) {
            best = packets.take_sends();
        }
        if (slots <= least) {
            break;
        }
        for (std::size_t i = 0; i < priority.size(); ++i) {
            priority[i] += packets.arrival(i) >= slots - (slots - least) / 2 ? 1U : 0U;
        }
    }
    return best;
}

send_table exchange_in_shifted_order(const link_table& links, const balanced_routes& routes,
                                     const participant_set& participants) {
    const std::uint32_t count = participants.size(links.node_count());
    packet_order order{.priority = {}, .is_farthest_first = false};
    for (const auto& [source, destination] : routes.pairs()) {
        const std::uint32_t from = participants.rank_of(source);
        const std::uint32_t to = participants.rank_of(destination);
        order.priority.push_back((count + from - to) % count);
    }
    return moved_packets(links, routes, std::move(order)).take_sends();
}

send_table exchange_with_one_port(const link_table& links, const balanced_routes& routes,
                                  duplex_mode mode) {
    return mode == duplex_mode::full ? exchanged(links, routes, exchange_matching{links})
                                     : exchanged(links, routes, exchange_pairs{links});
}

schedule_cost exchange_with_all_ports_cost(std::uint64_t sends, std::uint64_t orders) {
    return {.bytes = sends * sizeof(timed_send) * 2, .operations = sends * orders * 60};
}

schedule_cost exchange_with_one_port_cost(std::uint64_t sends, std::uint64_t nodes,
                                          std::uint64_t links) {
    // Every slot sorts the links.
    return {.bytes = sends * sizeof(timed_send),
            .operations = sends * 60 + sends / nodes * links * 40};
}

}  // namespace tutti
