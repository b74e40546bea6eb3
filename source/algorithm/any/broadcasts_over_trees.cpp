#include "tutti/algorithm/any/broadcasts_over_trees.hpp"

#include <memory>

#include "any_entry.hpp"
#include "tutti/algorithm/any/theory.hpp"

namespace tutti {

algorithm broadcasts_over_trees_entry() {
    algorithm entry = any_tree_entry("simultaneous-broadcast", "trees");
    entry.time = "D + K - 1 for K >= 1, D the largest distance from a broadcaster";
    entry.kind = time_kind::upper_bound;
    entry.told = {knowledge::message_count};
    entry.phases = [](const problem& what) {
        const slot k = static_cast<slot>(what.message_count());
        const slot most = k == 0 ? 0 : farthest_from_broadcasters(what) + k - 1;
        return std::vector<phase>{{.name = "broadcast", .most_slots = most}};
    };
    entry.transmissions = [](const problem& what) -> packet_hops {
        return what.message_count() * (node_count(what.where) - 1);
    };
    entry.program = [](const setting& where) {
        return program_on_any(
            where.where, [trees = std::make_shared<const shortest_path_trees>(where.where)](
                             auto& self, node_input mine, const told& known) {
                return broadcasts_over_shortest_paths(self, std::move(mine.messages),
                                                      known.message_count(), *trees);
            });
    };
    return entry;
}

}  // namespace tutti
