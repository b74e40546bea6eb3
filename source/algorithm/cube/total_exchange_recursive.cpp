#include "tutti/algorithm/cube/total_exchange_recursive.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    return {{.name = "exchange",
             .expected_slots = static_cast<slot>(cube_of(what).node_count() / 2),
             .is_synchronous = true}};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    return cube_of(what).node_count() * distances_to_all(cube_of(what));
}

any_program program(const setting& where) {
    return any_program::on<cube_packet>(
        cube_of(where), [columns = exchange_columns{cube_of(where)}](auto& self, node_input mine,
                                                                     const told& /*known*/) {
            return total_exchange_recursive(self, std::move(mine.messages), columns);
        });
}

}  // namespace

algorithm total_exchange_recursive_entry() {
    return {
        .task = "total-exchange",
        .name = "recursive",
        .source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 5",
        .rule = "te.opt",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "2^(d-1)",
        .why_not = why_not_exchange,
        .phases = phases,
        .transmissions = transmissions,
        .kept =
            [](const network& where, std::uint64_t /*message_count*/) {
                return bounded_product(node_count(where), link_count(where));
            },
        .program = program,
    };
}

}  // namespace tutti
