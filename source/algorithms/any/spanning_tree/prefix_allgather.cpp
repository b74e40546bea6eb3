#include "prefix_allgather.hpp"

#include <utility>
#include <variant>

#include "algorithms/entry.hpp"
#include "algorithms/ring/ring_theory.hpp"
#include "algorithms/ring/tour_broadcast.hpp"
#include "bounds/lower_bounds.hpp"
#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "tree_entry.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/message_program.hpp"

namespace tutti {
namespace {

using cycle_or_tree = std::variant<ring_broadcast, tree_broadcast>;

bool has_cycle(const network& where) { return find_hamiltonian_cycle(where).exists == answer::yes; }

cycle_or_tree way_of(const setting& where) {
    const duplex mode = duplex_of(where.ports);
    if (has_cycle(where.where)) {
        return along_cycle(where.where, mode);
    }
    return tree_broadcast{spanning_tree{where.where, tree_rule::low_degree}, mode};
}

slot allgather_slots(const problem& what) {
    const duplex mode = duplex_of(what.ports);
    return has_cycle(what.where)
               ? multinode_slots(node_count(what.where), mode)
               : tree_broadcast{spanning_tree{what.where, tree_rule::low_degree}, mode}.slots();
}

any_program allgather_program(const setting& where) {
    return std::visit(
        [](const auto& shape, auto way) {
            return any_program::on<message_packet>(
                shape, [way = std::move(way)](auto& self, const node_input& mine,
                                              const knowledge& /*known*/) {
                    return prefix_by_allgather(self, way, mine.value);
                });
        },
        where.where, way_of(where));
}

}  // namespace

algorithm prefix_by_allgather_entry() {
    return {
        .collective = "prefix-sum",
        .name = "allgather",
        .source = "not in the papers",
        .idea =
            "Every value goes to every node, around a cycle through all nodes or, if none is "
            "known, over a spanning tree. Each node adds up its own and those of larger ids.",
        .networks = "any connected",
        .ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex},
        .time = "that of allgather around a Hamiltonian cycle or, without one, over a tree",
        .inapplicable_reason =
            [](const network& where) {
                return has_cycle(where) ? std::string{} : tree_schedule_mismatch(where);
            },
        .phases =
            [](const problem& what) {
                return std::vector{synchronous_phase("rank", allgather_slots(what))};
            },
        .transmissions = multinode_hops,
        .program = allgather_program,
    };
}

}  // namespace tutti
