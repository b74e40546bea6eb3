#include "greedy.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "greedy_antipode.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"simultaneous-broadcast/greedy"> /*name*/) {
    algorithm entry = cube_entry("simultaneous-broadcast", "greedy");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3";
    entry.idea =
        "Every message follows the binomial tree of its source at once, with no preparation. "
        "Messages that want the same link queue up for it, first come, first served, which adds K "
        "- 1 slots at most.";
    entry.rule = "greedy.fifo";
    entry.time = "d + K - 1 for K >= 1";
    entry.kind = time_kind::upper_bound;
    entry.knowledge = {knowledge_item::message_count};
    entry.inapplicable_input_reason = cube_input_mismatch;
    entry.phases = [](const problem& problem) {
        const slot k = static_cast<slot>(problem.message_count());
        const slot d = cube_of(problem).dimensions();
        return std::vector<phase>{{.name = "broadcast", .most_slots = k == 0 ? 0 : d + k - 1}};
    };
    entry.transmissions = broadcast_hops;
    entry.memory_use = room_in_queues;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return greedy_broadcasts(self, std::move(input.messages), knowledge.message_count());
        });
    return entry;
}

algorithm describe(standard_name<"simultaneous-broadcast/greedy-antipode"> /*name*/) {
    algorithm entry = describe(standard_name<"simultaneous-broadcast/greedy">{});
    entry.name = "greedy-antipode";
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3.3, a remark";
    entry.idea =
        "Like greedy, but of the messages that wait for a link the one on its way to the node "
        "opposite its source goes first. It takes exactly as long: who goes first changes the "
        "length of no queue.";
    entry.rule = "greedy.antipode";
    entry.program = cube_programs::on_any([](auto& self, node_input input,
                                             const knowledge& knowledge) {
        return greedy_antipode_first(self, std::move(input.messages), knowledge.message_count());
    });
    return entry;
}

}  // namespace tutti
