#include "tutti/algorithm/cube/random_intermediate.hpp"

#include <bit>
#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/theory.hpp"
#include "tutti/model/random.hpp"

namespace tutti {
namespace {

// The slots depend on who meets whom.
std::vector<phase> phases(const problem& /*what*/) { return {{.name = "broadcast"}}; }

std::optional<std::uint64_t> transmissions(const problem& what) {
    const std::uint64_t nodes = cube_of(what).node_count();
    std::uint64_t hops = what.message_count() * (nodes - 1);
    for (std::size_t i = 0; i < what.broadcasters.nodes.size(); ++i) {
        const node_id origin = what.broadcasters.nodes[i];
        for (std::uint64_t draw = 1; draw <= what.broadcasters.packets[i]; ++draw) {
            const std::uint64_t drawn = node_random(what.seed, origin, draw) % nodes;
            hops += static_cast<std::uint64_t>(std::popcount(origin ^ drawn));
        }
    }
    return hops;
}

any_program program(const setting& where) {
    return any_program::on<intermediate_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& known) {
            return random_intermediate(self, std::move(mine.messages), known.message_count());
        });
}

}  // namespace

algorithm random_intermediate_entry() {
    return {
        .task = "simultaneous-broadcast",
        .name = "random-intermediate",
        .source = "after Valiant & Brebner 1981",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "depends on the draws",
        .kind = time_kind::high_probability,
        .told = {knowledge::message_count},
        .why_not = why_not_cube,
        .phases = phases,
        .transmissions = transmissions,
        .program = program,
    };
}

}  // namespace tutti
