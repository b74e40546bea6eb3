#include "tutti/algorithm/mesh/ring_step.hpp"

#include "mesh_entry.hpp"
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
    algorithm entry = mesh_entry("ring-emulation", "folded");
    entry.source = "Varvarigos & Bertsekas 1994, figure 1";
    entry.rule = "ring_on_line_step";
    entry.networks = "path";
    entry.time = "2*steps";
    entry.why_not = why_not;
    entry.phases = [](const problem& what) {
        return std::vector{synchronous_phase("steps", 2 * steps_of(what))};
    };
    entry.transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
        return static_cast<std::uint64_t>(steps_of(what)) * 4 * (node_count(what.where) - 1);
    };
    entry.program = ring_program;
    return entry;
}

}  // namespace tutti
