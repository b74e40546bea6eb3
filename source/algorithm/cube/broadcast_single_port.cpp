#include "tutti/algorithm/cube/broadcast_single_port.hpp"

#include "../entries.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

rational slots_of(const problem& what) { return cube_of(what).dimensions(); }

std::optional<expected_time> expected(const problem& what) {
    return expected_time{.units = slots_of(what)};
}

std::vector<phase> phases(const problem& what) {
    return {{.name = "broadcast",
             .expected_slots = slots_of(what).ceil(),
             .marked_by = cube_of(what).node_count(),
             .is_synchronous = true}};
}

std::optional<std::uint64_t> transmissions(const problem& what) { return broadcast_hops(what); }

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    // As of the binomial tree with all ports.
    const auto& cube = std::get<hypercube>(where);
    return memory_of_rows(cube, 1, 240 * cube.node_count());
}

void run(const problem& what, const assignment& given, const emulation& how) {
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return broadcast_single_port(self, given.given_to(self.id()));
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
        .workload = workload_kind::root,
        .parameters = {},
        .time = "d",
        .misfit = cube_misfit,
        .phases = phases,
        .expected = expected,
        .lower_bound = diameter_bound,
        .transmissions = transmissions,
        .memory = memory,
        .required = everything_required,
        .run = run,
    };
}

}  // namespace tutti
