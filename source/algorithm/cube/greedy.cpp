#include "tutti/algorithm/cube/greedy.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

any_program greedy_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& known) {
            return greedy_broadcasts(self, std::move(mine.messages), known.message_count());
        });
}

}  // namespace

algorithm greedy_entry() {
    return {
        .task = "simultaneous-broadcast",
        .name = "greedy",
        .source = "Stamoulis & Tsitsiklis 1991, 3.3",
        .rule = "greedy.fifo",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "d + K - 1 for K >= 1",
        .kind = time_kind::upper_bound,
        .told = {knowledge::message_count},
        .why_not = why_not_cube,
        .why_not_input = why_not_cube_input,
        .phases =
            [](const problem& what) {
                const slot k = static_cast<slot>(what.message_count());
                const slot d = cube_of(what).dimensions();
                return std::vector<phase>{
                    {.name = "broadcast", .most_slots = k == 0 ? 0 : d + k - 1}};
            },
        .transmissions = broadcast_hops,
        .kept = room_in_queues,
        .program = greedy_program,
    };
}

}  // namespace tutti
