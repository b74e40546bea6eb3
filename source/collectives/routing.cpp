#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "bounds/lower_bounds.hpp"
#include "bounds/network_bounds.hpp"
#include "collectives.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "topology/random.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// The way of a packet is known on arrays. Links that many want count by weights, but for trials,
// which take no longer than a search.
lower_bound way_bound(const problem& problem, packet_size packets) {
    const auto* const shape = std::get_if<grid>(&problem.network);
    if (shape == nullptr || shape->edge() == grid_edge::closed) {
        return {.assumes = packets};
    }
    const auto& sources = problem.broadcasters.nodes;
    const std::vector<node_id> to = destinations_of(problem);
    int most = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
        most = std::max(most, shape->distance(sources[i], to[i]));
    }
    lower_bound farthest = distance_bound(most, packets, "the destination of a message");
    if (problem.is_trial || shape->node_count() > most_nodes_of_drawn) {
        return farthest;
    }
    std::vector<std::optional<node_id>> destinations(shape->node_count());
    for (std::size_t i = 0; i < to.size(); ++i) {
        destinations[sources[i]] = to[i];
    }
    const auto amount = [&](node_id from, node_id node) {
        return std::uint64_t{destinations[from] == node ? 1U : 0U};
    };
    return strongest({std::move(farthest), weights_bound(problem, packets, {.amount = amount})});
}

requirement routed(const problem& problem) {
    return addressed_messages{
        .node_count = node_count(problem.network),
        .senders = problem.broadcasters,
        .destination = [sources = problem.broadcasters.nodes, to = destinations_of(problem)](
                           node_id origin, std::uint32_t /*number*/) {
            // Sources are sorted, and number i of them sends to number i of the destinations.
            return to[position_at(sources, std::ranges::lower_bound(sources, origin))];
        }};
}

constexpr std::uint64_t most_steps = 1'000'000;

// The node that is this number of links on through a port of the torus.
node_id steps_away(const grid& torus, node_id from, port through, std::uint64_t steps) {
    // Port 2i leads down in dimension i, port 2i + 1 up.
    const int i = through / 2;
    const node_id side = torus.nodes_along(i);
    const node_id ahead =
        through % 2 != 0 ? node_below(steps, side) : side - node_below(steps, side);
    const node_id digit = torus.nodes_before(from, i);
    return from + ((digit + ahead) % side - digit) * torus.stride(i);
}

// Distance of the messages around a ring, the shorter way. As many nodes side by side on the ring
// begin a line of the array; this number of messages leave them upwards and as many downwards, over
// the one link after them.
lower_bound steps_bound(const problem& problem, packet_size packets) {
    const auto& shape = network_as<grid>(problem.network);
    std::uint64_t most = 0;
    for (int i = 0; i < shape.dimensions(); ++i) {
        const std::uint64_t side = shape.nodes_along(i);
        const std::uint64_t ahead = problem.parameter<std::uint64_t>("steps") % side;
        most = std::max(most, 2 * std::min(ahead, side - ahead));
    }
    return {.units = most,
            .assumes = packets,
            .proof = fmt::format("{} messages leave the first nodes of a line over one link", most),
            .name = "cut"};
}

requirement moved(const problem& problem) {
    return addressed_messages{
        .node_count = node_count(problem.network),
        .senders = problem.broadcasters,
        .destination = [shape = fold{network_as<grid>(problem.network)},
                        steps = problem.parameter<std::uint64_t>("steps")](node_id origin,
                                                                           std::uint32_t number) {
            return shape.position(steps_away(shape.torus(), shape.on_torus(origin),
                                             static_cast<port>(number), steps));
        }};
}

std::uint32_t ports_of(const setting& setting) {
    const auto* const shape = std::get_if<grid>(&setting.network);
    return shape == nullptr ? 0 : static_cast<std::uint32_t>(shape->uniform_ports());
}

}  // namespace

// Without a list, the messages go to the first nodes in order.
std::vector<node_id> destinations_of(const problem& problem) {
    std::vector<node_id> named = problem.parameter_or("to", std::vector<node_id>{});
    if (!named.empty()) {
        return named;
    }
    return number_sequence::ascending(problem.broadcasters.nodes.size());
}

collective packing() {
    return {.name = "packing",
            .meaning =
                "Some nodes have a message each: the first of them for node 0, the next for node "
                "1, and so on.",
            .takes_broadcasters = true,
            .required = routed,
            .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; },
            .check_bytes = addressed_messages::bytes,
            .lower_bound = way_bound,
            .follows_ids = true};
}

collective monotone_routing() {
    collective definition = packing();
    definition.name = "monotone-routing";
    definition.meaning =
        "Some nodes have a message each for another node, and their destinations are in the same "
        "order as they are.";
    definition.parameters = {{.name = "to",
                              .default_value = {std::vector<node_id>{}, "first"},
                              .meaning = "the destinations, as many as sources",
                              .range = node_list_range{.most = grid::most_nodes - 1,
                                                       .word = "first",
                                                       .words = "first, for the first nodes"}}};
    definition.input = [](const problem& problem, const assignment& assignment, node_id node) {
        const auto& sources = problem.broadcasters.nodes;
        const auto& named = problem.parameter<std::vector<node_id>>("to");
        const auto rank = position_at<node_id>(sources, std::ranges::lower_bound(sources, node));
        node_input input{.messages = assignment.given_to(node)};
        if (!input.messages.empty()) {
            input.destination = named.empty() ? rank : named[rank];
        }
        return input;
    };
    return definition;
}

collective torus_emulation() {
    return {
        .name = "torus-emulation",
        .meaning =
            "The nodes of an array act as those of a torus: each sends a message each way in "
            "every dimension, so many links on.",
        .parameters = {{.name = "steps",
                        .default_value = 1,
                        .meaning = "the steps of the torus, each message one link on in each",
                        .range = integer_range{1, most_steps, "a whole number"}}},
        .senders =
            [](const setting& context, node_id /*root*/) {
                return every_node(node_count(context.network), ports_of(context));
            },
        .message_count =
            [](const setting& context) { return ports_of(context) * node_count(context.network); },
        .required = moved,
        .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; },
        .check_bytes = addressed_messages::bytes,
        .lower_bound = steps_bound};
}

collective ring_emulation() {
    collective definition = torus_emulation();
    definition.name = "ring-emulation";
    definition.meaning =
        "The nodes of a path act as those of a ring: each sends a message each way around it, so "
        "many links on.";
    definition.parameters[0].meaning = "the steps of the ring, each message one link on in each";
    return definition;
}

}  // namespace tutti
