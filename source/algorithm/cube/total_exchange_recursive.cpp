#include "tutti/algorithm/cube/total_exchange_recursive.hpp"

#include "../entries.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

rational slots_of(const problem& what) { return cube_of(what).node_count() / 2; }

std::optional<expected_time> expected(const problem& what) {
    return expected_time{.units = slots_of(what)};
}

std::vector<phase> phases(const problem& what) {
    return {{.name = "exchange",
             .expected_slots = slots_of(what).ceil(),
             .marked_by = cube_of(what).node_count(),
             .is_synchronous = true}};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    return cube_of(what).node_count() * distances_to_all(cube_of(what));
}

// What a node holds may end in a page that is filled in part.
memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& cube = std::get<hypercube>(where);
    const std::uint64_t nodes = cube.node_count();
    return emulator_memory<cube_packet>(
        cube, nodes * 8192 + bounded_product(nodes, 10 * (nodes + cube.link_count())));
}

void run(const problem& what, const assignment& given, const emulation& how) {
    const exchange_columns columns{cube_of(what)};
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return total_exchange_recursive(self, given.given_to(self.id()), columns);
    });
}

}  // namespace

algorithm total_exchange_recursive_entry() {
    return {
        .task = "total-exchange",
        .name = "recursive",
        .source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 5",
        .rule = "te.opt",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .workload = workload_kind::all_to_all,
        .parameters = {},
        .time = "2^(d-1)",
        .misfit = exchange_misfit,
        .phases = phases,
        .expected = expected,
        .lower_bound = exchange_bound,
        .transmissions = transmissions,
        .memory = memory,
        .required = addressed_required,
        .run = run,
    };
}

}  // namespace tutti
