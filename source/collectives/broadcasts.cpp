#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "bounds/lower_bounds.hpp"
#include "bounds/network_bounds.hpp"
#include "bounds/participation.hpp"
#include "collectives.hpp"
#include "reduction.hpp"
#include "topology/embeddings/gray_code.hpp"
#include "topology/random.hpp"

namespace tutti {
namespace {

requirement everything(const problem& problem) {
    return all_messages_everywhere{.node_count = node_count(problem.network),
                                   .senders = problem.broadcasters,
                                   .receivers = problem.participants};
}

lower_bound broadcast_bound(const problem& problem, packet_size packets) {
    lower_bound heard{.assumes = packets,
                      .proof = "a node hears the message over all its links",
                      .name = "degree"};
    if (problem.participant_count() > 1) {
        // A node may be reached by pieces over all its links at once, so that the largest degree
        // bounds the rate of reception.
        heard.units = packets.rounded_up(rational{1, rates_of_participants(problem).most});
    }
    const node_id root = problem.broadcasters.nodes.front();
    const lower_bound none{.assumes = packets};
    const bool may_shout = problem.ports == port_model::shout_and_whisper;
    return strongest({farthest_bound(problem, packets),
                      may_shout ? none : doubling_bound(problem, packets), std::move(heard),
                      calls_bound(problem, packets, root, 1),
                      packets.is_whole() ? none : stream_bound(problem, packets, root, 1)});
}

// (2^d-1)K packet-hops on d*2^d links.
lower_bound hops_bound(const problem& problem, packet_size packets) {
    const auto* const cube = std::get_if<hypercube>(&problem.network);
    if (cube == nullptr || cube->dimensions() == 0 || !problem.participants.is_everyone()) {
        return {.assumes = packets};
    }
    const std::uint64_t others = cube->node_count() - 1;
    return {
        .units = packets.rounded_up(rational{others, cube->link_count()} * problem.message_count()),
        .assumes = packets,
        .proof = problem.message_count() == 1
                     ? fmt::format("a message goes over {} {}, and there are {}", others,
                                   others == 1 ? "link" : "links", cube->link_count())
                     : fmt::format("{} messages go over {} {} each, and there are {}",
                                   problem.message_count(), others, others == 1 ? "link" : "links",
                                   cube->link_count()),
        .name = "transmissions"};
}

// Each message goes to all other participants; a node that shouts is heard by many.
lower_bound receptions_bound(const problem& problem, packet_size packets) {
    return problem.ports == port_model::shout_and_whisper
               ? lower_bound{.assumes = packets}
               : transmissions_bound(problem, packets, problem.message_count(),
                                     problem.participant_count() - 1);
}

// A message of one node, whatever else there is: of the first nodes, and no longer than drawing.
lower_bound last_call_bound(const problem& problem, packet_size packets) {
    constexpr std::size_t most_visits = std::size_t{1} << 13U;
    const std::size_t visits = node_count(problem.network) + link_count(problem.network);
    const auto& nodes = problem.broadcasters.nodes;
    const std::size_t roots = has_all_ports(problem.ports) ? 0 : nodes.size();
    lower_bound most = calls_bound(problem, packets, nodes.front(), 1);
    for (std::size_t i = 1; i < roots && i * visits < most_visits; ++i) {
        most = strongest({most, calls_bound(problem, packets, nodes[i], 1)});
    }
    return most;
}

// Sets of a few thousand messages, so that drawing them stays the larger part of a trial.
lower_bound drawn_flow_bound(const problem& problem, packet_size packets) {
    constexpr std::size_t most_nodes = 512;
    constexpr std::uint64_t most_messages = 4096;
    const std::size_t nodes = node_count(problem.network);
    if (nodes > most_nodes || problem.message_count() > most_messages) {
        return {.assumes = packets};
    }
    std::vector<std::uint64_t> amounts(nodes);
    for (std::size_t i = 0; i < problem.broadcasters.nodes.size(); ++i) {
        amounts[problem.broadcasters.nodes[i]] = problem.broadcasters.packets[i];
    }
    return receiving_bound(problem, packets,
                           {.amount = [&](node_id from, node_id /*to*/) { return amounts[from]; }});
}

// On a cube max{d, ceil((2^d-1)K/(d*2^d))} for whole packets.
lower_bound simultaneous_bound(const problem& problem, packet_size packets) {
    if (problem.message_count() == 0) {
        return {.assumes = packets, .proof = "there is nothing to send"};
    }
    const auto* const shape = std::get_if<grid>(&problem.network);
    const bool is_line = shape != nullptr && shape->dimensions() == 1;
    return strongest({farthest_bound(problem, packets), hops_bound(problem, packets),
                      is_line ? line_bound(problem, packets) : reception_bound(problem, packets),
                      receptions_bound(problem, packets), last_call_bound(problem, packets),
                      shouts_bound(problem, packets, problem.message_count()),
                      drawn_flow_bound(problem, packets)});
}

// Each bound holds by itself, and the strongest is taken.
lower_bound successive_bound(const problem& problem, packet_size packets) {
    if (problem.message_count() == 0) {
        return {.assumes = packets, .proof = "there is nothing to send"};
    }
    return strongest({shouts_bound(problem, packets, problem.message_count()),
                      reception_bound(problem, packets), farthest_bound(problem, packets)});
}

// The limit keeps the table of the order below a gigabyte.
constexpr std::uint64_t most_values = 100'000'000;

// The node that has value number `index`, from 0: the nodes take turns.
node_id holder(const network& net, std::uint64_t index) {
    const node_id place = node_below(index, node_count(net));
    // On a hypercube the order follows a Gray code: successive holders are neighbours.
    return std::holds_alternative<hypercube>(net) ? gray_code::gray(place) : place;
}

requirement in_order(const problem& problem) {
    ordered_everywhere ordered{.node_count = node_count(problem.network), .order = {}};
    for (std::uint64_t i = 0; i < problem.message_count(); ++i) {
        ordered.order.push_back(holder(problem.network, i));
    }
    return ordered;
}

// `values` may end in the middle of a turn: the first holders then have one value more.
broadcaster_set holders(const setting& setting, node_id /*root*/) {
    const std::uint64_t nodes = node_count(setting.network);
    const std::uint64_t values = value_count(setting);
    if (values % nodes == 0) {
        return every_node(nodes, values / nodes);
    }
    broadcaster_set everyone;
    for (node_id node = 0; node < nodes; ++node) {
        const std::uint64_t place = std::holds_alternative<hypercube>(setting.network)
                                        ? gray_code::index(node)
                                        : std::uint64_t{node};
        if (place < values) {
            everyone.nodes.push_back(node);
            everyone.packets.push_back(
                static_cast<std::uint32_t>((values - 1 - place) / nodes + 1));
        }
    }
    return everyone;
}

broadcaster_set all_once(const setting& setting, node_id /*root*/) {
    return every_participant(setting);
}

std::uint64_t one_per_participant(const setting& setting) { return setting.participant_count(); }

}  // namespace

collective broadcast() {
    return {
        .name = "broadcast",
        .aliases = {"bcast"},
        .meaning = "The root has a message, and every node gets it.",
        .takes_root = true,
        .starts_at_root = true,
        .senders = [](const setting& /*setting*/,
                      node_id root) { return broadcaster_set{.nodes = {root}, .packets = {1}}; },
        .message_count = [](const setting& /*setting*/) { return std::uint64_t{1}; },
        .required = everything,
        .lower_bound = broadcast_bound};
}

collective simultaneous_broadcast() {
    return {.name = "simultaneous-broadcast",
            .meaning = "Some nodes have messages, any number each; every node gets them all.",
            .takes_broadcasters = true,
            .required = everything,
            .lower_bound = simultaneous_bound};
}

collective multinode_broadcast() {
    return {.name = "multinode-broadcast",
            .aliases = {"allgather", "AllGather"},
            .meaning = "Every node has a message, and every node gets them all.",
            .senders = all_once,
            .message_count = one_per_participant,
            .required = everything,
            .lower_bound = multinode_bound,
            .messages_in_size = one_per_participant};
}

collective successive_broadcasts() {
    return {
        .name = "successive-broadcasts",
        .meaning =
            "Nodes broadcast a value by turns, in the order of a Gray code, and every node gets "
            "them all in that order.",
        .parameters = {{.name = "values",
                        .default_value = "N",
                        .meaning = "how many are broadcast; N: one of every node",
                        .range = integer_range{.least = 0, .most = most_values, .word = "N"}}},
        .senders = holders,
        .message_count = value_count,
        .required = in_order,
        .lower_bound = successive_bound,
        .follows_ids = true};
}

collective dynamic_broadcast() {
    return {
        .name = "dynamic-broadcast",
        .meaning = "Messages arrive at nodes at random times, and every node gets them all.",
        .parameters = {{.name = "rate",
                        .default_value = rational{1, 100},
                        .meaning = "messages that arrive at a node in a slot, on average",
                        .range =
                            rational_range{.most = 1000,
                                           .most_denominator = 1'000'000'000,
                                           .words = "above 0 and at most 1000, as 1/20 or 0.05"}}},
        .input =
            [](const problem& input, const assignment& assignment, node_id node) {
                return node_input{.arrivals = arrival_queue{assignment.arrivals_at(
                                      node, input.parameter<rational>("rate"))}};
            },
        .required =
            [](const problem& input) {
                return streamed_everywhere{.node_count = node_count(input.network)};
            },
        .check_bytes =
            [](std::uint64_t nodes, std::uint64_t /*messages*/) {
                // A counter for each pair of nodes holds how many messages of one the other has
                // delivered.
                return nodes * nodes * sizeof(std::uint32_t) + nodes * sizeof(interval_record);
            },
        .is_dynamic = true,
        .digest_version = 2};
}

}  // namespace tutti
