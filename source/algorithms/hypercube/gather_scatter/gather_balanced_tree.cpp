#include "gather_balanced_tree.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program gather_balanced_tree_program(const setting& setting) {
    return any_program::on<cube_packet>(
        cube_of(setting), [tree = balanced_tree{cube_of(setting)}](auto& self, node_input input,
                                                                   const knowledge& knowledge) {
            return gather_balanced_tree(self, std::move(input.messages), knowledge.root(), tree);
        });
}

}  // namespace

algorithm describe(standard_name<"gather/balanced-tree"> /*name*/) {
    algorithm entry = cube_entry("gather", "balanced-tree");
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 4";
    entry.idea =
        "Over a tree with d subtrees of equal size, give or take one, every node sends its message "
        "to its parent and then what comes, one a slot. The root hears from every subtree without "
        "a pause.";
    entry.rule = "gather.bal";
    entry.time = "ceil((2^d-1)/d)";
    entry.knowledge = {knowledge_item::root};
    entry.phases = [](const problem& problem) {
        return std::vector<phase>{
            {.name = "gather", .expected_slots = slots_for_others(cube_of(problem))}};
    };
    entry.transmissions = personal_hops;
    entry.program = gather_balanced_tree_program;
    return entry;
}

}  // namespace tutti
