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
#include "quickest_flow.hpp"
#include "static_flow.hpp"
#include "util/collect.hpp"
#include "util/recent_results.hpp"

namespace tutti {
namespace {

constexpr std::size_t most_nodes_of_flows = 64;
// A trial of a stress test, whose input is drawn, should not take longer for its bound.
constexpr std::size_t most_visits_of_drawn = std::size_t{1} << 15U;
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
    const auto pieces = static_cast<std::uint64_t>(packets.length().denominator());
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
                        std::uint64_t amount) {
    flow_bound most;
    for (const node_id root : roots) {
        for (node_id to = 0; to < links.node_count(); ++to) {
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

std::vector<flow_demand> demands_of(std::size_t nodes, std::size_t roots,
                                    amount_between amount_of) {
    std::vector<flow_demand> demands(roots);
    for (node_id root = 0; root < roots; ++root) {
        demands[root].root = root;
        demands[root].amounts.resize(nodes);
        for (node_id node = 0; node < nodes; ++node) {
            demands[root].amounts[node] = node == root ? 0 : amount_of(node, root);
        }
    }
    return demands;
}

// `amount_of(node, root)` messages of the root or for it.
lower_bound bound_of_roots(const problem& problem, packet_size packets, bool is_uniform,
                           amount_between amount_of) {
    const std::size_t nodes = node_count(problem.network);
    const std::size_t roots = is_uniform && is_vertex_transitive(problem.network) ? 1 : nodes;
    const auto links = has_all_ports(problem.ports)
                           ? links_within(problem.network, roots,
                                          is_uniform ? most_visits_of_all : most_visits_of_drawn)
                           : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    const auto work_out = [&] {
        return bound_of_slowest(packets, *links, demands_of(nodes, roots, amount_of),
                                most_arcs_of(*links, packets, is_uniform, roots));
    };
    static recent_results<std::tuple<std::uint64_t, rational, network>, lower_bound> recent;
    return is_uniform ? recent.of({amount_of(1, 0), packets.length(), problem.network}, work_out)
                      : work_out();
}

}  // namespace

lower_bound flow_bound_at(const problem& problem, packet_size packets, node_id root,
                          amount_of_node amount) {
    const auto links = has_all_ports(problem.ports)
                           ? links_within(problem.network, 1, most_visits_of_one)
                           : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    std::vector<std::uint64_t> amounts(links->node_count());
    for (node_id node = 0; node < links->node_count(); ++node) {
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
    return bound_of_roots(problem, packets, messages.is_uniform, messages.amount);
}

lower_bound sending_bound(const problem& problem, packet_size packets, const traffic& messages) {
    return bound_of_roots(problem, packets, messages.is_uniform,
                          [&](node_id node, node_id root) { return messages.amount(root, node); });
}

lower_bound stream_bound(const problem& problem, packet_size packets, node_id root,
                         std::uint64_t amount) {
    const auto links =
        has_all_ports(problem.ports) && node_count(problem.network) <= most_nodes_of_flows
            ? links_within(problem.network, node_count(problem.network))
            : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    static recent_results<std::tuple<node_id, std::uint64_t, rational, network>, lower_bound>
        recent{most_nodes_of_flows};
    return recent.of({root, amount, packets.length(), problem.network}, [&] {
        std::vector<flow_demand> demands;
        for (node_id to = 0; to < links->node_count(); ++to) {
            if (to != root) {
                demands.push_back(
                    {.root = root, .amounts = std::vector<std::uint64_t>(links->node_count())});
                demands.back().amounts[to] = amount;
            }
        }
        const auto cut = in_packets(demands, packets);
        const std::size_t every = demands.size() * most_flow_arcs;
        return cut ? bound_of(packets, *links,
                              slowest_pair(*links, std::array{root}, cut->front().total()))
                   : bound_of(packets, strongest_of(*links, demands, every));
    });
}

lower_bound pairs_bound(const problem& problem, packet_size packets, std::uint64_t amount) {
    const std::size_t nodes = node_count(problem.network);
    const auto links =
        packets.is_whole() && has_all_ports(problem.ports) && nodes <= most_nodes_of_flows
            ? links_within(problem.network, nodes)
            : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    static recent_results<std::tuple<std::uint64_t, network>, flow_bound> recent;
    lower_bound bound = bound_of(packets, *links, recent.of({amount, problem.network}, [&] {
        std::vector<node_id> roots{0};
        for (node_id root = 1; root < nodes && !is_vertex_transitive(problem.network); ++root) {
            roots.push_back(root);
        }
        return slowest_pair(*links, roots, amount);
    }));
    bound.name = "pairs";
    return bound;
}

}  // namespace tutti
