#include "gather_shortest_paths.hpp"

#include <memory>

#include "any_entry.hpp"

namespace tutti {

algorithm describe(standard_name<"gather/shortest-paths"> /*name*/) {
    algorithm entry = shortest_paths_entry("gather");
    entry.idea =
        "Over a tree of shortest paths every node sends its message to its parent and then what "
        "comes, one a slot. The root's neighbours send without a pause, so the largest subtree "
        "says how long it takes.";
    entry.knowledge = {knowledge_item::root};
    entry.program = [](const setting& setting) {
        return program_on_any(
            setting.network,
            [ways = std::make_shared<const table_by_root<subtree_places>>(setting.network)](
                auto& self, node_input input, const knowledge& knowledge) {
                return gather_over_shortest_paths(self, std::move(input.messages), knowledge.root(),
                                                  ways->to(knowledge.root()));
            });
    };
    return entry;
}

}  // namespace tutti
