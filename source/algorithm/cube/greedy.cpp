#include "tutti/algorithm/cube/greedy.hpp"

#include "cube_entry.hpp"
#include "tutti/algorithm/cube/greedy_antipode.hpp"

namespace tutti {

algorithm greedy_entry() {
    algorithm entry = cube_entry("simultaneous-broadcast", "greedy");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3";
    entry.rule = "greedy.fifo";
    entry.time = "d + K - 1 for K >= 1";
    entry.kind = time_kind::upper_bound;
    entry.told = {knowledge::message_count};
    entry.why_not_input = why_not_cube_input;
    entry.phases = [](const problem& what) {
        const slot k = static_cast<slot>(what.message_count());
        const slot d = cube_of(what).dimensions();
        return std::vector<phase>{{.name = "broadcast", .most_slots = k == 0 ? 0 : d + k - 1}};
    };
    entry.transmissions = broadcast_hops;
    entry.kept = room_in_queues;
    entry.program = cube_programs::on_any([](auto& self, node_input mine, const told& known) {
        return greedy_broadcasts(self, std::move(mine.messages), known.message_count());
    });
    return entry;
}

algorithm greedy_antipode_entry() {
    algorithm entry = greedy_entry();
    entry.name = "greedy-antipode";
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3.3, a remark";
    entry.rule = "greedy.antipode";
    entry.program = cube_programs::on_any([](auto& self, node_input mine, const told& known) {
        return greedy_antipode_first(self, std::move(mine.messages), known.message_count());
    });
    return entry;
}

}  // namespace tutti
