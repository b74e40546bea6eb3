#include "negotiated_timetable.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace tutti {
namespace {

constexpr std::uint64_t routes_without_conflict = 100;  // of which one changes in a round
constexpr std::uint64_t packet_pressure_growth = 1050;  // in thousandths, a round

void shuffle_items(std::vector<std::uint32_t>& items, split_mix& random) {
    for (std::size_t count = items.size(); count > 1; --count) {
        std::swap(items[count - 1], items[random.next() % count]);
    }
}

// Positions of the packets, those whose farthest destination is farthest first.
std::vector<std::uint32_t> packets_by_falling_distance(const optimum_question& question) {
    const std::vector<std::vector<std::size_t>> distances = hop_distances(question);
    std::vector<std::size_t> farthest;
    for (const carried_packet& packet : question.packets) {
        std::size_t most = 0;
        for (const node_id destination : packet.destinations) {
            most = std::max(most, distances[packet.origin][destination]);
        }
        farthest.push_back(most);
    }
    std::vector<std::uint32_t> order(question.packets.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::uint32_t packet) { return farthest[packet]; });
    return order;
}

// True if every sender of a packet has it before the slot, no node gets it twice, and all its
// destinations do; and if a packet for one node leaves no node twice.
[[maybe_unused]] bool delivers_packet(const optimum_question& question, const timetable& rows,
                                      std::uint32_t number) {
    const carried_packet& packet = question.packets[number];
    std::vector<slot> arrivals(question.nodes, never);
    std::vector<bool> has_sent(question.nodes);
    arrivals[packet.origin] = 0;
    for (const timetable_row& row : rows) {
        if (row.packet != number) {
            continue;
        }
        const auto [from, to] = question.links[row.link];
        const bool is_second = packet.destinations.size() == 1 && has_sent[from];
        if (arrivals[from] >= row.at || arrivals[to] != never || is_second) {
            return false;
        }
        has_sent[from] = true;
        arrivals[to] = row.at;
    }
    return std::ranges::all_of(packet.destinations,
                               [&](node_id node) { return arrivals[node] != never; });
}

[[maybe_unused]] bool answers_moves(const optimum_question& question, slot slots,
                                    const timetable& rows) {
    for (std::uint32_t packet = 0; packet < question.packets.size(); ++packet) {
        if (!delivers_packet(question, rows, packet)) {
            return false;
        }
    }
    const bool is_in_time = rows.empty() || (rows.front().at >= 1 && rows.back().at <= slots);
    return is_in_time && obeys_capacities(question, rows);
}

// Slots of the uses of a resource, in ascending order. Hops that shout a packet count once.
std::vector<slot> resource_uses(const optimum_question& question, const slot_resource& resource,
                                const timetable& rows) {
    std::vector<slot> uses;
    std::vector<std::pair<slot, std::uint32_t>> shouts;
    for (const timetable_row& row : rows) {
        if (std::ranges::find(resource.links, row.link) == resource.links.end()) {
            continue;
        }
        if (resource.is_shouted_through && question.links[row.link].from == resource.gate) {
            shouts.emplace_back(row.at, row.packet);
        } else {
            uses.push_back(row.at);
        }
    }
    std::ranges::sort(shouts);
    shouts.erase(std::ranges::unique(shouts).begin(), shouts.end());
    for (const auto& [at, packet] : shouts) {
        uses.push_back(at);
    }
    std::ranges::sort(uses);
    return uses;
}

}  // namespace

bool negotiate_routes(congestion_ledger& ledger, const std::vector<timed_route>& routes,
                      std::vector<std::uint32_t> order, std::uint64_t growth,
                      const negotiation_effort& effort,
                      const std::function<bool(std::uint32_t item)>& reroute) {
    split_mix random{effort.seed};
    bool is_first = true;
    const auto is_due = [&](std::uint32_t item) {
        return is_first || ledger.is_overused(routes[item]) ||
               random.next() % routes_without_conflict == 0;
    };
    const auto may_go_on = [&](std::uint32_t item) {
        const bool is_stopped = effort.is_stopped && effort.is_stopped();
        return !is_stopped && (!is_due(item) || reroute(item));
    };
    for (std::uint64_t round = 0; round < effort.rounds; ++round) {
        for (const std::uint32_t item : order) {
            if (!is_first && ledger.is_settled()) {
                return true;
            }
            if (!may_go_on(item)) {
                return false;
            }
        }
        is_first = false;
        ledger.end_round(growth);
        shuffle_items(order, random);
    }
    return effort.rounds > 0 && ledger.is_settled();
}

bool obeys_capacities(const optimum_question& question, const timetable& rows) {
    return std::ranges::all_of(question.resources, [&](const slot_resource& resource) {
        const std::vector<slot> uses = resource_uses(question, resource, rows);
        for (std::size_t i = resource.capacity; i < uses.size(); ++i) {
            if (uses[i] == uses[i - resource.capacity]) {
                return false;
            }
        }
        return true;
    });
}

std::optional<timetable> negotiated_timetable(const optimum_question& question, slot slots,
                                              const negotiation_effort& effort) {
    if (question.kind != question_kind::moves || slots < 0) {
        return std::nullopt;
    }
    congestion_ledger ledger{question, std::size_t(slots)};
    tree_search search{ledger, mix(effort.seed)};
    std::vector<timed_route> routes(question.packets.size());
    const auto reroute = [&](std::uint32_t item) {
        const carried_packet& packet = question.packets[item];
        ledger.withdraw(routes[item]);
        const bool is_found =
            search.grow(packet.origin, {.steps = ledger.slots()}, packet.destinations).has_value();
        routes[item] = search.route();
        ledger.finish(routes[item]);
        return is_found;
    };
    if (!negotiate_routes(ledger, routes, packets_by_falling_distance(question),
                          packet_pressure_growth, effort, reroute)) {
        return std::nullopt;
    }
    timetable rows;
    for (std::uint32_t packet = 0; packet < routes.size(); ++packet) {
        for (const timed_hop& hop : routes[packet]) {
            rows.push_back({.at = slots_for(hop.at), .link = hop.link, .packet = packet});
        }
    }
    std::ranges::sort(rows);
    assert(answers_moves(question, slots, rows));
    return rows;
}

}  // namespace tutti
