#include "multinode_one_way.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program multinode_one_way_program(const setting& setting) {
    return any_program::on_any<cube_packet>(
        cube_of(setting), [plan = one_way_schedule{cube_of(setting)}](
                              auto& self, node_input input, const knowledge& /*knowledge*/) {
            return multinode_one_way(self, std::move(input.messages), plan);
        });
}

}  // namespace

algorithm describe(standard_name<"multinode-broadcast/one-way"> /*name*/) {
    algorithm entry = cube_entry("multinode-broadcast", "one-way");
    entry.source = "after Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 1 and 3";
    entry.idea =
        "Like rotation-classes, but messages of nodes whose id has an even number of ones and of "
        "the others take turns. So at a link one end at most sends, and the last sets share a slot "
        "where they fit.";
    entry.rule = "mnb.oneway";
    entry.ports = {port_model::one_way};
    entry.time = "ceil(2(2^d-1)/d)";
    entry.phases = [](const problem& problem) {
        const slot d = cube_of(problem).dimensions();
        const auto twice = static_cast<slot>(2 * (cube_of(problem).node_count() - 1));
        return std::vector{synchronous_phase("broadcast", (twice + d - 1) / d)};
    };
    entry.transmissions = broadcast_hops;
    entry.memory_use = [](const network& net, std::uint64_t /*message_count*/) {
        return bounded_product(node_count(net), node_count(net));
    };
    entry.program = multinode_one_way_program;
    return entry;
}

}  // namespace tutti
