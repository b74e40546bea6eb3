#include <algorithm>
#include <bit>

#include "tutti/collective/collectives.hpp"
#include "tutti/collective/lower_bounds.hpp"
#include "tutti/topology/diameter.hpp"
#include "tutti/topology/properties.hpp"

namespace tutti {
namespace {

requirement everything(const problem& what) {
    return everything_everywhere{.node_count = node_count(what.where),
                                 .senders = what.broadcasters};
}

// The node farthest from the root is at least half the diameter away from it. With one port the
// nodes that have the message at most double in a slot.
rational broadcast_bound(const problem& what) {
    if (const auto* const cube = std::get_if<hypercube>(&what.where)) {
        return cube->dimensions();
    }
    const diameter_bound diameter = diameter_of(what.where);
    const int farthest = diameter.is_exact ? (diameter.links + 1) / 2 : 0;
    return what.ports == port_model::single_port_full_duplex ||
                   what.ports == port_model::single_port_half_duplex
               ? std::max(farthest, static_cast<int>(std::bit_width(node_count(what.where) - 1)))
               : farthest;
}

// From the diameter and from the (2^d-1)K packet-hops on d*2^d links: max{d,
// ceil((2^d-1)K/(d*2^d))}.
rational cube_bound(const problem& what) {
    const auto& cube = std::get<hypercube>(what.where);
    if (cube.dimensions() == 0) {
        return 0;
    }
    const rational hops_per_link =
        rational{cube.node_count() - 1, cube.link_count()} * what.message_count();
    return std::max<std::int64_t>(cube.dimensions(), hops_per_link.ceil());
}

rational simultaneous_bound(const problem& what) {
    if (what.message_count() == 0) {
        return 0;
    }
    if (std::holds_alternative<hypercube>(what.where)) {
        return cube_bound(what);
    }
    if (std::holds_alternative<grid>(what.where)) {
        return reception_bound(what);
    }
    // Whoever it is hears all messages but its own.
    const std::uint64_t heard = what.message_count() - std::ranges::max(what.broadcasters.packets);
    return what.ports == port_model::all_port
               ? rational{heard, std::max(1, properties_of(what.where).most_degree)}
               : rational{heard};
}

}  // namespace

collective broadcast() {
    return {
        .name = "broadcast",
        .trade_names = {"bcast"},
        .meaning = "one message of the root, at every node",
        .takes_root = true,
        .starts_at_root = true,
        .senders = [](const network& /*where*/,
                      node_id root) { return broadcaster_set{.nodes = {root}, .packets = {1}}; },
        .message_count = [](std::uint64_t /*nodes*/) { return std::uint64_t{1}; },
        .required = everything,
        .lower_bound = broadcast_bound};
}

collective simultaneous_broadcast() {
    return {.name = "simultaneous-broadcast",
            .meaning = "any messages of any nodes, all at every node",
            .takes_broadcasters = true,
            .required = everything,
            .lower_bound = simultaneous_bound};
}

collective multinode_broadcast() {
    return {.name = "multinode-broadcast",
            .trade_names = {"allgather"},
            .meaning = "a message of every node, all at every node",
            .senders = [](const network& where,
                          node_id /*root*/) { return every_node(node_count(where)); },
            .message_count = [](std::uint64_t nodes) { return nodes; },
            .required = everything,
            .lower_bound = multinode_bound};
}

}  // namespace tutti
