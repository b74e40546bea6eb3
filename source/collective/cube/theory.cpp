#include "tutti/collective/cube/theory.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "tutti/collective/cube/cube_packet.hpp"

namespace tutti {

std::string cube_misfit(const network& where) {
    const auto* const cube = std::get_if<hypercube>(&where);
    if (cube == nullptr) {
        return "runs on hypercubes only";
    }
    return cube->dimensions() == 0 ? "needs at least one dimension" : "";
}

std::string cube_input_misfit(const problem& what) {
    for (std::size_t i = 0; i < what.broadcasters.nodes.size(); ++i) {
        if (what.broadcasters.packets[i] > cube_packet::most_sequences) {
            return fmt::format("node {} has {} packets, and a node can have {} at most",
                               what.broadcasters.nodes[i], what.broadcasters.packets[i],
                               cube_packet::most_sequences);
        }
    }
    return "";
}

const hypercube& cube_of(const problem& what) { return std::get<hypercube>(what.where); }

std::int64_t largest_share(const problem& what) {
    return rational{what.message_count(), cube_of(what).dimensions()}.ceil();
}

rational simultaneous_broadcast_bound(const problem& what) {
    if (what.message_count() == 0) {
        return 0;
    }
    const hypercube& cube = cube_of(what);
    const rational hops_per_link =
        rational{cube.node_count() - 1, cube.link_count()} * what.message_count();
    return std::max<std::int64_t>(cube.dimensions(), hops_per_link.ceil());
}

rational diameter_bound(const problem& what) { return cube_of(what).dimensions(); }

requirement everything_required(const problem& what) {
    return everything_everywhere{.node_count = node_count(what.where),
                                 .senders = what.broadcasters};
}

}  // namespace tutti
