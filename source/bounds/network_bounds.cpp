#include "network_bounds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "all_links.hpp"
#include "certificate.hpp"
#include "topology/networks/properties.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::size_t most_nodes_of_flows = 64;
constexpr std::size_t most_visits_of_all = std::size_t{1} << 20U;
constexpr std::size_t most_visits_of_one = std::size_t{1} << 17U;
// A trial of a stress test, whose input is drawn, should not take longer for its bound.
constexpr std::size_t most_visits_of_drawn = std::size_t{1} << 15U;
constexpr std::size_t most_arcs_of_drawn = std::size_t{1} << 12U;

using links_pointer = std::shared_ptr<const all_links>;

bool has_one_port(const problem& problem) {
    return problem.ports == port_model::single_port_full_duplex ||
           problem.ports == port_model::single_port_half_duplex;
}

bool is_whole_with_all_ports(const problem& problem, packet_size packets) {
    return packets.is_whole() && has_all_ports(problem.ports);
}

bool is_vertex_transitive(const network& net) {
    return properties_of(net).vertex_transitive == answer::yes;
}

/// The results that were asked for last. Runs on one network ask for the same again and again.
///
/// Thread safety: any thread may ask.
template <class Key, class Value>
class recent_results {
public:
    Value of(const Key& key, const std::function<Value()>& make) {
        const std::scoped_lock guard{lock_};
        const auto known = std::ranges::find(results_, key, &std::pair<Key, Value>::first);
        if (known != results_.end()) {
            return known->second;
        }
        constexpr std::size_t most_kept = 8;
        if (results_.size() == most_kept) {
            results_.erase(results_.begin());
        }
        return results_.emplace_back(key, make()).second;
    }

private:
    std::mutex lock_;
    std::vector<std::pair<Key, Value>> results_;
};

// The links of a connected network of two nodes or more, if `searches` through it are few enough.
links_pointer links_within(const network& net, std::size_t searches,
                           std::size_t most = most_visits_of_all) {
    const std::size_t nodes = node_count(net);
    if (nodes < 2 || nodes > most || link_count(net) > most ||
        searches * (nodes + link_count(net)) > most) {
        return nullptr;
    }
    auto links = std::make_shared<const all_links>(net);
    return std::ranges::min(distances_from(*links, 0)) < 0 ? nullptr : links;
}

links_pointer links_of_flows(const network& net) {
    return node_count(net) > most_nodes_of_flows ? nullptr : links_within(net, node_count(net));
}

// The numbers of a certificate, if they are not too many for a reader.
std::string listed(std::string_view title, const auto& numbers) {
    constexpr std::size_t most_numbers = 4096;
    return numbers.size() > most_numbers ? std::string{}
                                         : fmt::format("{}: {}", title, fmt::join(numbers, " "));
}

std::string_view title_of_weights(port_model ports) {
    switch (ports) {
        case port_model::all_port:
            return "weights of directed links by their ends";
        case port_model::one_way:
            return "weights of links by their ends, the smaller first";
        case port_model::single_port_full_duplex:
            return "weights of sending gates by node, then of receiving gates";
        default:
            return "weights of gates by node, then of the room for half as many packets";
    }
}

lower_bound bound_of(packet_size packets, const all_links& links, const flow_bound& flow) {
    if (flow.cut.labels.empty()) {
        return {.assumes = packets};
    }
    const timed_cut& cut = flow.cut;
    return {
        .units = flow.slots,
        .assumes = packets,
        .proof = fmt::format("in {} {} at most {} of the {} messages to or from node {} pass a cut",
                             cut.slots, cut.slots == 1 ? "slot" : "slots",
                             most_delivered(links, cut), cut.demand.total(), cut.demand.root),
        .name = "quickest flow",
        .certificate = listed("labels of nodes", cut.labels)};
}

flow_demand demand_at(node_id root, std::vector<std::uint64_t> amounts) {
    amounts[root] = 0;
    return {.root = root, .amounts = std::move(amounts)};
}

std::vector<std::uint64_t> amounts_of(const all_links& links, amount_of_node amount) {
    std::vector<std::uint64_t> amounts(links.node_count());
    for (node_id node = 0; node < links.node_count(); ++node) {
        amounts[node] = amount(node);
    }
    return amounts;
}

std::vector<flow_demand> all_pairs(std::size_t nodes) {
    std::vector<flow_demand> demands;
    const std::vector<std::uint64_t> ones(nodes, 1);
    for (node_id node = 0; node < nodes; ++node) {
        demands.push_back(demand_at(node, ones));
    }
    return demands;
}

// The largest of all nodes' level bounds; then of their flows, the most promising first, as far as
// the arcs of the flows are not too many.
flow_bound slowest_flow(const all_links& links, std::vector<flow_demand> demands,
                        std::size_t most_arcs) {
    std::vector<std::pair<flow_bound, flow_demand>> levels;
    for (flow_demand& demand : demands) {
        levels.emplace_back(level_bound(links, demand), std::move(demand));
    }
    std::ranges::stable_sort(levels, std::greater{},
                             [](const auto& each) { return each.first.slots; });
    flow_bound most = levels.front().first;
    std::size_t arcs = 0;
    for (const auto& [level, demand] : levels) {
        arcs += static_cast<std::size_t>(most.slots) * (links.node_count() + links.links().size());
        if (arcs > most_arcs) {
            break;
        }
        flow_bound flow = quickest_flow(links, demand, most.slots);
        if (flow.slots > most.slots) {
            most = std::move(flow);
        }
    }
    return most;
}

// The same to all other nodes, or between all pairs.
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

// Equal weights are the best where all links look alike, and with gates where all nodes do.
int rounds_for(const network& net, port_model ports, const all_links& links) {
    const auto* const shape = std::get_if<grid>(&net);
    const bool is_cubic = shape != nullptr && shape->edge() == grid_edge::closed &&
                          std::ranges::min(shape->sides()) == std::ranges::max(shape->sides());
    const bool is_alike = std::holds_alternative<hypercube>(net) || is_cubic ||
                          (!has_all_ports(ports) && is_vertex_transitive(net));
    const int rounds = affordable_rounds(links, links.node_count());
    return is_alike ? std::min(1, rounds) : rounds;
}

}  // namespace

lower_bound flow_bound_at(const problem& problem, packet_size packets, node_id root,
                          amount_of_node amount) {
    const links_pointer links = is_whole_with_all_ports(problem, packets)
                                    ? links_within(problem.network, 1, most_visits_of_one)
                                    : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    const flow_demand demand = demand_at(root, amounts_of(*links, amount));
    return bound_of(packets, *links,
                    links->node_count() > most_nodes_of_flows ? level_bound(*links, demand)
                                                              : quickest_flow(*links, demand));
}

lower_bound spread_bound(const problem& problem, packet_size packets, amount_of_node amount,
                         bool is_drawn) {
    const bool is_alike = !is_drawn && is_vertex_transitive(problem.network);
    const std::size_t roots = is_alike ? 1 : node_count(problem.network);
    const links_pointer links =
        is_whole_with_all_ports(problem, packets)
            ? links_within(problem.network, roots,
                           is_drawn ? most_visits_of_drawn : most_visits_of_all)
            : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    const std::size_t most_arcs = links->node_count() > most_nodes_of_flows ? 0
                                  : is_drawn                                ? most_arcs_of_drawn
                                             : roots * most_flow_arcs;
    const std::vector<std::uint64_t> own = amounts_of(*links, amount);
    const auto work_out = [&] {
        std::vector<flow_demand> demands;
        for (node_id root = 0; root < roots; ++root) {
            demands.push_back(demand_at(root, own));
        }
        return slowest_flow(*links, std::move(demands), most_arcs);
    };
    static recent_results<std::tuple<all_links, std::vector<std::uint64_t>>, flow_bound> recent;
    return bound_of(packets, *links, is_drawn ? work_out() : recent.of({*links, own}, work_out));
}

lower_bound stream_bound(const problem& problem, packet_size packets, node_id root,
                         std::uint64_t amount) {
    const links_pointer links =
        is_whole_with_all_ports(problem, packets) ? links_of_flows(problem.network) : nullptr;
    return links == nullptr
               ? lower_bound{.assumes = packets}
               : bound_of(packets, *links, slowest_pair(*links, std::array{root}, amount));
}

lower_bound pairs_bound(const problem& problem, packet_size packets, std::uint64_t amount) {
    const links_pointer links =
        is_whole_with_all_ports(problem, packets) ? links_of_flows(problem.network) : nullptr;
    if (links == nullptr) {
        return {.assumes = packets};
    }
    static recent_results<std::tuple<all_links, std::uint64_t>, flow_bound> recent;
    lower_bound bound = bound_of(packets, *links, recent.of({*links, amount}, [&] {
        std::vector<node_id> roots{0};
        for (node_id root = 1; root < links->node_count() && !is_vertex_transitive(problem.network);
             ++root) {
            roots.push_back(root);
        }
        return slowest_pair(*links, roots, amount);
    }));
    bound.name = "pairs";
    return bound;
}

lower_bound weights_bound(const problem& problem, packet_size packets,
                          std::uint64_t messages_a_pair) {
    const links_pointer links = links_within(problem.network, node_count(problem.network));
    const int rounds = links == nullptr ? 0 : rounds_for(problem.network, problem.ports, *links);
    if (rounds == 0) {
        return {.assumes = packets};
    }
    static recent_results<std::tuple<all_links, port_model>, std::shared_ptr<const link_weights>>
        recent;
    const auto weights = recent.of({*links, problem.ports}, [&] {
        return std::make_shared<const link_weights>(
            heavy_link_weights(*links, problem.ports, all_pairs(links->node_count()), rounds));
    });
    return {.units = packets.rounded_up(weights->slots() * messages_a_pair),
            .assumes = packets,
            .proof = fmt::format("by weight the ways between all nodes add up to {}, and a slot "
                                 "has {}",
                                 weights->distance, weights->capacity),
            .name = "link weights",
            .certificate = listed(title_of_weights(problem.ports), weights->weights)};
}

lower_bound tails_bound(const problem& problem, packet_size packets, std::uint64_t messages) {
    const links_pointer links = problem.ports == port_model::one_way && packets.is_whole()
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
    const links_pointer links = has_one_port(problem) && packets.is_whole() && amount > 0
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
    const links_pointer links = problem.ports == port_model::single_port_half_duplex ||
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
    const std::uint64_t nodes = node_count(problem.network);
    const std::uint64_t links = link_count(problem.network);
    const std::uint64_t room = std::max<std::uint64_t>(
        1, problem.ports == port_model::all_port                  ? links
           : problem.ports == port_model::one_way                 ? links / 2
           : problem.ports == port_model::single_port_half_duplex ? nodes / 2
                                                                  : nodes);
    return {.units = packets.rounded_up(rational{each, room} * messages),
            .assumes = packets,
            .proof = fmt::format("{} message{} {} transmissions{}, and a slot has room for {}",
                                 messages, messages == 1 ? " takes" : "s take", each,
                                 messages == 1 ? "" : " each", room),
            .name = "transmissions"};
}

lower_bound doubling_bound(const problem& problem, packet_size packets) {
    if (!has_one_port(problem)) {
        return {.assumes = packets};
    }
    return {.units = packets.length() * std::bit_width(node_count(problem.network) - 1),
            .assumes = packets,
            .proof = "with one port those who know at most double in a slot",
            .name = "doubling"};
}

}  // namespace tutti
