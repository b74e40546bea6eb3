#include "tutti/algorithm/any/gather_shortest_paths.hpp"

#include <memory>

#include "any_entry.hpp"

namespace tutti {

algorithm gather_shortest_paths_entry() {
    algorithm entry = shortest_paths_entry("gather");
    entry.told = {knowledge::root};
    entry.program = [](const setting& where) {
        return program_on_any(
            where.where, [ways = std::make_shared<const table_by_root<subtree_places>>(
                              where.where)](auto& self, node_input mine, const told& known) {
                return gather_over_shortest_paths(self, std::move(mine.messages), known.root(),
                                                  ways->to(known.root()));
            });
    };
    return entry;
}

}  // namespace tutti
