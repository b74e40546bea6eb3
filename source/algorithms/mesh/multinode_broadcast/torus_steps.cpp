#include "torus_steps.hpp"

#include "algorithms/mesh/mesh_theory.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/node/folded.hpp"

namespace tutti {
namespace {

std::int64_t steps_of(const setting& setting) {
    return static_cast<std::int64_t>(setting.parameter<std::uint64_t>("steps"));
}

// One step of the ring 0 2 3 1, folded on the path of 4; each node sends one message up the ring,
// as a, and one down, as a':
//
//     slot 1   0-a->1   1-b->0   1-b'->2  2-c'->1  2-c->3   3-d->2
//     slot 2   0-a'->1  1-c'->0  1-a->2   2-d->1   2-b'->3  3-d'->2
template <node_of<grid> Node>
task<> folded_torus_steps(Node& self, initial_messages messages, std::int64_t steps,
                          const fold& folding) {
    folded<Node> on_torus{self, folding};
    co_await torus_steps(on_torus, std::move(messages), steps);
    co_await on_torus.retire();
}

void describe_torus_emulation(algorithm& entry) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994, figure 1");
    entry.time = "2*steps";
    entry.phases = [](const problem& problem) {
        return std::vector{synchronous_phase("steps", 2 * steps_of(problem))};
    };
    // In each step every link of the array carries two packets.
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        return packet_hops{problem.parameter<std::uint64_t>("steps") * 2 *
                           link_count(problem.network)};
    };
    entry.program = mesh_programs::on(
        [](auto& self, node_input input, slot steps, const fold& folding) {
            return folded_torus_steps(self, std::move(input.messages), steps, folding);
        },
        steps_of, [](const setting& setting) { return fold{grid_of(setting)}; });
}

}  // namespace

void describe(standard_name<"ring-emulation/folded"> /*name*/, algorithm& entry) {
    describe_torus_emulation(entry);
    entry.rule = "ring_on_line_step";
    entry.networks = "path";
    entry.idea =
        "The ring lies folded on the path, so that its neighbours are at most two links apart. A "
        "step of the ring takes two slots: in one nodes send, in the other the nodes in between "
        "pass on.";
    entry.inapplicable_reason = [](const network& net) {
        const auto* const shape = std::get_if<grid>(&net);
        if (shape == nullptr || shape->dimensions() != 1 || shape->edge() == grid_edge::closed) {
            return "runs on paths only";
        }
        return shape->side(0) < 3 ? "needs three nodes or more" : "";
    };
}

void describe(standard_name<"torus-emulation/folded"> /*name*/, algorithm& entry) {
    describe_torus_emulation(entry);
    entry.rule = "fold.step";
    entry.networks = "array";
    entry.idea =
        "The torus lies on the array with every dimension folded, so that its neighbours are at "
        "most two links apart. A step takes two slots: in one nodes send, in the other the nodes "
        "in between pass on.";
    entry.inapplicable_reason = [](const network& net) {
        const auto* const shape = std::get_if<grid>(&net);
        return shape == nullptr ? "runs on arrays only" : fold_mismatch(*shape);
    };
}

}  // namespace tutti
