#include "tutti/algorithm/cube/greedy.hpp"

#include "../entries.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

memory_estimate memory(const network& where, std::uint64_t message_count) {
    const auto& cube = std::get<hypercube>(where);
    return memory_of_queues(cube, message_count);
}

void run(const problem& what, const assignment& given, const emulation& how) {
    const std::uint64_t message_count = what.message_count();
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return greedy_broadcasts(self, given.given_to(self.id()), message_count);
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
        .parameters = {},
        .time = "d + K - 1 for K >= 1",
        .kind = time_kind::upper_bound,
        .misfit = cube_misfit,
        .misfit_input = cube_input_misfit,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{
                    {.name = "broadcast", .marked_by = cube_of(what).node_count()}};
            },
        .expected = [](const problem& what) -> std::optional<expected_time> {
            const std::uint64_t k = what.message_count();
            const rational most =
                k == 0 ? rational{0} : rational{k} + cube_of(what).dimensions() - 1;
            return expected_time{.units = most, .kind = time_kind::upper_bound};
        },
        .lower_bound = simultaneous_broadcast_bound,
        .transmissions = broadcast_hops,
        .memory = memory,
        .required = everything_required,
        .run = run,
    };
}

}  // namespace tutti
