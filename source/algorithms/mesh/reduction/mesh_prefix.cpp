#include "mesh_prefix.hpp"

#include "algorithms/mesh/mesh_theory.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

/// Prefix sum of every node's own `value` upwards in the order of ids, that is, of all nodes that
/// are not before it: delivered as its message.
///
/// All nodes mark "rank". Time: exactly 2d(p-1) slots.
template <mesh_node Node>
task<> mesh_prefix_alone(Node& self, std::uint64_t value) {
    mesh_prefix sum{self.network(), self.id(), 0, value};
    co_await in_lockstep(self, sum.steps(self.network()), sum);
    self.mark("rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = sum.total() - sum.before()});
}

void describe(standard_name<"prefix-sum/mesh"> /*name*/, algorithm& entry) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994, section 3");
    entry.idea =
        "Sums run along the lines of one dimension after the other, the last node of a line taking "
        "its sum into the next dimension. Then they run back, and tell every node what comes "
        "before it and the total.";
    entry.rule = "prefix";
    entry.time = "2d(p-1)";
    entry.phases = [](const problem& input) {
        return std::vector{synchronous_phase("rank", mesh_prefix::steps(grid_of(input)))};
    };
    entry.transmissions = [](const problem& input) -> std::optional<packet_hops> {
        return packet_hops{0, 2 * (node_count(input.network) - 1)};
    };
    entry.program = mesh_programs::on_any(
        [](auto& self, const node_input& input) { return mesh_prefix_alone(self, input.value); });
}

}  // namespace tutti
