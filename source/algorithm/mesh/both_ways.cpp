#include "tutti/algorithm/mesh/both_ways.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"

namespace tutti {
namespace {

std::string why_not(const network& where) {
    const auto* const shape = std::get_if<grid>(&where);
    if (shape == nullptr || shape->edge() == grid_edge::open || shape->dimensions() != 1) {
        return "runs on rings only";
    }
    return why_not_line(where);
}

any_program both_ways_program(const setting& where) {
    return any_program::on<mesh_packet>(
        grid_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return multinode_both_ways(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm multinode_both_ways_entry() {
    return {
        .task = "multinode-broadcast",
        .name = "both-ways",
        .source = "Varvarigos & Bertsekas 1994, section 2",
        .rule = "ring_mnb_whole",
        .networks = "ring",
        .ports = {port_model::all_port},
        .time = "floor(p/2)",
        .why_not = why_not,
        .phases =
            [](const problem& what) {
                const int p = grid_of(what).side(0);
                return std::vector<phase>{{.name = "broadcast",
                                           .expected_slots = steps_of(round_mode::whole, p, 1),
                                           .is_synchronous = true}};
            },
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            const std::uint64_t nodes = node_count(what.where);
            return nodes * (nodes - 1);
        },
        .program = both_ways_program,
    };
}

}  // namespace tutti
