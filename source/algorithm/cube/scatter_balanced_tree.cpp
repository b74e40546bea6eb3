#include "tutti/algorithm/cube/scatter_balanced_tree.hpp"

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
    return {{.name = "scatter",
             .expected_slots = slots_of(what).ceil(),
             .marked_by = cube_of(what).node_count()}};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    return distances_to_all(cube_of(what));
}

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& cube = std::get<hypercube>(where);
    return memory_of_rows(cube, balanced_tree_rows, 304 * cube.node_count());
}

void run(const problem& what, const assignment& given, const emulation& how) {
    const balanced_tree tree{cube_of(what)};
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return scatter_balanced_tree(self, given.given_to(self.id()), tree);
    });
}

}  // namespace

algorithm scatter_balanced_tree_entry() {
    return {
        .task = "scatter",
        .name = "balanced-tree",
        .source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 4",
        .rule = "scatter.bal",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .workload = workload_kind::root_to_all,
        .parameters = {},
        .time = "ceil((2^d-1)/d)",
        .misfit = scatter_misfit,
        .phases = phases,
        .expected = expected,
        .lower_bound = link_bound,
        .transmissions = transmissions,
        .memory = memory,
        .required = addressed_required,
        .run = run,
    };
}

}  // namespace tutti
