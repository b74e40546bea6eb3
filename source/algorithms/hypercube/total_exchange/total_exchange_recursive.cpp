#include "total_exchange_recursive.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

any_program total_exchange_recursive_program(const setting& setting) {
    return any_program::on<cube_packet>(
        cube_of(setting), [columns = exchange_columns{cube_of(setting)}](
                              auto& self, node_input input, const knowledge& /*knowledge*/) {
            return total_exchange_recursive(self, std::move(input.messages), columns);
        });
}

}  // namespace

algorithm describe(standard_name<"total-exchange/recursive"> /*name*/) {
    algorithm entry = cube_entry("total-exchange", "recursive");
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 5";
    entry.idea =
        "A message crosses the dimensions that it has to from the highest down. A table built up "
        "dimension by dimension says which goes when, so that every link is busy in every slot.";
    entry.rule = "te.opt";
    entry.time = "2^(d-1)";
    entry.inapplicable_reason = exchange_mismatch;
    entry.phases = [](const problem& problem) {
        return std::vector{
            synchronous_phase("exchange", static_cast<slot>(cube_of(problem).node_count() / 2))};
    };
    entry.transmissions = total_exchange_hops;
    entry.memory_use = [](const network& net, std::uint64_t /*message_count*/) {
        return bounded_product(node_count(net), link_count(net));
    };
    entry.program = total_exchange_recursive_program;
    return entry;
}

}  // namespace tutti
