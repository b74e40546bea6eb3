#include "tutti/algorithm/cube/multinode_rotation_classes.hpp"

#include "../entries.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

rational slots_of(const problem& what) { return slots_for_others(cube_of(what)); }

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

// At most 11 of 16 nodes of the tree are inner ones, whose packets a node keeps: as many in 5
// dimensions, 9 of 16 in 20.
memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& cube = std::get<hypercube>(where);
    const std::uint64_t nodes = cube.node_count();
    return emulator_memory<cube_packet>(cube, nodes * 512 + bounded_product(nodes, nodes * 11));
}

void run(const problem& what, const assignment& given, const emulation& how) {
    const rotation_classes classes{cube_of(what)};
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return multinode_rotation_classes(self, given.given_to(self.id()), classes);
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
        .workload = workload_kind::everyone,
        .parameters = {},
        .time = "ceil((2^d-1)/d)",
        .misfit = cube_misfit,
        .phases = phases,
        .expected = expected,
        .lower_bound = link_bound,
        .transmissions = transmissions,
        .memory = memory,
        .required = everything_required,
        .run = run,
    };
}

}  // namespace tutti
