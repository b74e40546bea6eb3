#include "tutti/algorithm/mesh/mesh_prefix.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"

namespace tutti {
namespace {

any_program mesh_prefix_program(const setting& where) {
    return any_program::on_any<mesh_packet>(
        grid_of(where), [](auto& self, const node_input& mine, const told& /*known*/) {
            return mesh_prefix_alone(self, static_cast<std::uint32_t>(mine.value));
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
        .time = "2d(p-1)",
        .why_not = why_not_grid,
        .phases =
            [](const problem& what) {
                const grid& shape = grid_of(what);
                const std::int64_t sweep = std::int64_t{shape.dimensions()} * (shape.side(0) - 1);
                return std::vector<phase>{
                    {.name = "rank", .expected_slots = 2 * sweep, .is_synchronous = true}};
            },
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return 2 * (node_count(what.where) - 1);
        },
        .program = mesh_prefix_program,
    };
}

}  // namespace tutti
