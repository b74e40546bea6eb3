#include "mesh_prefix.hpp"

#include "algorithms/mesh/mesh_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"prefix-sum/mesh"> /*name*/) {
    algorithm entry = mesh_entry("prefix-sum", "mesh");
    entry.source = "Varvarigos & Bertsekas 1994, section 3";
    entry.idea =
        "Sums run along the lines of one dimension after the other, the last node of a line taking "
        "its sum into the next dimension. Then they run back, and tell every node what comes "
        "before it and the total.";
    entry.rule = "prefix";
    entry.time = "2d(p-1)";
    entry.phases = [](const problem& input) {
        return std::vector{synchronous_phase("rank", 2 * sweep_slots(grid_of(input)))};
    };
    entry.transmissions = [](const problem& input) -> std::optional<packet_hops> {
        return packet_hops{0, 2 * (node_count(input.network) - 1)};
    };
    entry.program = mesh_programs::on_any(
        [](auto& self, const node_input& input, const knowledge& /*knowledge*/) {
            return mesh_prefix_alone(self, input.value);
        });
    return entry;
}

}  // namespace tutti
