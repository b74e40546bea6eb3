#include "tutti/algorithm/cube/multinode_rotation_classes.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    return {{.name = "broadcast",
             .expected_slots = slots_for_others(cube_of(what)),
             .is_synchronous = true}};
}

any_program program(const setting& where) {
    return any_program::on<cube_packet>(
        cube_of(where), [classes = rotation_classes{cube_of(where)}](auto& self, node_input mine,
                                                                     const told& /*known*/) {
            return multinode_rotation_classes(self, std::move(mine.messages), classes);
        });
}

}  // namespace

algorithm multinode_rotation_classes_entry() {
    return {
        .task = "multinode-broadcast",
        .name = "rotation-classes",
        .source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3",
        .rule = "mnb.opt",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "ceil((2^d-1)/d)",
        .why_not = why_not_cube,
        .phases = phases,
        .transmissions = broadcast_hops,
        .program = program,
    };
}

}  // namespace tutti
