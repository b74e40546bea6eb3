#include "scatter_shortest_paths.hpp"

#include <memory>

#include "any_entry.hpp"

namespace tutti {

algorithm describe(standard_name<"scatter/shortest-paths"> /*name*/) {
    algorithm entry = shortest_paths_entry("scatter");
    entry.idea =
        "Into each subtree of a tree of shortest paths the root sends one message a slot, those "
        "for the farthest nodes first, and nodes pass them on at once. The largest subtree says "
        "how long it takes.";
    entry.program = [](const setting& setting) {
        return program_on_any(
            setting.network,
            [ways = std::make_shared<const table_by_root<subtree_places>>(setting.network)](
                auto& self, node_input input, const knowledge& /*knowledge*/) {
                return scatter_over_shortest_paths(self, std::move(input.messages), *ways);
            });
    };
    return entry;
}

}  // namespace tutti
