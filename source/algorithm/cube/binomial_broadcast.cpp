#include "tutti/algorithm/cube/binomial_broadcast.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

any_program binomial_broadcast_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return binomial_broadcast(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm binomial_broadcast_entry() {
    return {
        .task = "broadcast",
        .name = "binomial",
        .source = "Johnsson & Ho 1989; Stamoulis & Tsitsiklis 1991, 3.3",
        .rule = "bcast.single",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "d",
        .why_not = why_not_cube,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{
                    {.name = "broadcast", .expected_slots = cube_of(what).dimensions()}};
            },
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return cube_of(what).node_count() - 1;
        },
        .program = binomial_broadcast_program,
    };
}

}  // namespace tutti
