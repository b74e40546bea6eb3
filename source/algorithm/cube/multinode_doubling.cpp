#include "tutti/algorithm/cube/multinode_doubling.hpp"

#include "../entries.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

rational slots_of(const problem& what) { return cube_of(what).node_count() - 1; }

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

// What a node holds may end in a page that is filled in part.
memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& cube = std::get<hypercube>(where);
    const std::uint64_t nodes = cube.node_count();
    return emulator_memory<cube_packet>(cube, nodes * 4608 + bounded_product(nodes, nodes * 16));
}

void run(const problem& what, const assignment& given, const emulation& how) {
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return multinode_doubling(self, given.given_to(self.id()));
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
        .workload = workload_kind::everyone,
        .parameters = {},
        .time = "2^d - 1",
        .misfit = cube_misfit,
        .phases = phases,
        .expected = expected,
        .lower_bound = others_bound,
        .transmissions = transmissions,
        .memory = memory,
        .required = everything_required,
        .run = run,
    };
}

}  // namespace tutti
