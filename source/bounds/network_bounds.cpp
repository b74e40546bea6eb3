#include "network_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "all_links.hpp"
#include "bound_search.hpp"
#include "cuts/one_way_tails.hpp"
#include "link_weights.hpp"
#include "participation.hpp"
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

std::size_t nodes_of(const problem& problem) { return node_count(problem.network); }

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

// The messages that each participant has for others, where it has any.
std::vector<flow_demand> demands_of(const problem& problem, amount_between amount) {
    const std::size_t nodes = nodes_of(problem);
    const number_sequence participants = problem.participants.nodes(nodes);
    std::vector<flow_demand> demands;
    for (const node_id root : participants) {
        flow_demand demand{.root = root, .amounts = std::vector<std::uint64_t>(nodes)};
        for (const node_id to : participants) {
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
    const slot at_ends = weights.before + weights.behind;
    std::string proof = fmt::format("by weight the ways {} add up to {}, and a slot has {}", ways,
                                    weights.distance, weights.capacity);
    if (at_ends > 0) {
        proof +=
            fmt::format(" but for the first {} and the last {}", weights.before, weights.behind);
    }
    return {.units = packets.rounded_up(slots) + packets.length() * at_ends,
            .assumes = packets,
            .proof = std::move(proof),
            .name = at_ends > 0 ? "link weights with ends" : "link weights",
            .certificate = certificate_of(links, weights)};
}

// Equal weights are the best where all links look alike, and with gates where all nodes do.
int rounds_for(const problem& problem, const all_links& links) {
    const network& net = problem.network;
    const auto* const shape = std::get_if<grid>(&net);
    const bool is_cubic = shape != nullptr && shape->edge() == grid_edge::closed &&
                          std::ranges::min(shape->sides()) == std::ranges::max(shape->sides());
    const bool is_alike = is_everyone_alike(problem) &&
                          (std::holds_alternative<hypercube>(net) || is_cubic ||
                           (!has_all_ports(problem.ports) && is_vertex_transitive(net)));
    const int rounds = affordable_rounds(links, problem.participant_count(), most_steps_of_weights);
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

// Packets that fit into a slot. One that is shouted is for one node at least. Where switches may
// pass on any number, those that participants with one port send and receive.
std::uint64_t room_of_slot(const problem& problem) {
    const std::uint64_t nodes = node_count(problem.network);
    const std::uint64_t links = link_count(problem.network);
    const port_model ports = bounded_ports(problem);
    if (!has_all_ports(ports) && !switches_in(problem.network).empty()) {
        return rates_of_participants(problem).both;
    }
    return std::max<std::uint64_t>(1, ports == port_model::all_port                  ? links
                                      : ports == port_model::one_way                 ? links / 2
                                      : ports == port_model::single_port_full_duplex ? nodes
                                                                                     : nodes / 2);
}

// Of ways that add up to `sum` links, so many times.
lower_bound equal_weights_bound(const problem& problem, packet_size packets, std::string_view ways,
                                std::uint64_t sum, std::uint64_t times) {
    if (!has_all_ports(problem.ports) && !switches_in(problem.network).empty()) {
        return {.assumes = packets};
    }
    const std::uint64_t room = room_of_slot(problem);
    return {.units = packets.rounded_up(rational{sum, room} * times),
            .assumes = packets,
            .proof = fmt::format("the ways {} add up to {}, and a slot has {}", ways, sum, room),
            .name = "distances"};
}

std::string_view between_participants(const problem& problem) {
    return problem.participants.is_everyone() ? "between all nodes" : "between all participants";
}

// Equal weights for all links, where others take too long.
lower_bound distances_bound(const problem& problem, packet_size packets, std::uint64_t amount) {
    constexpr std::size_t most_visits_of_distances = std::size_t{1} << 27U;
    const auto sum = sum_of_distances(problem, most_visits_of_distances);
    return sum ? equal_weights_bound(problem, packets, between_participants(problem), *sum, amount)
               : lower_bound{.assumes = packets};
}

// Sum over all messages, where distances have a closed form; else 0.
template <topology Network>
std::uint64_t sum_of_ways(const Network& /*shape*/, const number_sequence& /*participants*/,
                          amount_between /*amount*/) {
    return 0;
}
template <measures_distances Network>
std::uint64_t sum_of_ways(const Network& shape, const number_sequence& participants,
                          amount_between amount) {
    std::uint64_t sum = 0;
    for (const node_id from : participants) {
        for (const node_id to : participants) {
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
            drawn_weights(*links, bounded_ports(problem), demands_of(problem, amount));
        if (weights.capacity > 0) {
            return bound_of(packets, *links, weights, "of all messages", weights.slots());
        }
    }
    if (nodes > most_nodes_of_sums) {
        return {.assumes = packets};
    }
    const number_sequence participants = problem.participants.nodes(nodes);
    const std::uint64_t sum =
        std::visit([&](const auto& shape) { return sum_of_ways(shape, participants, amount); },
                   problem.network);
    return equal_weights_bound(problem, packets, "of all messages", sum, 1);
}

// Of one message of every participant for every other: over all links, and over inner ones.
using uniform_weights = std::pair<link_weights, link_weights>;

uniform_weights weights_between_all(const problem& problem, const all_links& links) {
    const auto one_each = [](node_id /*from*/, node_id /*to*/) { return std::uint64_t{1}; };
    const port_model ports = bounded_ports(problem);
    const std::vector<flow_demand> demands = demands_of(problem, one_each);
    const int rounds = rounds_for(problem, links);
    return {heavy_link_weights(links, ports, demands, rounds),
            ports == port_model::all_port ? inner_link_weights(links, demands, rounds)
                                          : link_weights{}};
}

}  // namespace

std::optional<std::uint64_t> sum_of_distances(const problem& problem, std::size_t most_visits) {
    const bool is_alike = is_alike_everywhere(problem);
    const number_sequence participants = problem.participants.nodes(nodes_of(problem));
    const std::size_t searches = is_alike ? 1 : participants.size();
    const auto links = is_alike ? links_within(problem.network, 1)
                                : links_within(problem.network, searches, most_visits);
    if (links == nullptr) {
        return std::nullopt;
    }
    static recent_results<std::tuple<network, participant_set>, std::uint64_t> recent;
    return recent.of({problem.network, problem.participants}, [&] {
        std::uint64_t sum = 0;
        for (std::size_t rank = 0; rank < searches; ++rank) {
            const std::vector<int> distances = distances_from(*links, participants[rank]);
            for (const node_id node : participants) {
                sum += static_cast<std::uint64_t>(distances[node]);
            }
        }
        return is_alike ? sum * participants.size() : sum;
    });
}

lower_bound weights_bound(const problem& problem, packet_size packets, const traffic& messages) {
    if (!messages.is_uniform || has_drawn_participants(problem)) {
        return drawn_weights_bound(problem, packets, messages.amount);
    }
    const number_sequence participants = problem.participants.nodes(nodes_of(problem));
    if (participants.size() < 2) {
        return {.assumes = packets};
    }
    const std::uint64_t amount = messages.amount(participants[0], participants[1]);
    const auto links = links_within(problem.network, participants.size());
    if (links == nullptr) {
        return distances_bound(problem, packets, amount);
    }
    static recent_results<std::tuple<port_model, network, participant_set>,
                          std::shared_ptr<const uniform_weights>>
        recent;
    const auto weights =
        recent.of({bounded_ports(problem), problem.network, problem.participants}, [&] {
            return std::make_shared<const uniform_weights>(weights_between_all(problem, *links));
        });
    const std::string_view ways = between_participants(problem);
    const auto& [all, inner] = *weights;
    return strongest({bound_of(packets, *links, all, ways, all.slots() * amount),
                      bound_of(packets, *links, inner, ways, inner.slots() * amount)});
}

lower_bound tails_bound(const problem& problem, packet_size packets, std::uint64_t messages) {
    const auto links = bounded_ports(problem) == port_model::one_way && packets.is_whole()
                           ? links_within(problem.network, link_count(problem.network))
                           : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    const one_way_tails tails = strongest_tails(*links, messages, problem.participants);
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
    const telephone_bound calls = slots_of_telephone(*links, root, problem.participants);
    const std::string_view reason = reason_of(calls.rule);
    const std::uint64_t leaving = divided_up(amount, packets_a_slot_of(problem, root));
    return {.units = rational{calls.slots} + (leaving - 1),
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
    std::size_t packets_passed = 0;
    const number_sequence participants = problem.participants.nodes(links->node_count());
    for (const directed_link& link : links->links_of(problem.root)) {
        const std::vector<int> behind = distances_from(*links, link.to, link);
        if (behind[problem.root] < 0 && !links->is_switch(link.to)) {
            const std::size_t nodes =
                count_where(participants, [&](node_id node) { return behind[node] >= 0; });
            const std::size_t own = problem.participants.contains(link.to) ? 1 : 0;
            if (2 * nodes - own > packets_passed) {
                packets_passed = 2 * nodes - own;
                largest = nodes;
            }
        }
    }
    return {.units = packets_passed,
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
    if (has_all_ports(problem.ports) || !switches_in(problem.network).empty()) {
        return {.assumes = packets};
    }
    return {.units = packets.length() * std::bit_width(problem.participant_count() - 1),
            .assumes = packets,
            .proof = "with one port those who know at most double in a slot",
            .name = "doubling"};
}

}  // namespace tutti
