#include "tutti/collective/collectives.hpp"
#include "tutti/tree/fold.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_steps = 1'000'000;

std::int64_t steps_around(const problem& what) {
    return static_cast<std::int64_t>(what.parameter<std::uint64_t>("steps") %
                                     node_count(what.where));
}

// How far the messages have to go around the ring, the shorter way. As many nodes side by side on
// the ring begin the path; so many messages leave them upwards and so many downwards, over the one
// link after them.
rational steps_bound(const problem& what) {
    const std::int64_t ahead = steps_around(what);
    return 2 * std::min(ahead, static_cast<std::int64_t>(node_count(what.where)) - ahead);
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

collective ring_emulation() {
    return {.name = "ring-emulation",
            .meaning =
                "two messages of every node of a path, so many steps around a ring, one "
                "either way",
            .parameters = {{.name = "steps",
                            .default_value = 1,
                            .meaning = "the steps of the ring, each message one link on in each",
                            .range = integer_range{1, most_steps, "a whole number"}}},
            .senders = [](const network& where,
                          node_id /*root*/) { return every_node(node_count(where), 2); },
            .message_count = [](std::uint64_t nodes) { return 2 * nodes; },
            .required = moved,
            .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; },
            .check_bytes = addressed_messages::bytes,
            .lower_bound = steps_bound};
}

}  // namespace tutti
