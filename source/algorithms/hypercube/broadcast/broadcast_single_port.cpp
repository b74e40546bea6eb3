#include "broadcast_single_port.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"broadcast/single-port"> /*name*/) {
    algorithm entry = cube_entry("broadcast", "single-port");
    entry.source = "Johnsson & Ho 1989";
    entry.idea =
        "In slot i every node that has the message sends it over dimension i. The number of nodes "
        "that have it doubles in every slot, until after one slot for each dimension all have it.";
    entry.rule = "sla.bcast";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = std::string{"d"};
    entry.phases = [](const problem& problem) {
        return std::vector{synchronous_phase("broadcast", cube_of(problem).dimensions())};
    };
    entry.transmissions = broadcast_hops;
    entry.program =
        cube_programs::on([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return broadcast_single_port(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
