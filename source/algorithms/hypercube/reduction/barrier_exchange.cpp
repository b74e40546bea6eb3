#include "barrier_exchange.hpp"

#include "algorithms/entry.hpp"
#include "algorithms/partial_program.hpp"
#include "collectives/reduction.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"

namespace tutti {
namespace {

slot barrier_stages(const problem& problem) { return cube_of(problem).dimensions(); }

algorithm barrier_entry(std::string name, bool is_turned) {
    algorithm entry{.collective = "barrier",
                    .name = std::move(name),
                    .source = "the exchange of tokens over all dimensions; not in the papers",
                    .networks = "hypercube",
                    .ports = {port_model::all_port},
                    .time = {},
                    .inapplicable_reason = cube_mismatch};
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        return packet_hops{0, node_count(problem.network) *
                                  static_cast<std::uint64_t>(cube_of(problem).dimensions())};
    };
    entry.figure_steps = steps_of_calls;
    entry.program = [is_turned](const setting& setting) {
        return any_program::on_any<partial_packet>(
            cube_of(setting),
            [is_turned](auto& self, const node_input& input, const knowledge& /*knowledge*/) {
                return barrier_exchange(self, input.call, is_turned);
            });
    };
    return entry;
}

}  // namespace

algorithm describe(standard_name<"barrier/dimension-exchange"> /*name*/) {
    algorithm entry = barrier_entry("dimension-exchange", false);
    entry.rule = "barrier.dx";
    entry.idea =
        "A node that has called exchanges a token with its neighbour over one dimension after the "
        "other. Each time it knows of twice as many nodes that they have called, in the end of "
        "all.";
    entry.time = "c + d, c the last call";
    entry.phases = [](const problem& problem) {
        return std::vector{control_phase("barrier", last_call(problem) + barrier_stages(problem))};
    };
    return entry;
}

algorithm describe(standard_name<"barrier/single-port"> /*name*/) {
    algorithm entry = barrier_entry("single-port", true);
    entry.rule = "sla.barrier";
    entry.idea =
        "Like dimension-exchange, but each dimension has its turn only every d-th slot, so that no "
        "two tokens come to a node at once. Who is late for a turn waits for the next.";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "d (ceil(c/d) + 1), c the last call";
    entry.phases = [](const problem& problem) {
        const slot d = barrier_stages(problem);
        return std::vector{
            control_phase("barrier", d * (rational{last_call(problem), d}.ceil() + 1))};
    };
    return entry;
}

}  // namespace tutti
