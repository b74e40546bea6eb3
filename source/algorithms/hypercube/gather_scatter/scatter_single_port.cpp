#include "scatter_single_port.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"scatter/single-port"> /*name*/) {
    algorithm entry = cube_entry("scatter", "single-port");
    entry.source = "standard; after Johnsson & Ho 1989";
    entry.idea =
        "The root sends one message a slot, those for the farthest nodes first, and each crosses "
        "the dimensions it has to from the lowest up. The last one is for a neighbour, so that all "
        "ends when the root has sent it.";
    entry.rule = "sla.scatter";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "2^d - 1";
    entry.inapplicable_reason = scatter_mismatch;
    entry.phases = [](const problem& problem) {
        return std::vector<phase>{
            {.name = "scatter",
             .expected_slots = static_cast<slot>(cube_of(problem).node_count() - 1)}};
    };
    entry.transmissions = personal_hops;
    entry.program =
        cube_programs::on([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return scatter_single_port(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
