#include "multinode_one_way.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program multinode_one_way_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [plan = one_way_schedule{cube_of(where)}](auto& self, node_input mine,
                                                                  const knowledge& /*known*/) {
            return multinode_one_way(self, std::move(mine.messages), plan);
        });
}

}  // namespace

algorithm multinode_one_way_entry() {
    algorithm entry = cube_entry("multinode-broadcast", "one-way");
    entry.source = "after Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 1 and 3";
    entry.idea =
        "Like rotation-classes, but messages of nodes whose id has an even number of ones and of "
        "the others take turns. So at a link one end at most sends, and the last sets share a slot "
        "where they fit.";
    entry.rule = "mnb.oneway";
    entry.ports = {port_model::one_way};
    entry.time = "ceil(2(2^d-1)/d)";
    entry.phases = [](const problem& what) {
        const slot d = cube_of(what).dimensions();
        const auto twice = static_cast<slot>(2 * (cube_of(what).node_count() - 1));
        return std::vector{synchronous_phase("broadcast", (twice + d - 1) / d)};
    };
    entry.transmissions = broadcast_hops;
    entry.kept = [](const network& where, std::uint64_t /*message_count*/) {
        return bounded_product(node_count(where), node_count(where));
    };
    entry.program = multinode_one_way_program;
    return entry;
}

}  // namespace tutti
