#include "tutti/collective/lower_bounds.hpp"

#include "tutti/topology/properties.hpp"

namespace tutti {
namespace {

bool is_odd_array(const grid& shape) {
    bool is_odd = shape.edge() == grid_edge::open && shape.node_count() > 1;
    for (int i = 0; i < shape.dimensions(); ++i) {
        is_odd = is_odd && shape.side(i) % 2 != 0;
    }
    return is_odd;
}

// What is known beyond `multinode_slots()`, or 0.
slot sharper_slots(const network& where, duplex mode) {
    const auto* const shape = std::get_if<grid>(&where);
    if (shape == nullptr || shape->edge() == grid_edge::closed) {
        return 0;
    }
    const std::size_t nodes = shape->node_count();
    if (shape->dimensions() == 1) {
        return path_slots(nodes, mode);
    }
    return mode == duplex::full && is_odd_array(*shape) ? static_cast<slot>(nodes) + 1 : 0;
}

}  // namespace

rational others_bound(const problem& what, int links) {
    const std::uint64_t others = node_count(what.where) - 1;
    if (what.ports != port_model::all_port) {
        return others;
    }
    const rational share{others, std::max(1, links)};
    return std::holds_alternative<hypercube>(what.where) ? rational{share.ceil()} : share;
}

rational reception_bound(const problem& what) {
    const std::uint64_t count = what.message_count();
    const auto& shape = std::get<grid>(what.where);
    const int links = shape.edge() == grid_edge::closed ? 2 : 1;
    return count == 0 ? rational{0} : rational{count - 1, shape.dimensions() * links};
}

slot multinode_slots(std::uint64_t nodes, duplex mode) noexcept {
    const auto n = static_cast<slot>(nodes);
    return mode == duplex::full || n == 1 ? n - 1 : 2 * (n - 1 + n % 2);
}

slot path_slots(std::size_t nodes, duplex mode) noexcept {
    const auto n = static_cast<slot>(nodes);
    if (n < 3) {
        return mode == duplex::full ? n - 1 : 2 * (n - 1);
    }
    return mode == duplex::full ? (3 * n + 1) / 2 - 1 : (5 * n + 1) / 2 - 2;
}

rational multinode_bound(const problem& what) {
    const std::uint64_t nodes = node_count(what.where);
    if (what.ports == port_model::all_port || what.ports == port_model::shout_and_whisper) {
        return others_bound(what, properties_of(what.where).least_degree);
    }
    const duplex mode = duplex_of(what.ports);
    return std::max(multinode_slots(nodes, mode), sharper_slots(what.where, mode));
}

}  // namespace tutti
