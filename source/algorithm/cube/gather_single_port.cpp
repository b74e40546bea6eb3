#include "tutti/algorithm/cube/gather_single_port.hpp"

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
    return {{.name = "gather",
             .expected_slots = slots_of(what).ceil(),
             .marked_by = cube_of(what).node_count()}};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    return distances_to_all(cube_of(what));
}

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    // Packets reach a node through dimensions above the highest in which it differs from the root.
    const auto& cube = std::get<hypercube>(where);
    return memory_of_rows(cube, 2, 344 * cube.node_count());
}

void run(const problem& what, const assignment& given, const emulation& how) {
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return gather_single_port(self, given.given_to(self.id()), what.root);
    });
}

}  // namespace

algorithm gather_single_port_entry() {
    return {
        .task = "gather",
        .name = "single-port",
        .source = "standard; after Johnsson & Ho 1989",
        .rule = "sla.gather",
        .networks = "hypercube",
        .ports = {port_model::single_port_full_duplex},
        .workload = workload_kind::all_to_root,
        .parameters = {},
        .time = "2^d - 1",
        .misfit = cube_misfit,
        .phases = phases,
        .expected = expected,
        .lower_bound = others_bound,
        .transmissions = transmissions,
        .memory = memory,
        .required = addressed_required,
        .run = run,
    };
}

}  // namespace tutti
