#include "barrier_rounds.hpp"

#include <variant>

#include "algorithms/entry.hpp"
#include "algorithms/partial_program.hpp"
#include "any_theory.hpp"
#include "collectives/reduction.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::string rounds_mismatch(const network& net) {
    const std::string inapplicable_reason = connectivity_mismatch(net);
    return !inapplicable_reason.empty() || diameter_of(net).is_exact
               ? inapplicable_reason
               : "needs a network whose diameter is known";
}

any_program rounds_program(const setting& setting) {
    return std::visit(
        [&](const auto& shape) {
            return any_program::on_any<partial_packet>(
                shape, [rounds = static_cast<std::uint32_t>(diameter(setting.network))](
                           auto& self, const node_input& input, const knowledge& /*knowledge*/) {
                    return barrier_rounds(self, input.call, rounds);
                });
        },
        setting.network);
}

}  // namespace

algorithm describe(standard_name<"barrier/rounds"> /*name*/) {
    return {
        .collective = "barrier",
        .name = "rounds",
        .source = "not in the papers",
        .idea =
            "In every round a node sends a token to all neighbours and waits for one from each. "
            "After round r it knows that all nodes up to r links away have called.",
        .rule = "barrier.rounds",
        .networks = "any connected",
        .ports = {port_model::all_port},
        .time = "c + D, c the last call, D the diameter",
        .inapplicable_reason = rounds_mismatch,
        .phases =
            [](const problem& input) {
                return std::vector{
                    control_phase("barrier", last_call(input) + diameter(input.network))};
            },
        .transmissions = [](const problem& input) -> std::optional<packet_hops> {
            return packet_hops{
                0, link_count(input.network) * static_cast<std::uint64_t>(diameter(input.network))};
        },
        .figure_steps = steps_of_calls,
        .program = rounds_program,
    };
}

}  // namespace tutti
