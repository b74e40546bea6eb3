#include "tutti/algorithm/mesh/mesh_prefix.hpp"

#include "../entries.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"
#include "tutti/algorithm/requirements.hpp"
#include "tutti/topology/diameter.hpp"

namespace tutti {
namespace {

// The sum from a node's own id upwards is what is not before it.
template <node_of<grid> Node>
task<> mesh_prefix_alone(Node& self, std::uint32_t value) {
    mesh_prefix<Node> sum{self, 0, value};
    for (int step = 0; step < mesh_prefix<Node>::steps(self.network()); ++step) {
        sum.send(step);
        co_await self.next_slot();
        sum.receive(step);
    }
    self.mark("rank");
    self.deliver(
        {.origin = self.id(), .number = 0, .payload = std::uint64_t{sum.total()} - sum.before()});
}

std::int64_t steps_of(const problem& what) {
    return 2 * std::int64_t{grid_of(what).dimensions()} * (grid_of(what).side(0) - 1);
}

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& shape = std::get<grid>(where);
    const std::uint64_t a_node = 240 + 32 * static_cast<std::uint64_t>(shape.dimensions());
    return emulator_memory<mesh_packet>(shape, a_node * shape.node_count());
}

void run(const problem& what, const assignment& /*given*/, const emulation& how) {
    emulate<mesh_packet>(grid_of(what), how, [&](auto& self) {
        return mesh_prefix_alone(self, what.broadcasters.packets_of(self.id()));
    });
}

}  // namespace

algorithm mesh_prefix_entry() {
    return {
        .task = "prefix-sum",
        .name = "mesh",
        .source = "Varvarigos & Bertsekas 1994, section 3",
        .rule = "prefix",
        .networks = "array, torus",
        .ports = {port_model::all_port},
        .workload = workload_kind::counts,
        .parameters = {},
        .time = "2d(p-1)",
        .misfit = grid_misfit,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{{.name = "rank",
                                           .expected_slots = steps_of(what),
                                           .marked_by = node_count(what.where),
                                           .is_synchronous = true}};
            },
        .expected = [](const problem& what) -> std::optional<expected_time> {
            return expected_time{.units = steps_of(what)};
        },
        .lower_bound = [](const problem& what) -> rational { return diameter(what.where); },
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return 2 * (node_count(what.where) - 1);
        },
        .memory = memory,
        .required = sums_required,
        .run = run,
    };
}

}  // namespace tutti
