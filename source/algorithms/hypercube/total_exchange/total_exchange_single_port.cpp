#include "total_exchange_single_port.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"total-exchange/single-port"> /*name*/) {
    algorithm entry = cube_entry("total-exchange", "single-port");
    entry.source = "Johnsson & Ho 1989";
    entry.idea =
        "Over one dimension after the other, every node sends all that it has for nodes on the "
        "other side, one message a slot. Each time these are half as many messages as there are "
        "nodes.";
    entry.rule = "sla.te";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "d*2^(d-1)";
    entry.inapplicable_reason = exchange_mismatch;
    entry.phases = [](const problem& problem) {
        return std::vector{
            synchronous_phase("exchange", static_cast<slot>(distances_to_all(cube_of(problem))))};
    };
    entry.transmissions = total_exchange_hops;
    entry.program =
        cube_programs::on([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return total_exchange_single_port(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
