#include "tutti/algorithm/cube/gather_single_port.hpp"

#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

std::vector<phase> phases(const problem& what) {
    return {
        {.name = "gather", .expected_slots = static_cast<slot>(cube_of(what).node_count() - 1)}};
}

std::optional<std::uint64_t> transmissions(const problem& what) {
    return distances_to_all(cube_of(what));
}

any_program program(const setting& where) {
    return any_program::on<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& known) {
            return gather_single_port(self, std::move(mine.messages), known.root());
        });
}

}  // namespace

algorithm gather_single_port_entry() {
    return {
        .task = "gather",
        .name = "single-port",
        .source = "standard; after Johnsson & Ho 1989",
        .rule = "sla.gather",
        .networks = "hypercube",
        .ports = {port_model::single_port_full_duplex},
        .time = "2^d - 1",
        .told = {knowledge::root},
        .why_not = why_not_cube,
        .phases = phases,
        .transmissions = transmissions,
        .program = program,
    };
}

}  // namespace tutti
