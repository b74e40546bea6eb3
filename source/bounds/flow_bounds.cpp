#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "all_links.hpp"
#include "bound_search.hpp"
#include "certificate.hpp"
#include "network_bounds.hpp"
#include "participation.hpp"
#include "quickest_flow.hpp"
#include "static_flow.hpp"
#include "util/collect.hpp"
#include "util/recent_results.hpp"

namespace tutti {
namespace {

constexpr std::size_t most_nodes_of_flows = 64;
// Of messages or participants that are drawn.
constexpr std::size_t most_arcs_of_drawn = std::size_t{1} << 12U;
constexpr std::size_t most_drawn_arcs_of_pieces = std::size_t{1} << 10U;
constexpr std::size_t most_arcs_of_pieces = std::size_t{1} << 21U;

bool has_flows(const all_links& links) { return links.node_count() <= most_nodes_of_flows; }

lower_bound bound_of(packet_size packets, const all_links& links, const flow_bound& flow) {
    if (flow.cut.labels.empty()) {
        return {.assumes = packets};
    }
    const timed_cut& cut = flow.cut;
    return {.units = packets.length() * flow.slots,
            .assumes = packets,
            .proof = fmt::format("in {} {} at most {} of the {} {} to or from node {} pass a cut",
                                 cut.slots, cut.slots == 1 ? "slot" : "slots",
                                 most_delivered(links, cut), cut.demand.total(),
                                 packets.is_whole() ? "messages" : "pieces", cut.demand.root),
            .name = has_flows(links) ? "quickest flow" : "levels",
            .certificate = listed("labels of nodes", cut.labels)};
}

lower_bound bound_of(packet_size packets, const static_cut& cut) {
    return {.units = packets.rounded_up(cut.slots()),
            .assumes = packets,
            .proof = fmt::format("{} to or from node {} over {} {}",
                                 cut.messages == 1 ? std::string{"a message goes"}
                                                   : fmt::format("{} messages go", cut.messages),
                                 cut.demand.root, cut.links, cut.links == 1 ? "link" : "links"),
            .name = "static flow",
            .certificate = listed("parts of nodes",
                                  std::vector<int>(cut.is_beyond.begin(), cut.is_beyond.end()))};
}

// The messages as packets; null where they are cut at will, or into too many to count.
std::optional<std::vector<flow_demand>> in_packets(std::span<const flow_demand> demands,
                                                   packet_size packets) {
    constexpr std::uint64_t most_pieces = std::uint64_t{1} << 40U;
    const std::uint64_t pieces = packets.pieces();
    std::vector<flow_demand> cut{demands.begin(), demands.end()};
    for (flow_demand& demand : cut) {
        if (packets == packet_size::any_pieces() || demand.total() > most_pieces / pieces) {
            return std::nullopt;
        }
        for (std::uint64_t& amount : demand.amounts) {
            amount *= pieces;
        }
    }
    return cut;
}

// The demands for which `bound` is largest first.
std::vector<std::size_t> falling(std::span<const flow_demand> demands, const auto& bound) {
    std::vector<std::pair<rational, std::size_t>> places;
    for (std::size_t i = 0; i < demands.size(); ++i) {
        places.emplace_back(bound(demands[i]), i);
    }
    std::ranges::stable_sort(places, std::greater{}, &std::pair<rational, std::size_t>::first);
    return vector_of(places, &std::pair<rational, std::size_t>::second);
}

// The largest of all nodes' level bounds; then of their flows, the most promising first, as far as
// the arcs of the flows are not too many.
flow_bound slowest_flow(const all_links& links, std::span<const flow_demand> demands,
                        std::size_t most_arcs) {
    const std::vector<std::size_t> order = falling(
        demands, [&](const flow_demand& each) { return rational{level_bound(links, each).slots}; });
    flow_bound most = level_bound(links, demands[order.front()]);
    std::size_t arcs = 0;
    for (const std::size_t place : order) {
        arcs += static_cast<std::size_t>(most.slots) * (links.node_count() + links.links().size());
        if (arcs > most_arcs) {
            break;
        }
        flow_bound flow = quickest_flow(links, demands[place], most.slots);
        if (flow.slots > most.slots) {
            most = std::move(flow);
        }
    }
    return most;
}

// Likewise of cuts without time.
static_cut strongest_of(const all_links& links, std::span<const flow_demand> demands,
                        std::size_t most_arcs) {
    const std::vector<std::size_t> order = falling(
        demands, [&](const flow_demand& each) { return cut_around_root(links, each).slots(); });
    static_cut most = cut_around_root(links, demands[order.front()]);
    std::size_t arcs = 0;
    for (const std::size_t place : order) {
        constexpr std::size_t rounds = 4;  // of a search, about
        arcs += rounds * (links.node_count() + links.links().size());
        if (arcs > most_arcs) {
            break;
        }
        static_cut cut = strongest_cut(links, demands[place], most.slots());
        if (cut.messages > 0) {
            most = std::move(cut);
        }
    }
    return most;
}

// A flow over time where messages are packets or fixed numbers of them, and one without time where
// they are cut.
lower_bound bound_of_slowest(packet_size packets, const all_links& links,
                             std::span<const flow_demand> demands, std::size_t most_arcs) {
    lower_bound bound{.assumes = packets};
    if (const auto cut = in_packets(demands, packets)) {
        bound = bound_of(packets, links, slowest_flow(links, *cut, most_arcs));
    }
    return packets.is_whole() || !has_flows(links)
               ? bound
               : strongest({bound, bound_of(packets, strongest_of(links, demands, most_arcs))});
}

// The slowest flow from one node to another, for each of the roots.
flow_bound slowest_pair(const all_links& links, std::span<const node_id> roots,
                        const number_sequence& ends, std::uint64_t amount) {
    flow_bound most;
    for (const node_id root : roots) {
        for (const node_id to : ends) {
            flow_bound flow = quickest_pair(links, root, to, amount);
            if (flow.slots > most.slots) {
                most = std::move(flow);
            }
        }
    }
    return most;
}

// The most arcs of all flows together.
std::size_t most_arcs_of(const all_links& links, packet_size packets, bool is_uniform,
                         std::size_t roots) {
    if (!has_flows(links)) {
        return 0;
    }
    if (is_uniform) {
        return packets.is_whole() ? roots * most_flow_arcs : most_arcs_of_pieces;
    }
    return packets.is_whole() ? most_arcs_of_drawn : most_drawn_arcs_of_pieces;
}

std::vector<flow_demand> demands_of(std::size_t nodes, const number_sequence& participants,
                                    std::size_t roots, amount_between amount_of) {
    std::vector<flow_demand> demands(roots);
    for (std::size_t rank = 0; rank < roots; ++rank) {
        const node_id root = participants[rank];
        demands[rank].root = root;
        demands[rank].amounts.resize(nodes);
        for (const node_id node : participants) {
            demands[rank].amounts[node] = node == root ? 0 : amount_of(node, root);
        }
    }
    return demands;
}

bool is_uniform(const problem& problem, const traffic& messages) {
    return messages.is_uniform && !has_drawn_participants(problem);
}

// Participants whose bounds are worked out: the first ones alone on networks where all would take
// too long, unless these are all nodes.
std::size_t roots_within(const problem& problem, std::size_t most_visits) {
    const std::size_t asked = problem.participant_count();
    const std::size_t a_search = node_count(problem.network) + link_count(problem.network);
    return is_everyone_alike(problem)
               ? asked
               : std::clamp<std::size_t>(most_visits / std::max<std::size_t>(1, a_search), 1,
                                         asked);
}

// `amount_of(node, root)` messages of the root or for it.
lower_bound bound_of_roots(const problem& problem, packet_size packets, bool is_uniform,
                           amount_between amount_of) {
    const std::size_t nodes = node_count(problem.network);
    const number_sequence participants = problem.participants.nodes(nodes);
    const std::size_t most = is_uniform ? most_visits_of_all : most_visits_of_drawn;
    const std::size_t roots =
        is_uniform && is_alike_everywhere(problem) ? 1 : roots_within(problem, most);
    const auto links = is_bounded_by_links(problem) && participants.size() > 1
                           ? links_within(problem.network, roots, most)
                           : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    const auto work_out = [&] {
        return bound_of_slowest(packets, *links, demands_of(nodes, participants, roots, amount_of),
                                most_arcs_of(*links, packets, is_uniform, roots));
    };
    static recent_results<std::tuple<std::uint64_t, rational, network, participant_set>,
                          lower_bound>
        recent;
    return is_uniform ? recent.of({amount_of(participants[1], participants[0]), packets.length(),
                                   problem.network, problem.participants},
                                  work_out)
                      : work_out();
}

// Of networks too large for flows: what leaves the root, and comes to the other, over its links,
// and the last of it has the rest of the way to go.
lower_bound stream_levels_bound(const problem& problem, packet_size packets, node_id root,
                                std::uint64_t amount) {
    const auto links = is_bounded_by_links(problem)
                           ? links_within(problem.network, 1, most_visits_of_one)
                           : nullptr;
    lower_bound most{.assumes = packets};
    if (links == nullptr) {
        return most;
    }
    const std::vector<int> distances = distances_from(*links, root);
    for (const node_id to : problem.participants.nodes(links->node_count())) {
        const std::size_t ways = std::min(links->degree(root), links->degree(to));
        const rational units = to == root ? rational{0}
                                          : packets.rounded_up(rational{amount, ways}) +
                                                packets.length() * (distances[to] - 1);
        if (units > most.units) {
            most = {.units = units,
                    .assumes = packets,
                    .proof = fmt::format("{} {} for node {} over {} {}, {} links away", amount,
                                         amount == 1 ? "message goes" : "messages go", to, ways,
                                         ways == 1 ? "link" : "links", distances[to]),
                    .name = "levels"};
        }
    }
    return most;
}

}  // namespace

lower_bound flow_bound_at(const problem& problem, packet_size packets, node_id root,
                          amount_of_node amount) {
    const auto links = is_bounded_by_links(problem)
                           ? links_within(problem.network, 1, most_visits_of_one)
                           : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    std::vector<std::uint64_t> amounts(links->node_count());
    for (const node_id node : problem.participants.nodes(links->node_count())) {
        amounts[node] = node == root ? 0 : amount(node);
    }
    const auto work_out = [&] {
        const std::array demands{flow_demand{.root = root, .amounts = amounts}};
        return bound_of_slowest(packets, *links, demands, has_flows(*links) ? most_flow_arcs : 0);
    };
    static recent_results<std::tuple<node_id, rational, std::vector<std::uint64_t>, network>,
                          lower_bound>
        recent{most_nodes_of_flows};
    return has_flows(*links)
               ? recent.of({root, packets.length(), amounts, problem.network}, work_out)
               : work_out();
}

lower_bound receiving_bound(const problem& problem, packet_size packets, const traffic& messages) {
    return bound_of_roots(problem, packets, is_uniform(problem, messages), messages.amount);
}

lower_bound sending_bound(const problem& problem, packet_size packets, const traffic& messages) {
    return bound_of_roots(problem, packets, is_uniform(problem, messages),
                          [&](node_id node, node_id root) { return messages.amount(root, node); });
}

lower_bound stream_bound(const problem& problem, packet_size packets, node_id root,
                         std::uint64_t amount) {
    const std::size_t nodes = node_count(problem.network);
    const number_sequence participants = problem.participants.nodes(nodes);
    if (nodes > most_nodes_of_flows) {
        return is_everyone_alike(problem) ? lower_bound{.assumes = packets}
                                          : stream_levels_bound(problem, packets, root, amount);
    }
    const auto links = is_bounded_by_links(problem) && participants.size() > 1
                           ? links_within(problem.network, nodes, most_visits_for(problem))
                           : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    static recent_results<std::tuple<node_id, std::uint64_t, rational, network, participant_set>,
                          lower_bound>
        recent{most_nodes_of_flows};
    return recent.of({root, amount, packets.length(), problem.network, problem.participants}, [&] {
        std::vector<flow_demand> demands;
        for (const node_id to : participants) {
            if (to != root) {
                demands.push_back(
                    {.root = root, .amounts = std::vector<std::uint64_t>(links->node_count())});
                demands.back().amounts[to] = amount;
            }
        }
        const auto cut = in_packets(demands, packets);
        const std::size_t every = demands.size() * most_flow_arcs;
        return cut ? bound_of(
                         packets, *links,
                         slowest_pair(*links, std::array{root}, participants, cut->front().total()))
                   : bound_of(packets, strongest_of(*links, demands, every));
    });
}

lower_bound pairs_bound(const problem& problem, packet_size packets, std::uint64_t amount) {
    const std::size_t nodes = node_count(problem.network);
    const number_sequence participants = problem.participants.nodes(nodes);
    const auto links =
        packets.is_whole() && is_bounded_by_links(problem) && nodes <= most_nodes_of_flows
            ? links_within(problem.network, nodes, most_visits_for(problem))
            : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    static recent_results<std::tuple<std::uint64_t, network, participant_set>, flow_bound> recent;
    const auto work_out = [&] {
        const std::vector<node_id> roots(participants);
        const std::size_t count = is_alike_everywhere(problem) ? 1 : roots.size();
        return slowest_pair(*links, std::span{roots}.first(count), participants, amount);
    };
    lower_bound bound = bound_of(
        packets, *links, recent.of({amount, problem.network, problem.participants}, work_out));
    bound.name = "pairs";
    return bound;
}

}  // namespace tutti
