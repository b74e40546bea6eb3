#include "prefix_roots.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::vector<node_id> roots(int trees) {
    std::vector<node_id> nodes(static_cast<std::size_t>(trees));
    for (int tree = 0; tree < trees; ++tree) {
        nodes[static_cast<std::size_t>(tree)] = disjoint_trees::root(tree);
    }
    return nodes;
}

std::vector<phase> prefix_roots_phases(const problem& problem) {
    const int d = cube_of(problem).dimensions();
    const std::int64_t share = largest_share(problem);
    return {
        synchronous_phase("rank", slot{2} * d + 1),
        {.name = "collect",
         .expected_slots = share + d - 1,
         .markers = roots(d),
         .is_synchronous = true},
        {.name = "broadcast", .expected_slots = share + d},
    };
}

std::optional<packet_hops> prefix_roots_transmissions(const problem& problem) {
    if (!are_hops_countable(problem)) {
        return std::nullopt;
    }
    const auto d = static_cast<std::uint64_t>(cube_of(problem).dimensions());
    const std::uint64_t others = cube_of(problem).node_count() - 1;
    return packet_hops{hops_to_roots_by_rank(problem) + problem.message_count() * others,
                       2 * others + d + d * others};
}

}  // namespace

algorithm describe(standard_name<"simultaneous-broadcast/prefix-roots"> /*name*/) {
    algorithm entry = cube_entry("simultaneous-broadcast", "prefix-roots");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2";
    entry.idea =
        "Prefix sums give every message a rank, and by their ranks messages are spread evenly over "
        "d roots and travel there. The roots then send them, one a slot, over d trees that share "
        "no link.";
    entry.rule = "kbcast.full";
    entry.time = "2*ceil(K/d) + 4d";
    entry.returns_message_count = true;
    entry.inapplicable_input_reason = cube_input_mismatch;
    entry.phases = prefix_roots_phases;
    entry.transmissions = prefix_roots_transmissions;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return prefix_roots(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
