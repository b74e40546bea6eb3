#include "tutti/algorithm/cube/gather_balanced_tree.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    return {{.name = "gather", .expected_slots = slots_for_others(cube_of(what))}};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    return distances_to_all(cube_of(what));
}

any_program program(const setting& where) {
    return any_program::on<cube_packet>(
        cube_of(where),
        [tree = balanced_tree{cube_of(where)}](auto& self, node_input mine, const told& known) {
            return gather_balanced_tree(self, std::move(mine.messages), known.root(), tree);
        });
}

}  // namespace

algorithm gather_balanced_tree_entry() {
    return {
        .task = "gather",
        .name = "balanced-tree",
        .source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 4",
        .rule = "gather.bal",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "ceil((2^d-1)/d)",
        .told = {knowledge::root},
        .why_not = why_not_cube,
        .phases = phases,
        .transmissions = transmissions,
        .program = program,
    };
}

}  // namespace tutti
