#include "scatter_multinode_tree.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program scatter_multinode_tree_program(const setting& setting) {
    return any_program::on_any<cube_packet>(
        cube_of(setting), [tree = timed_tree{cube_of(setting)}](auto& self, node_input input,
                                                                const knowledge& /*knowledge*/) {
            return scatter_multinode_tree(self, std::move(input.messages), tree);
        });
}

}  // namespace

algorithm describe(standard_name<"scatter/multinode-tree"> /*name*/) {
    algorithm entry = cube_entry("scatter", "multinode-tree");
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3";
    entry.idea =
        "The multinode broadcast by rotation-classes brings the root a message of every node. The "
        "same hops backwards in time bring every node one of the root's, and no message ever waits "
        "for a link.";
    entry.rule = "scatter.mnb";
    entry.ports = {port_model::all_port, port_model::one_way};
    entry.time = "ceil((2^d-1)/d)";
    entry.inapplicable_reason = scatter_mismatch;
    entry.phases = [](const problem& problem) {
        return std::vector{synchronous_phase("scatter", slots_for_others(cube_of(problem)))};
    };
    entry.transmissions = personal_hops;
    entry.program = scatter_multinode_tree_program;
    return entry;
}

}  // namespace tutti
