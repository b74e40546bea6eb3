#include <algorithm>
#include <cstdlib>
#include <variant>

#include <fmt/format.h>

#include "tutti/collective/collectives.hpp"
#include "tutti/collective/lower_bounds.hpp"
#include "tutti/tree/fold.hpp"

namespace tutti {
namespace {

// The way of a packet is known on arrays.
lower_bound way_bound(const problem& what, packet_size packets) {
    const auto* const shape = std::get_if<grid>(&what.where);
    if (shape == nullptr || shape->edge() == grid_edge::closed) {
        return {.assumes = packets};
    }
    const std::vector<node_id> to = destinations_of(what);
    int most = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
        most = std::max(most, shape->distance(what.broadcasters.nodes[i], to[i]));
    }
    return distance_bound(most, packets, "the destination of a message");
}

requirement routed(const problem& what) {
    return addressed_messages{
        .node_count = node_count(what.where),
        .senders = what.broadcasters,
        .destination = [sources = what.broadcasters.nodes, to = destinations_of(what)](
                           node_id origin, std::uint32_t /*number*/) {
            return to[static_cast<std::size_t>(std::ranges::lower_bound(sources, origin) -
                                               sources.begin())];
        }};
}

constexpr std::uint64_t most_steps = 1'000'000;

std::int64_t steps_around(const problem& what) {
    return static_cast<std::int64_t>(what.parameter<std::uint64_t>("steps") %
                                     node_count(what.where));
}

// How far the messages have to go around the ring, the shorter way. As many nodes side by side on
// the ring begin the path; so many messages leave them upwards and so many downwards, over the one
// link after them.
lower_bound steps_bound(const problem& what, packet_size packets) {
    const std::int64_t ahead = steps_around(what);
    const std::int64_t shorter =
        std::min(ahead, static_cast<std::int64_t>(node_count(what.where)) - ahead);
    return {.units = 2 * shorter,
            .assumes = packets,
            .proof = fmt::format("{} messages leave the first nodes over one link", 2 * shorter)};
}

requirement moved(const problem& what) {
    return addressed_messages{
        .node_count = node_count(what.where),
        .senders = what.broadcasters,
        .destination = [shape = fold{std::get<grid>(what.where)}, ahead = steps_around(what),
                        nodes = static_cast<std::int64_t>(node_count(what.where))](
                           node_id origin, std::uint32_t number) {
            const std::int64_t from = shape.on_torus(origin);
            return shape.position(
                static_cast<node_id>((from + (number == 0 ? nodes - ahead : ahead)) % nodes));
        }};
}

}  // namespace

std::vector<node_id> destinations_of(const problem& what) {
    const std::vector<node_id> named = what.parameter_or("to", std::vector<node_id>{});
    return named.empty() ? every_node(what.broadcasters.nodes.size()).nodes : named;
}

collective packing() {
    return {.name = "packing",
            .meaning = "a message of each of some nodes, at the first nodes in the same order",
            .takes_broadcasters = true,
            .required = routed,
            .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; },
            .check_bytes = addressed_messages::bytes,
            .lower_bound = way_bound};
}

collective monotone_routing() {
    collective what = packing();
    what.name = "monotone-routing";
    what.meaning = "a message of each of some nodes, at as many others in the same order";
    what.parameters = {{.name = "to",
                        .default_value = {std::vector<node_id>{}, "first"},
                        .meaning = "the destinations, as many as sources",
                        .range = node_list_range{.most = grid::most_nodes - 1,
                                                 .word = "first",
                                                 .words = "first, for the first nodes"}}};
    what.input = [](const problem& asked, const assignment& given, node_id node) {
        const auto& sources = asked.broadcasters.nodes;
        const auto& named = asked.parameter<std::vector<node_id>>("to");
        const auto found = std::ranges::lower_bound(sources, node);
        const auto rank = static_cast<node_id>(found - sources.begin());
        node_input mine{.messages = given.given_to(node)};
        if (!mine.messages.empty()) {
            mine.destination = named.empty() ? rank : named[rank];
        }
        return mine;
    };
    return what;
}

collective ring_emulation() {
    return {.name = "ring-emulation",
            .meaning =
                "two messages of every node of a path, so many steps around a ring, one either way",
            .parameters = {{.name = "steps",
                            .default_value = 1,
                            .meaning = "the steps of the ring, each message one link on in each",
                            .range = integer_range{1, most_steps, "a whole number"}}},
            .senders = [](const setting& what,
                          node_id /*root*/) { return every_node(node_count(what.where), 2); },
            .message_count = [](const setting& what) { return 2 * node_count(what.where); },
            .required = moved,
            .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; },
            .check_bytes = addressed_messages::bytes,
            .lower_bound = steps_bound};
}

}  // namespace tutti
