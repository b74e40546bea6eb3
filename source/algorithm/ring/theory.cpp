#include "tutti/algorithm/ring/theory.hpp"

#include <algorithm>
#include <variant>

#include "tutti/algorithm/ring/path_schedule.hpp"
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

slot multinode_slots(std::uint64_t nodes, duplex mode) noexcept {
    const auto n = static_cast<slot>(nodes);
    return mode == duplex::full || n == 1 ? n - 1 : 2 * (n - 1 + n % 2);
}

rational multinode_bound(const problem& what) {
    const std::uint64_t nodes = node_count(what.where);
    switch (what.ports) {
        case port_model::single_port_full_duplex:
        case port_model::single_port_half_duplex: {
            const duplex mode = duplex_of(what.ports);
            return std::max(multinode_slots(nodes, mode), sharper_slots(what.where, mode));
        }
        case port_model::shout_and_whisper:
            return nodes - 1;  // a node receives one packet a slot
        case port_model::all_port:
            break;
    }
    const int ports = std::max(1, properties_of(what.where).least_degree);
    return rational{nodes - 1, ports}.ceil();  // these programs cut no messages
}

std::optional<std::uint64_t> multinode_hops(const problem& what) {
    const std::uint64_t nodes = node_count(what.where);
    return nodes * (nodes - 1);
}

std::vector<phase> multinode_phases(const problem& what, slot slots) {
    return {{.name = "broadcast",
             .expected_slots = slots,
             .marked_by = node_count(what.where),
             .is_synchronous = true}};
}

}  // namespace tutti
