#include "tutti/algorithm/cube/total_exchange_single_port.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    return {{.name = "exchange",
             .expected_slots = static_cast<slot>(distances_to_all(cube_of(what))),
             .is_synchronous = true}};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    return cube_of(what).node_count() * distances_to_all(cube_of(what));
}

any_program program(const setting& where) {
    return any_program::on<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return total_exchange_single_port(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm total_exchange_single_port_entry() {
    return {
        .task = "total-exchange",
        .name = "single-port",
        .source = "Johnsson & Ho 1989",
        .rule = "sla.te",
        .networks = "hypercube",
        .ports = {port_model::single_port_full_duplex},
        .time = "d*2^(d-1)",
        .why_not = why_not_exchange,
        .phases = phases,
        .transmissions = transmissions,
        .program = program,
    };
}

}  // namespace tutti
