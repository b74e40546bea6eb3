#include "pair.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"simultaneous-broadcast/pair"> /*name*/) {
    algorithm entry = cube_entry("simultaneous-broadcast", "pair");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = 2)";
    entry.idea =
        "Both messages follow the binomial trees of their sources. Where both want a link, one on "
        "its way to the node opposite its source goes first, so that two take no longer than one.";
    entry.rule = "greedy.prio2";
    entry.time = "d for K = 2 from different nodes";
    entry.limits = [](const network& /*network*/) {
        return message_limits{.least = 2, .most = 2, .is_one_a_node = true};
    };
    entry.phases = [](const problem& problem) {
        return std::vector<phase>{
            {.name = "broadcast", .expected_slots = cube_of(problem).dimensions()}};
    };
    entry.transmissions = broadcast_hops;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return pair_of_broadcasts(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
