#include "gather_multinode_tree.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program gather_multinode_tree_program(const setting& setting) {
    return any_program::on_any<cube_packet>(
        cube_of(setting), [tree = timed_tree{cube_of(setting)}](auto& self, node_input input,
                                                                const knowledge& knowledge) {
            return gather_multinode_tree(self, std::move(input.messages), knowledge.root(), tree);
        });
}

}  // namespace

algorithm describe(standard_name<"gather/multinode-tree"> /*name*/) {
    algorithm entry = cube_entry("gather", "multinode-tree");
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3";
    entry.idea =
        "Of the multinode broadcast by rotation-classes only those hops remain that take a message "
        "on towards the root, each in its own slot, and those never collide.";
    entry.rule = "gather.mnb";
    entry.ports = {port_model::all_port, port_model::one_way};
    entry.knowledge = {knowledge_item::root};
    entry.time = "ceil((2^d-1)/d)";
    entry.phases = [](const problem& problem) {
        return std::vector{synchronous_phase("gather", slots_for_others(cube_of(problem)))};
    };
    entry.transmissions = personal_hops;
    entry.program = gather_multinode_tree_program;
    return entry;
}

}  // namespace tutti
