#include "multinode_disjoint_trees.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::vector<phase> multinode_disjoint_trees_phases(const problem& problem) {
    const std::int64_t d = cube_of(problem).dimensions();
    return {
        synchronous_phase("collect", largest_share(problem) + d - 1),
        {.name = "broadcast", .expected_slots = largest_share(problem) + d},
    };
}

std::optional<packet_hops> multinode_disjoint_trees_transmissions(const problem& problem) {
    if (!are_hops_countable(problem)) {
        return std::nullopt;
    }
    const auto d = static_cast<std::uint64_t>(cube_of(problem).dimensions());
    const std::uint64_t nodes = cube_of(problem).node_count();
    return packet_hops{hops_to_roots_by_rank(problem) + nodes * (nodes - 1), d * (nodes - 1)};
}

}  // namespace

algorithm describe(standard_name<"multinode-broadcast/disjoint-trees"> /*name*/) {
    algorithm entry = cube_entry("multinode-broadcast", "disjoint-trees");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2 (K = 2^d)";
    entry.idea =
        "Every message travels to one of d roots, spread evenly by the ids, and the roots send "
        "what has come, one a slot, over d trees that share no link. Ranks need no sum, as every "
        "node broadcasts.";
    entry.rule = "kbcast.mnb";
    entry.time = "2*ceil(2^d/d) + 2d - 1";
    entry.phases = multinode_disjoint_trees_phases;
    entry.transmissions = multinode_disjoint_trees_transmissions;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return multinode_disjoint_trees(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
