#include "network_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "all_links.hpp"
#include "bound_search.hpp"
#include "link_weights.hpp"
#include "one_way_tails.hpp"
#include "quickest_flow.hpp"
#include "telephone.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"
#include "util/counts.hpp"
#include "util/recent_results.hpp"

namespace tutti {
namespace {

// Of weights of every pair; one round is always few enough, for `links_within` was.
constexpr std::size_t most_steps_of_weights = std::size_t{1} << 25U;

bool has_one_port(const problem& problem) {
    return problem.ports == port_model::single_port_full_duplex ||
           problem.ports == port_model::single_port_half_duplex;
}

// Weights of links stand beside their ends: "weights of links: 0-1 5, 0-2 7".
std::string certificate_of(const all_links& links, const link_weights& weights) {
    const bool is_one_way = weights.ports == port_model::one_way;
    if (!has_all_ports(weights.ports) && !is_one_way) {
        return listed(weights.ports == port_model::single_port_full_duplex
                          ? "weights of sending gates by node, then of receiving gates"
                          : "weights of gates by node, then of the room for half as many packets",
                      weights.weights);
    }
    const slot_resources resources = resources_of(links, weights.ports);
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < links.links().size(); ++i) {
        const auto [from, to] = links.links()[i];
        if (!is_one_way || from < to) {
            entries.push_back(
                fmt::format("{}-{} {}", from, to, weights.weights[resources.of_link[i].front()]));
        }
    }
    return listed(is_one_way ? "weights of links" : "weights of directed links", entries, ", ");
}

// The messages that each node has for others, where it has any.
std::vector<flow_demand> demands_of(std::size_t nodes, amount_between amount) {
    std::vector<flow_demand> demands;
    for (node_id root = 0; root < nodes; ++root) {
        flow_demand demand{.root = root, .amounts = std::vector<std::uint64_t>(nodes)};
        for (node_id to = 0; to < nodes; ++to) {
            demand.amounts[to] = to == root ? 0 : amount(root, to);
        }
        if (demand.total() > 0) {
            demands.push_back(std::move(demand));
        }
    }
    return demands;
}

lower_bound bound_of(packet_size packets, const all_links& links, const link_weights& weights,
                     std::string_view ways, const rational& slots) {
    if (weights.capacity == 0) {
        return {.assumes = packets};
    }
    return {.units = packets.rounded_up(slots),
            .assumes = packets,
            .proof = fmt::format("by weight the ways {} add up to {}, and a slot has {}", ways,
                                 weights.distance, weights.capacity),
            .name = "link weights",
            .certificate = certificate_of(links, weights)};
}

// Equal weights are the best where all links look alike, and with gates where all nodes do.
int rounds_for(const network& net, port_model ports, const all_links& links) {
    const auto* const shape = std::get_if<grid>(&net);
    const bool is_cubic = shape != nullptr && shape->edge() == grid_edge::closed &&
                          std::ranges::min(shape->sides()) == std::ranges::max(shape->sides());
    const bool is_alike = std::holds_alternative<hypercube>(net) || is_cubic ||
                          (!has_all_ports(ports) && is_vertex_transitive(net));
    const int rounds = affordable_rounds(links, links.node_count(), most_steps_of_weights);
    return is_alike ? std::min(1, rounds) : rounds;
}

// Of messages that change from run to run; a network may take one round that is longer than all
// that others make. The bound for pieces requests the same weights again.
link_weights drawn_weights(const all_links& links, port_model ports,
                           const std::vector<flow_demand>& demands) {
    constexpr std::size_t most_steps_of_drawn = std::size_t{1} << 20U;
    constexpr std::size_t most_steps_of_one = std::size_t{1} << 22U;
    const int rounds =
        std::max(affordable_rounds(links, demands.size(), most_steps_of_drawn),
                 std::min(1, affordable_rounds(links, demands.size(), most_steps_of_one)));
    thread_local recent_results<std::tuple<port_model, std::vector<flow_demand>, all_links>,
                                link_weights>
        recent{2};
    return rounds == 0 || demands.empty()
               ? link_weights{}
               : recent.of({ports, demands, links},
                           [&] { return heavy_link_weights(links, ports, demands, rounds); });
}

// Packets that fit into a slot. One that is shouted is for one node at least.
std::uint64_t room_of_slot(const problem& problem) {
    const std::uint64_t nodes = node_count(problem.network);
    const std::uint64_t links = link_count(problem.network);
    return std::max<std::uint64_t>(1, problem.ports == port_model::all_port  ? links
                                      : problem.ports == port_model::one_way ? links / 2
                                      : problem.ports == port_model::single_port_full_duplex
                                          ? nodes
                                          : nodes / 2);
}

// The distances between all nodes; of one where all look alike.
std::uint64_t sum_of_distances(const all_links& links, bool is_alike) {
    std::uint64_t sum = 0;
    for (node_id node = 0; node < (is_alike ? 1 : links.node_count()); ++node) {
        const std::vector<int> distances = distances_from(links, node);
        sum += static_cast<std::uint64_t>(
            std::accumulate(distances.begin(), distances.end(), std::int64_t{0}));
    }
    return is_alike ? sum * links.node_count() : sum;
}

// Of ways that add up to `sum` links, so many times.
lower_bound equal_weights_bound(const problem& problem, packet_size packets, std::string_view ways,
                                std::uint64_t sum, std::uint64_t times) {
    const std::uint64_t room = room_of_slot(problem);
    return {.units = packets.rounded_up(rational{sum, room} * times),
            .assumes = packets,
            .proof = fmt::format("the ways {} add up to {}, and a slot has {}", ways, sum, room),
            .name = "distances"};
}

// Equal weights for all links, where others take too long.
lower_bound distances_bound(const problem& problem, packet_size packets, amount_between amount) {
    constexpr std::size_t most_visits_of_distances = std::size_t{1} << 27U;
    const bool is_alike = is_vertex_transitive(problem.network);
    const auto links = is_alike ? links_within(problem.network, 1)
                                : links_within(problem.network, node_count(problem.network),
                                               most_visits_of_distances);
    if (links == nullptr) {
        return {.assumes = packets};
    }
    static recent_results<network, std::uint64_t> recent;
    const std::uint64_t sum =
        recent.of(problem.network, [&] { return sum_of_distances(*links, is_alike); });
    return equal_weights_bound(problem, packets, "between all nodes", sum, amount(0, 1));
}

// Sum over all messages, where distances have a closed form; else 0.
template <topology Network>
std::uint64_t sum_of_ways(const Network& /*shape*/, amount_between /*amount*/) {
    return 0;
}
template <measures_distances Network>
std::uint64_t sum_of_ways(const Network& shape, amount_between amount) {
    std::uint64_t sum = 0;
    for (node_id from = 0; from < shape.node_count(); ++from) {
        for (node_id to = 0; to < shape.node_count(); ++to) {
            if (const std::uint64_t messages = to == from ? 0 : amount(from, to); messages > 0) {
                sum += messages * static_cast<std::uint64_t>(shape.distance(from, to));
            }
        }
    }
    return sum;
}

// Of messages that change from run to run. A trial has no time for other than equal weights.
lower_bound drawn_weights_bound(const problem& problem, packet_size packets,
                                amount_between amount) {
    constexpr std::size_t most_nodes_of_sums = 4096;
    const std::size_t nodes = node_count(problem.network);
    const bool is_searched = !problem.is_trial && nodes <= most_nodes_of_drawn;
    if (const auto links = is_searched ? links_within(problem.network, 1) : nullptr) {
        const link_weights weights =
            drawn_weights(*links, problem.ports, demands_of(nodes, amount));
        if (weights.capacity > 0) {
            return bound_of(packets, *links, weights, "of all messages", weights.slots());
        }
    }
    if (nodes > most_nodes_of_sums) {
        return {.assumes = packets};
    }
    const std::uint64_t sum =
        std::visit([&](const auto& shape) { return sum_of_ways(shape, amount); }, problem.network);
    return equal_weights_bound(problem, packets, "of all messages", sum, 1);
}

}  // namespace

lower_bound weights_bound(const problem& problem, packet_size packets, const traffic& messages) {
    if (!messages.is_uniform) {
        return drawn_weights_bound(problem, packets, messages.amount);
    }
    const std::size_t nodes = node_count(problem.network);
    const auto links = links_within(problem.network, nodes);
    if (links == nullptr) {
        return distances_bound(problem, packets, messages.amount);
    }
    static recent_results<std::tuple<port_model, network>, std::shared_ptr<const link_weights>>
        recent;
    const auto weights = recent.of({problem.ports, problem.network}, [&] {
        const auto one_each = [](node_id /*from*/, node_id /*to*/) { return std::uint64_t{1}; };
        return std::make_shared<const link_weights>(
            heavy_link_weights(*links, problem.ports, demands_of(nodes, one_each),
                               rounds_for(problem.network, problem.ports, *links)));
    });
    return bound_of(packets, *links, *weights, "between all nodes",
                    weights->slots() * messages.amount(0, 1));
}

lower_bound tails_bound(const problem& problem, packet_size packets, std::uint64_t messages) {
    const auto links = problem.ports == port_model::one_way && packets.is_whole()
                           ? links_within(problem.network, link_count(problem.network))
                           : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    const one_way_tails tails = strongest_tails(*links, messages);
    return {.units = tails.slots,
            .assumes = packets,
            .proof = fmt::format("{} messages cross {} one-way {} between two parts, and the last "
                                 "goes on behind it",
                                 tails.messages, tails.links, tails.links == 1 ? "link" : "links"),
            .name = "tails behind a cut",
            .certificate = listed("parts of nodes", std::vector<int>(tails.is_second.begin(),
                                                                     tails.is_second.end()))};
}

lower_bound calls_bound(const problem& problem, packet_size packets, node_id root,
                        std::uint64_t amount) {
    const auto links = has_one_port(problem) && packets.is_whole() && amount > 0
                           ? links_within(problem.network, 1, most_visits_of_one)
                           : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    const telephone_bound calls = slots_of_telephone(*links, root);
    const std::string_view reason = reason_of(calls.rule);
    return {.units = rational{calls.slots} + (amount - 1),
            .assumes = packets,
            .proof = amount == 1 ? std::string{reason}
                                 : fmt::format("the last of {} messages leaves the root; {}",
                                               amount, reason),
            .name = "telephone",
            .certificate =
                calls.labels.empty() ? std::string{} : listed("labels of nodes", calls.labels)};
}

lower_bound branch_bound(const problem& problem, packet_size packets) {
    const auto links = problem.ports == port_model::single_port_half_duplex ||
                               problem.ports == port_model::shout_and_whisper
                           ? links_within(problem.network, 1, most_visits_of_one)
                           : nullptr;
    if (links == nullptr || !packets.is_whole()) {
        return {.assumes = packets};
    }
    std::size_t largest = 0;
    for (const directed_link& link : links->links_of(problem.root)) {
        const std::vector<int> behind = distances_from(*links, link.to, link);
        if (behind[problem.root] < 0) {
            largest = std::max(largest, count_where(behind, [](int far) { return far >= 0; }));
        }
    }
    return {.units = largest == 0 ? 0 : 2 * largest - 1,
            .assumes = packets,
            .proof = fmt::format("a neighbour of the root passes the messages of {} nodes, in and "
                                 "out with one port",
                                 largest),
            .name = "branch"};
}

lower_bound transmissions_bound(const problem& problem, packet_size packets, std::uint64_t messages,
                                std::uint64_t each) {
    const std::uint64_t room = room_of_slot(problem);
    return {.units = packets.rounded_up(rational{each, room} * messages),
            .assumes = packets,
            .proof = fmt::format("{} message{} {} transmissions{}, and a slot has room for {}",
                                 messages, messages == 1 ? " takes" : "s take", each,
                                 messages == 1 ? "" : " each", room),
            .name = "transmissions"};
}

lower_bound doubling_bound(const problem& problem, packet_size packets) {
    if (has_all_ports(problem.ports)) {
        return {.assumes = packets};
    }
    return {.units = packets.length() * std::bit_width(node_count(problem.network) - 1),
            .assumes = packets,
            .proof = "with one port those who know at most double in a slot",
            .name = "doubling"};
}

}  // namespace tutti
