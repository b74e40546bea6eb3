#include "multinode_doubling.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"multinode-broadcast/doubling"> /*name*/) {
    algorithm entry = cube_entry("multinode-broadcast", "doubling");
    entry.source = "Johnsson & Ho 1989";
    entry.idea =
        "Over one dimension after the other, neighbours exchange all that they hold, one message a "
        "slot, which doubles it. A node hears a new message in every slot, the most that one port "
        "allows.";
    entry.rule = "sla.mnb.doubling";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "2^d - 1";
    entry.phases = [](const problem& problem) {
        return std::vector{
            synchronous_phase("broadcast", static_cast<slot>(cube_of(problem).node_count() - 1))};
    };
    entry.transmissions = broadcast_hops;
    entry.program =
        cube_programs::on([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return multinode_doubling(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
