#include "tutti/algorithm/cube/pair.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

any_program pair_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return pair_of_broadcasts(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm pair_entry() {
    return {
        .task = "simultaneous-broadcast",
        .name = "pair",
        .source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = 2)",
        .rule = "greedy.prio2",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "d for K = 2 from different nodes",
        .why_not = why_not_cube,
        .limits =
            [](const network& /*where*/) {
                return message_limits{.least = 2, .most = 2, .is_one_a_node = true};
            },
        .phases =
            [](const problem& what) {
                return std::vector<phase>{
                    {.name = "broadcast", .expected_slots = cube_of(what).dimensions()}};
            },
        .transmissions = broadcast_hops,
        .program = pair_program,
    };
}

}  // namespace tutti
