#include "tutti/algorithm/mesh/ring_step.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "../entries.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"
#include "tutti/model/folded.hpp"
#include "tutti/tree/fold.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_steps = 1'000'000;

std::string misfit(const network& where) {
    const auto* const shape = std::get_if<grid>(&where);
    if (shape == nullptr || shape->dimensions() != 1 || shape->edge() == grid_edge::closed) {
        return "runs on paths only";
    }
    return shape->side(0) < 3 ? "needs three nodes or more" : "";
}

std::int64_t steps_of(const setting& what) {
    return static_cast<std::int64_t>(what.parameter<std::uint64_t>("steps"));
}

// How far the messages have to go around the ring, the shorter way. As many nodes side by side on
// the ring begin the path; so many messages leave them upwards and so many downwards, over the one
// link after them.
rational lower_bound(const problem& what) {
    const std::int64_t p = grid_of(what).side(0);
    const std::int64_t ahead = steps_of(what) % p;
    return 2 * std::min(ahead, p - ahead);
}

requirement required(const problem& what) {
    const fold shape{grid_of(what)};
    const std::int64_t p = grid_of(what).side(0);
    return addressed_messages{.node_count = node_count(what.where),
                              .senders = what.broadcasters,
                              .destination = [shape, p, ahead = steps_of(what) % p](
                                                 node_id origin, std::uint32_t number) {
                                  const std::int64_t from = shape.on_torus(origin);
                                  const std::int64_t to =
                                      (from + (number == 0 ? p - ahead : ahead)) % p;
                                  return shape.position(static_cast<node_id>(to));
                              }};
}

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& shape = std::get<grid>(where);
    return emulator_memory<mesh_packet>(shape, 1152 * shape.node_count());
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
        .workload = workload_kind::both_ways,
        .parameters = {{.name = "steps",
                        .default_value = 1,
                        .meaning = "the steps of the ring, each message one link on in each",
                        .range = integer_range{1, most_steps, "a whole number"}}},
        .time = "2*steps",
        .misfit = misfit,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{{.name = "steps",
                                           .expected_slots = 2 * steps_of(what),
                                           .marked_by = node_count(what.where),
                                           .is_synchronous = true}};
            },
        .lower_bound = lower_bound,
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return static_cast<std::uint64_t>(steps_of(what)) * 4 * (node_count(what.where) - 1);
        },
        .memory = memory,
        .required = required,
        .program = ring_program,
    };
}

}  // namespace tutti
