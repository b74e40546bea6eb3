#include "multinode_rotation_classes.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program multinode_rotation_classes_program(const setting& setting) {
    return any_program::on<cube_packet>(
        cube_of(setting), [classes = rotation_classes{cube_of(setting)}](
                              auto& self, node_input input, const knowledge& /*knowledge*/) {
            return multinode_rotation_classes(self, std::move(input.messages), classes);
        });
}

}  // namespace

algorithm describe(standard_name<"multinode-broadcast/rotation-classes"> /*name*/) {
    algorithm entry = cube_entry("multinode-broadcast", "rotation-classes");
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3";
    entry.idea =
        "Every node broadcasts over its own copy of one tree, whose links come in sets of d, one "
        "of each dimension, the last perhaps smaller. In each slot all messages cross the next "
        "set, and none collide.";
    entry.rule = "mnb.opt";
    entry.time = "ceil((2^d-1)/d)";
    entry.phases = [](const problem& problem) {
        return std::vector{synchronous_phase("broadcast", slots_for_others(cube_of(problem)))};
    };
    entry.transmissions = broadcast_hops;
    entry.program = multinode_rotation_classes_program;
    return entry;
}

}  // namespace tutti
