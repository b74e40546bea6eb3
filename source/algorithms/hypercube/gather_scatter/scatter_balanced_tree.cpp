#include "scatter_balanced_tree.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program scatter_balanced_tree_program(const setting& setting) {
    return any_program::on<cube_packet>(
        cube_of(setting), [tree = balanced_tree{cube_of(setting)}](auto& self, node_input input,
                                                                   const knowledge& /*knowledge*/) {
            return scatter_balanced_tree(self, std::move(input.messages), tree);
        });
}

}  // namespace

algorithm describe(standard_name<"scatter/balanced-tree"> /*name*/) {
    algorithm entry = cube_entry("scatter", "balanced-tree");
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 4";
    entry.idea =
        "A tree of shortest paths divides the other nodes into d subtrees of equal size, give or "
        "take one. The root sends one message a slot into each, farthest nodes first, and none "
        "ever waits.";
    entry.rule = "scatter.bal";
    entry.time = "ceil((2^d-1)/d)";
    entry.inapplicable_reason = scatter_mismatch;
    entry.phases = [](const problem& problem) {
        return std::vector<phase>{
            {.name = "scatter", .expected_slots = slots_for_others(cube_of(problem))}};
    };
    entry.transmissions = personal_hops;
    entry.program = scatter_balanced_tree_program;
    return entry;
}

}  // namespace tutti
