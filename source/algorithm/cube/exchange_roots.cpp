#include "tutti/algorithm/cube/exchange_roots.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

// Of the collection, and of the broadcast.
slot phase_slots(const problem& what) {
    return what.message_count() == 0 ? 0 : largest_share(what) + cube_of(what).dimensions() - 1;
}

std::vector<phase> phases(const problem& what) {
    const auto planned = [&](std::string_view name, slot slots) {
        return phase{.name = name, .expected_slots = slots, .is_synchronous = true};
    };
    return {planned("rank", cube_of(what).dimensions()), planned("collect", phase_slots(what)),
            planned("broadcast", phase_slots(what))};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    const hypercube& cube = cube_of(what);
    return cube.link_count() + hops_to_roots_by_rank(what) +
           what.message_count() * (cube.node_count() - 1);
}

any_program exchange_roots_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return exchange_roots(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm exchange_roots_entry() {
    return {
        .task = "simultaneous-broadcast",
        .name = "exchange-roots",
        .source = "after Stamoulis & Tsitsiklis 1991, 3.2, with a dimension exchange",
        .rule = "kbcast.dx",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "2*ceil(K/d) + 3d - 2 for K >= 1",
        .returns_message_count = true,
        .why_not = why_not_cube,
        .why_not_input = why_not_cube_input,
        .phases = phases,
        .transmissions = transmissions,
        .program = exchange_roots_program,
    };
}

}  // namespace tutti
