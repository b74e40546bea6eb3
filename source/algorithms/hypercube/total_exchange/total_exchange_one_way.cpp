#include "total_exchange_one_way.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program total_exchange_one_way_program(const setting& setting) {
    return any_program::on_any<cube_packet>(
        cube_of(setting), [columns = exchange_columns{cube_of(setting)}](
                              auto& self, node_input input, const knowledge& /*knowledge*/) {
            return total_exchange_one_way(self, std::move(input.messages), columns);
        });
}

}  // namespace

algorithm describe(standard_name<"total-exchange/one-way"> /*name*/) {
    algorithm entry = cube_entry("total-exchange", "one-way");
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 1 and 5";
    entry.idea =
        "Like recursive, but every slot becomes two: nodes whose id has an even number of ones "
        "send in the first, the others in the second. As neighbours differ in that, no link is "
        "used both ways at once.";
    entry.rule = "te.oneway";
    entry.ports = {port_model::one_way};
    entry.time = "2^d";
    entry.inapplicable_reason = exchange_mismatch;
    entry.phases = [](const problem& problem) {
        return std::vector{
            synchronous_phase("exchange", static_cast<slot>(cube_of(problem).node_count()))};
    };
    entry.transmissions = total_exchange_hops;
    entry.memory_use = [](const network& net, std::uint64_t /*message_count*/) {
        return bounded_product(node_count(net), link_count(net));
    };
    entry.program = total_exchange_one_way_program;
    return entry;
}

}  // namespace tutti
