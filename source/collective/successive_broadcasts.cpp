#include <iterator>

#include "tutti/collective/collectives.hpp"
#include "tutti/collective/lower_bounds.hpp"
#include "tutti/topology/properties.hpp"
#include "tutti/tree/gray_code.hpp"

namespace tutti {
namespace {

// The size of a smallest connected dominating set of the cube: exact up to 6 dimensions, at least
// so much beyond. Of such a set, the first node dominates d+1 nodes, the second d-1 more, every
// other one d-2 more at most; in 6 dimensions 15 such nodes cannot be found.
std::int64_t connected_domination(int dimensions) {
    constexpr std::array<std::int64_t, 7> known{1, 1, 2, 4, 6, 10, 16};
    if (dimensions < std::ssize(known)) {
        return known.at(static_cast<std::size_t>(dimensions));
    }
    const std::int64_t d = dimensions;
    return 2 + rational{(std::int64_t{1} << d) - 2 * d, d - 2}.ceil();
}

// Somebody has to shout in a slot in which a node does not whisper.
rational successive_bound(const problem& what) {
    const auto* const cube = std::get_if<hypercube>(&what.where);
    if (cube != nullptr && what.ports == port_model::shout_and_whisper) {
        return rational{cube->node_count()} + connected_domination(cube->dimensions()) - 1;
    }
    return others_bound(what, properties_of(what.where).least_degree);
}

requirement in_order(const problem& what) {
    ordered_everywhere ordered{.node_count = node_count(what.where), .order = {}};
    const bool is_cube = std::holds_alternative<hypercube>(what.where);
    for (std::size_t i = 0; i < ordered.node_count; ++i) {
        const auto place = static_cast<std::uint32_t>(i);
        ordered.order.push_back(is_cube ? gray_code::gray(place) : place);
    }
    return ordered;
}

}  // namespace

collective successive_broadcasts() {
    return {.name = "successive-broadcasts",
            .meaning =
                "a message of every node, all at every node, one after the other in the "
                "order of the Gray code",
            .senders = [](const network& where,
                          node_id /*root*/) { return every_node(node_count(where)); },
            .message_count = [](std::uint64_t nodes) { return nodes; },
            .required = in_order,
            .lower_bound = successive_bound};
}

}  // namespace tutti
