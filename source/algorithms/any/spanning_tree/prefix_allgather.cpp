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

bool has_cycle(const network& net) { return find_hamiltonian_cycle(net).exists == answer::yes; }

cycle_or_tree way_of(const setting& setting) {
    const duplex mode = duplex_of(setting.ports);
    if (has_cycle(setting.network)) {
        return along_cycle(setting.network, mode);
    }
    return tree_broadcast{spanning_tree{setting.network, tree_rule::low_degree}, mode};
}

slot allgather_slots(const problem& problem) {
    const duplex mode = duplex_of(problem.ports);
    return has_cycle(problem.network)
               ? multinode_slots(node_count(problem.network), mode)
               : tree_broadcast{spanning_tree{problem.network, tree_rule::low_degree}, mode}
                     .slots();
}

any_program allgather_program(const setting& setting) {
    return std::visit(
        [](const auto& shape, auto way) {
            return any_program::on<message_packet>(
                shape, [way = std::move(way)](auto& self, const node_input& input,
                                              const knowledge& /*knowledge*/) {
                    return prefix_by_allgather(self, way, input.value);
                });
        },
        setting.network, way_of(setting));
}

}  // namespace

algorithm describe(standard_name<"prefix-sum/allgather"> /*name*/) {
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
            [](const network& net) {
                return has_cycle(net) ? std::string{} : tree_schedule_mismatch(net);
            },
        .phases =
            [](const problem& problem) {
                return std::vector{synchronous_phase("rank", allgather_slots(problem))};
            },
        .transmissions = multinode_hops,
        .program = allgather_program,
    };
}

}  // namespace tutti
