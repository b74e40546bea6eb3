#include "tutti/algorithm/cube/multinode_doubling.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    return {{.name = "broadcast",
             .expected_slots = static_cast<slot>(cube_of(what).node_count() - 1),
             .is_synchronous = true}};
}

any_program program(const setting& where) {
    return any_program::on<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return multinode_doubling(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm multinode_doubling_entry() {
    return {
        .task = "multinode-broadcast",
        .name = "doubling",
        .source = "Johnsson & Ho 1989",
        .rule = "sla.mnb.doubling",
        .networks = "hypercube",
        .ports = {port_model::single_port_full_duplex},
        .time = "2^d - 1",
        .why_not = why_not_cube,
        .phases = phases,
        .transmissions = broadcast_hops,
        .program = program,
    };
}

}  // namespace tutti
