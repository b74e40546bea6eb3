#include "tutti/catalog/cube_theory.hpp"

#include <variant>

#include "tutti/node/rational.hpp"

namespace tutti {

std::string cube_mismatch(const network& net) {
    const auto* const cube = std::get_if<hypercube>(&net);
    if (cube == nullptr) {
        return "runs on hypercubes only";
    }
    return cube->dimensions() == 0 ? "needs at least one dimension" : "";
}

const hypercube& cube_of(const setting& setting) { return network_as<hypercube>(setting.network); }

std::int64_t slots_for_others(const hypercube& cube) {
    return rational{cube.node_count() - 1, cube.dimensions()}.ceil();
}

std::uint64_t distances_to_all(const hypercube& cube) { return cube.link_count() / 2; }

std::optional<std::uint64_t> broadcast_hops(const problem& problem) {
    return problem.message_count() * (cube_of(problem).node_count() - 1);
}

std::optional<std::uint64_t> personal_hops(const problem& problem) {
    return distances_to_all(cube_of(problem));
}

std::optional<std::uint64_t> total_exchange_hops(const problem& problem) {
    return cube_of(problem).node_count() * distances_to_all(cube_of(problem));
}

}  // namespace tutti
