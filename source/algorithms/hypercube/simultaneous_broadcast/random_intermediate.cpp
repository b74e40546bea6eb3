#include "random_intermediate.hpp"

#include <bitset>

#include "algorithms/hypercube/cube_entry.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::optional<std::uint64_t> random_intermediate_transmissions(const problem& problem) {
    if (!are_hops_countable(problem)) {
        return std::nullopt;
    }
    const std::uint64_t nodes = cube_of(problem).node_count();
    std::uint64_t hops = problem.message_count() * (nodes - 1);
    for (std::size_t i = 0; i < problem.broadcasters.nodes.size(); ++i) {
        const node_id origin = problem.broadcasters.nodes[i];
        for (std::uint64_t draw = 1; draw <= problem.broadcasters.packets[i]; ++draw) {
            const std::uint64_t drawn = node_random(problem.seed, origin, draw) % nodes;
            hops += std::bitset<32>{origin ^ drawn}.count();
        }
    }
    return hops;
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/random-intermediate"> /*name*/,
              algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "after Valiant & Brebner 1981";
    entry.idea =
        "Each message travels to a node drawn at random and goes to all from there, over that "
        "node's binomial tree; at links messages queue up. No set of broadcasters is bad for most "
        "of the draws.";
    entry.time = "4*d*K, whatever is drawn";
    entry.kind = time_kind::upper_bound;
    entry.most_chosen_nodes = 0;
    entry.knowledge = {knowledge_item::message_count};
    entry.phases = [](const problem& problem) {
        // A message goes over at most 2d links, to the node drawn and from there, and waits at each
        // for no more than what crosses it: every message at most twice.
        const rational most = rational{4 * cube_of(problem).dimensions()} * problem.message_count();
        return std::vector<phase>{{.name = "broadcast", .most_slots = most.ceil()}};
    };
    entry.transmissions = random_intermediate_transmissions;
    entry.program = programs<hypercube, long_packet>::on(
        [](auto& self, node_input input, const knowledge& knowledge) {
            return random_intermediate(self, std::move(input.messages), knowledge.message_count());
        });
}

}  // namespace tutti
