#include "tutti/algorithm/mesh/ring_step.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"
#include "tutti/model/folded.hpp"
#include "tutti/tree/fold.hpp"

namespace tutti {
namespace {

std::string why_not(const network& where) {
    const auto* const shape = std::get_if<grid>(&where);
    if (shape == nullptr || shape->dimensions() != 1 || shape->edge() == grid_edge::closed) {
        return "runs on paths only";
    }
    return shape->side(0) < 3 ? "needs three nodes or more" : "";
}

std::int64_t steps_of(const setting& what) {
    return static_cast<std::int64_t>(what.parameter<std::uint64_t>("steps"));
}

template <node_of<grid> Node>
task<> folded_ring_steps(Node& self, own_messages mine, std::int64_t steps, const fold& folding) {
    folded<Node> on_ring{self, folding};
    co_await ring_steps(on_ring, std::move(mine), steps);
    co_await on_ring.retire();
}

any_program ring_program(const setting& where) {
    return any_program::on<mesh_packet>(
        grid_of(where), [steps = steps_of(where), folding = fold{grid_of(where)}](
                            auto& self, node_input mine, const told& /*known*/) {
            return folded_ring_steps(self, std::move(mine.messages), steps, folding);
        });
}

}  // namespace

algorithm ring_emulation_entry() {
    return {
        .task = "ring-emulation",
        .name = "folded",
        .source = "Varvarigos & Bertsekas 1994, figure 1",
        .rule = "ring_on_line_step",
        .networks = "path",
        .ports = {port_model::all_port},
        .time = "2*steps",
        .why_not = why_not,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{{.name = "steps",
                                           .expected_slots = 2 * steps_of(what),
                                           .is_synchronous = true}};
            },
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return static_cast<std::uint64_t>(steps_of(what)) * 4 * (node_count(what.where) - 1);
        },
        .program = ring_program,
    };
}

}  // namespace tutti
