#include "allreduce_windows.hpp"

#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/reduction_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::string windows_mismatch(const network& net) {
    return std::holds_alternative<grid>(net) ? "" : "runs on paths, rings, arrays and tori only";
}

slot window_slots(const problem& problem) {
    const window_stages stages{grid_of(problem)};
    const auto at_once = static_cast<std::uint64_t>(stages.at_once());
    return stages.slots() * static_cast<slot>(ceil_of(value_count(problem), at_once));
}

std::optional<packet_hops> window_hops(const problem& problem) {
    const grid& shape = grid_of(problem);
    const window_stages stages{shape};
    std::uint64_t hops = 0;
    for (int i = 0; i < shape.dimensions(); ++i) {
        const auto p = static_cast<std::uint64_t>(shape.side(i));
        hops += shape.node_count() / p * (stages.wraps(i) ? p : 2) * (p - 1);
    }
    return packet_hops{value_count(problem) * hops};
}

}  // namespace

algorithm describe(standard_name<"allreduce/windows"> /*name*/) {
    algorithm entry = reduction_entry("allreduce", "windows");
    entry.rule = "ar.window";
    entry.networks = "path, ring, array, torus";
    entry.source = "not in the papers";
    entry.idea =
        "Along one dimension after the other, partial results run both ways, and a node combines "
        "what comes from its two sides with its own value. If all sides are equal, d values at "
        "once take different dimensions.";
    entry.time = "D ceil(m/d) with equal sides, else D m; D the diameter";
    entry.inapplicable_reason = windows_mismatch;
    entry.phases = [](const problem& problem) {
        return std::vector{synchronous_phase("exchange", window_slots(problem))};
    };
    entry.transmissions = window_hops;
    entry.program = [](const setting& setting) {
        return any_program::on_any<partial_packet>(
            grid_of(setting), [how = operator_of(setting)](auto& self, node_input input,
                                                           const knowledge& /*knowledge*/) {
                return allreduce_windows(self, std::move(input.messages), how);
            });
    };
    return entry;
}

}  // namespace tutti
