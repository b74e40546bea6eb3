#include "line_greedy.hpp"

#include "algorithms/mesh/mesh_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

bool is_ring(const problem& problem) { return grid_of(problem).edge() == grid_edge::closed; }

rational most_units_on_ring(const problem& problem) {
    const std::uint64_t messages = problem.message_count();
    return messages == 0 ? rational{0} : rational{messages + node_count(problem.network) - 2, 2};
}

// Of whole packets on a path, nothing is faster.
std::optional<expected_time> expected(const problem& problem) {
    return is_ring(problem)
               ? expected_time{.units = most_units_on_ring(problem), .kind = time_kind::upper_bound}
               : expected_time{.units = line_bound(problem, packet_size::whole()).units,
                               .kind = time_kind::exact};
}

}  // namespace

algorithm describe(standard_name<"simultaneous-broadcast/line-greedy"> /*name*/) {
    algorithm entry = mesh_entry("simultaneous-broadcast", "line-greedy");
    entry.source = "Varvarigos & Bertsekas 1994, theorem 2";
    entry.idea =
        "On a path a node sends its messages both ways, on a ring one half of each message each "
        "way, whenever it has nothing to pass on. What is on its way never waits.";
    entry.rule = "line_greedy, ring_greedy_split";
    entry.networks = "path, ring";
    entry.time = "max of K_j + p-2-j from either end on a path, at most (K+p-2)/2 on a ring";
    entry.kind = time_kind::upper_bound;
    entry.knowledge = {knowledge_item::message_count};
    entry.inapplicable_reason = line_mismatch;
    entry.phases = [](const problem& input) {
        const rational share{1, is_ring(input) ? 2 : 1};
        return std::vector<phase>{
            {.name = "broadcast", .slot_length = share, .carries = share, .is_knowable = false}};
    };
    entry.expected = expected;
    entry.transmissions = [](const problem& input) -> std::optional<std::uint64_t> {
        const std::uint64_t links = node_count(input.network) - 1;
        return (is_ring(input) ? 2 : 1) * input.message_count() * links;
    };
    entry.program =
        mesh_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return line_greedy(self, std::move(input.messages), knowledge.message_count());
        });
    return entry;
}

}  // namespace tutti
