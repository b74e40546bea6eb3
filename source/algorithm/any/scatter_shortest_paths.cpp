#include "tutti/algorithm/any/scatter_shortest_paths.hpp"

#include <memory>

#include "any_entry.hpp"

namespace tutti {

algorithm scatter_shortest_paths_entry() {
    algorithm entry = shortest_paths_entry("scatter");
    entry.program = [](const setting& where) {
        return program_on_any(
            where.where, [ways = std::make_shared<const table_by_root<subtree_places>>(
                              where.where)](auto& self, node_input mine, const told& /*known*/) {
                return scatter_over_shortest_paths(self, std::move(mine.messages), *ways);
            });
    };
    return entry;
}

}  // namespace tutti
