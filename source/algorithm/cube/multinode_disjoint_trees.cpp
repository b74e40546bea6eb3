#include "tutti/algorithm/cube/multinode_disjoint_trees.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    const std::int64_t d = cube_of(what).dimensions();
    return {
        {.name = "collect", .expected_slots = largest_share(what) + d - 1, .is_synchronous = true},
        {.name = "broadcast", .expected_slots = largest_share(what) + d},
    };
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    const auto d = static_cast<std::uint64_t>(cube_of(what).dimensions());
    const std::uint64_t nodes = cube_of(what).node_count();
    return hops_to_roots_by_rank(what) + (nodes + d) * (nodes - 1);
}

any_program multinode_disjoint_trees_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return multinode_disjoint_trees(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm multinode_disjoint_trees_entry() {
    return {
        .task = "multinode-broadcast",
        .name = "disjoint-trees",
        .source = "Stamoulis & Tsitsiklis 1991, 3.2 (K = 2^d)",
        .rule = "kbcast.mnb",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "2*ceil(2^d/d) + 2d - 1",
        .why_not = why_not_cube,
        .phases = phases,
        .transmissions = transmissions,
        .program = multinode_disjoint_trees_program,
    };
}

}  // namespace tutti
