#include "tutti/algorithm/cube/multinode_doubling.hpp"

#include "cube_entry.hpp"

namespace tutti {
namespace {

// What a node holds may end in a page that is filled in part.
memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& cube = std::get<hypercube>(where);
    const std::uint64_t nodes = cube.node_count();
    return emulator_memory<cube_packet>(cube, nodes * 4608 + bounded_product(nodes, nodes * 16));
}

}  // namespace

algorithm multinode_doubling_entry() {
    algorithm entry = cube_entry("multinode-broadcast", "doubling");
    entry.source = "Johnsson & Ho 1989";
    entry.rule = "sla.mnb.doubling";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "2^d - 1";
    entry.phases = [](const problem& what) {
        return std::vector{
            synchronous_phase("broadcast", static_cast<slot>(cube_of(what).node_count() - 1))};
    };
    entry.transmissions = broadcast_hops;
    entry.memory = memory;
    entry.program = cube_programs::on([](auto& self, node_input mine, const told& /*known*/) {
        return multinode_doubling(self, std::move(mine.messages));
    });
    return entry;
}

}  // namespace tutti
