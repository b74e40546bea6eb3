#include "tutti/collective/cube/binomial_broadcast.hpp"

#include <algorithm>

#include "../entries.hpp"
#include "tutti/collective/cube/theory.hpp"

namespace tutti {
namespace {

void run(const problem& what, const assignment& given, const emulation& how) {
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return binomial_broadcast(self, given.given_to(self.id()));
    });
}

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& cube = std::get<hypercube>(where);
    const std::uint64_t nodes = cube.node_count();
    memory_estimate bytes = emulator_memory<cube_packet>(cube, 256 * nodes);
    // The links of the tree alone are touched: one into each node, in one row of cells
    // after the other, and all flags and inboxes.
    constexpr std::uint64_t page_bytes = 4096;
    const std::uint64_t rows = 2 * static_cast<std::uint64_t>(cube.dimensions());
    const std::uint64_t flags = 2 * nodes * row_bytes_for(rows / 2);
    bytes.mailbox_bytes =
        std::min(bytes.mailbox_bytes, flags + nodes * (sizeof(inbox_word) + sizeof(cube_packet)) +
                                          rows * 2 * page_bytes);
    return bytes;
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
        .workload = workload_kind::root,
        .parameters = {},
        .time = "d",
        .misfit = cube_misfit,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{{.name = "broadcast",
                                           .expected_slots = cube_of(what).dimensions(),
                                           .marked_by = cube_of(what).node_count()}};
            },
        .expected = [](const problem& what) -> std::optional<expected_time> {
            return expected_time{.units = cube_of(what).dimensions()};
        },
        .lower_bound = diameter_bound,
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return cube_of(what).node_count() - 1;
        },
        .memory = memory,
        .required = everything_required,
        .run = run,
    };
}

}  // namespace tutti
