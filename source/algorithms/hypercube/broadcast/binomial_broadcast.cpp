#include "binomial_broadcast.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

algorithm describe(standard_name<"broadcast/binomial"> /*name*/) {
    algorithm entry = cube_entry("broadcast", "binomial");
    entry.source = "Johnsson & Ho 1989; Stamoulis & Tsitsiklis 1991, 3.3";
    entry.idea =
        "The root sends over every dimension, and a node that hears the message over one passes it "
        "on over all higher ones. Each node hears it once, after as many slots as it is links "
        "away.";
    entry.rule = "bcast.single";
    entry.time = std::string{"d"};
    entry.phases = [](const problem& problem) {
        return std::vector<phase>{
            {.name = "broadcast", .expected_slots = cube_of(problem).dimensions()}};
    };
    entry.transmissions = broadcast_hops;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return binomial_broadcast(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
