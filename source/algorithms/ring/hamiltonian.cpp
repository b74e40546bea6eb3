#include <variant>

#include "algorithms/entry.hpp"
#include "bounds/lower_bounds.hpp"
#include "multinode_along.hpp"
#include "ring_theory.hpp"
#include "topology/embeddings/hamiltonian_path.hpp"
#include "tour_broadcast.hpp"
#include "tutti/catalog/message_program.hpp"

namespace tutti {
namespace {

std::string hamiltonian_cycle_mismatch(const network& net) {
    std::string text = cycle_mismatch(net);
    if (!text.empty() && hamiltonian_path(net, 1)) {
        text += "; hamiltonian-path does without";
    }
    return text;
}

std::string hamiltonian_path_mismatch(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    return shape != nullptr && shape->edge() != grid_edge::closed ? ""
                                                                  : "runs on paths and arrays only";
}

slot cycle_slots(const problem& problem) {
    return multinode_slots(node_count(problem.network), duplex_of(problem.ports));
}

slot slots_along_path(const problem& problem) {
    return path_slots(node_count(problem.network), duplex_of(problem.ports));
}

template <slot (*Slots)(const problem&)>
std::vector<phase> phases(const problem& problem) {
    return {synchronous_phase("broadcast", Slots(problem))};
}

any_program cycle_program(const setting& setting) {
    return std::visit(
        [&](const auto& shape) {
            return program_along(shape, along_cycle(setting.network, duplex_of(setting.ports)));
        },
        setting.network);
}

any_program path_program(const setting& setting) {
    return program_along(network_as<grid>(setting.network),
                         along_path(setting.network, duplex_of(setting.ports)));
}

}  // namespace

algorithm describe(standard_name<"multinode-broadcast/hamiltonian"> /*name*/) {
    return {
        .collective = "multinode-broadcast",
        .name = "hamiltonian",
        .source = "Dimakopoulos 1999, sections 3 and 4",
        .idea =
            "Around a cycle through all nodes, every node sends its own message and then passes on "
            "what comes, in the order in which it comes. With half duplex, neighbours on the cycle "
            "send by turns.",
        .rule = "ring_mnb, hamiltonian_mnb, sla.mnb.ring",
        .networks = "any with a known Hamiltonian cycle",
        .ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex},
        .time = "n - 1; half duplex 2(n-1) for even n, 2n for odd n",
        .inapplicable_reason = hamiltonian_cycle_mismatch,
        .phases = phases<cycle_slots>,
        .transmissions = multinode_hops,
        .program = cycle_program,
    };
}

algorithm describe(standard_name<"multinode-broadcast/hamiltonian-path"> /*name*/) {
    return {
        .collective = "multinode-broadcast",
        .name = "hamiltonian-path",
        .source = "not in the papers",
        .idea =
            "Along a path through all nodes, every node sends its message both ways and passes on "
            "what comes. All work out the same timetable, which gives ports to the sends with the "
            "most left to do.",
        .rule = "path_mnb, hamiltonian_path_mnb",
        .networks = "path, array",
        .ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex},
        .time = "ceil(3n/2) - 1; half duplex ceil(5n/2) - 2; as hamiltonian for n <= 2",
        .inapplicable_reason = hamiltonian_path_mismatch,
        .phases = phases<slots_along_path>,
        .transmissions = multinode_hops,
        .program = path_program,
    };
}

}  // namespace tutti
