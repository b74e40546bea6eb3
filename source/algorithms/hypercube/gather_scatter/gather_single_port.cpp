#include "gather_single_port.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"gather/single-port"> /*name*/) {
    algorithm entry = cube_entry("gather", "single-port");
    entry.source = "standard; after Johnsson & Ho 1989";
    entry.idea =
        "The scatter with one port, backwards in time: where that sends a message over a link in "
        "some slot from the start, this sends one back over it as many slots from the end.";
    entry.rule = "sla.gather";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "2^d - 1";
    entry.knowledge = {knowledge_item::root};
    entry.phases = [](const problem& problem) {
        return std::vector<phase>{
            {.name = "gather",
             .expected_slots = static_cast<slot>(cube_of(problem).node_count() - 1)}};
    };
    entry.transmissions = personal_hops;
    entry.program = cube_programs::on([](auto& self, node_input input, const knowledge& knowledge) {
        return gather_single_port(self, std::move(input.messages), knowledge.root());
    });
    return entry;
}

}  // namespace tutti
