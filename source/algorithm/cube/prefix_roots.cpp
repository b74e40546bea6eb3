#include "tutti/algorithm/cube/prefix_roots.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    const std::int64_t d = cube_of(what).dimensions();
    const std::int64_t share = largest_share(what);
    return {
        {.name = "rank", .expected_slots = 2 * d + 1, .is_synchronous = true},
        {.name = "collect",
         .expected_slots = share + d - 1,
         .marked_by = static_cast<std::uint64_t>(d),
         .is_synchronous = true},
        {.name = "broadcast", .expected_slots = share + d},
    };
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    const auto d = static_cast<std::uint64_t>(cube_of(what).dimensions());
    const std::uint64_t others = cube_of(what).node_count() - 1;
    return 2 * others + d + hops_to_roots_by_rank(what) + (what.message_count() + d) * others;
}

any_program prefix_roots_program(const setting& where) {
    return any_program::on_any<cube_packet>(cube_of(where),
                                            [](auto& self, node_input mine, const told& /*known*/) {
                                                return prefix_roots(self, std::move(mine.messages));
                                            });
}

}  // namespace

algorithm prefix_roots_entry() {
    return {
        .task = "simultaneous-broadcast",
        .name = "prefix-roots",
        .source = "Stamoulis & Tsitsiklis 1991, 3.2",
        .rule = "kbcast.full",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "2*ceil(K/d) + 4d",
        .returns_message_count = true,
        .why_not = why_not_cube,
        .why_not_input = why_not_cube_input,
        .phases = phases,
        .transmissions = transmissions,
        .program = prefix_roots_program,
    };
}

}  // namespace tutti
