#include "tutti/algorithm/cube/broadcast_single_port.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    return {{.name = "broadcast",
             .expected_slots = cube_of(what).dimensions(),
             .is_synchronous = true}};
}

any_program broadcast_single_port_program(const setting& where) {
    return any_program::on<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return broadcast_single_port(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm broadcast_single_port_entry() {
    return {
        .task = "broadcast",
        .name = "single-port",
        .source = "Johnsson & Ho 1989",
        .rule = "sla.bcast",
        .networks = "hypercube",
        .ports = {port_model::single_port_full_duplex},
        .time = "d",
        .why_not = why_not_cube,
        .phases = phases,
        .transmissions = broadcast_hops,
        .program = broadcast_single_port_program,
    };
}

}  // namespace tutti
