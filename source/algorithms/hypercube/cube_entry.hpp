/// @file
/// Common parts of the programs and descriptions of algorithms for hypercubes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algorithms/entry.hpp"
#include "collectives/input/node_input.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Factory of node programs for hypercubes.
using cube_programs = programs<hypercube, short_packet>;

/// Common part of the descriptions of algorithms for hypercubes.
inline void describe_for_cubes(algorithm& entry) {
    entry.networks = "hypercube";
    entry.inapplicable_reason = cube_mismatch;
}

/// Why an algorithm for cubes of at most `most` dimensions cannot run on a network.
[[nodiscard]] inline auto mismatch_above(int most) {
    return [most](const network& net) {
        const std::string mismatch = cube_mismatch(net);
        return mismatch.empty() && network_as<hypercube>(net).dimensions() > most
                   ? fmt::format("takes at most {} dimensions", most)
                   : mismatch;
    };
}

/// Description of a single phase, whose length follows from the cube.
template <class Slots>
[[nodiscard]] auto one_phase(std::string name, Slots slots) {
    return [name = std::move(name), slots](const problem& problem) {
        return std::vector<phase>{{.name = name, .expected_slots = slots(cube_of(problem))}};
    };
}
/// The same of a phase that all nodes end together.
template <class Slots>
[[nodiscard]] auto one_synchronous_phase(std::string name, Slots slots) {
    return [name = std::move(name), slots](const problem& problem) {
        return std::vector{synchronous_phase(name, slots(cube_of(problem)))};
    };
}

/// Slots of a phase: d, and 2^d - 1.
[[nodiscard]] inline slot slots_of_dimensions(const hypercube& cube) { return cube.dimensions(); }
[[nodiscard]] inline slot slots_of_other_nodes(const hypercube& cube) {
    return static_cast<slot>(cube.node_count() - 1);
}

/// Destination of a packet in scatter and total exchange: message number m of node o is for node
/// o ^ (m+1).
[[nodiscard]] constexpr node_id destination_of(const short_packet& packet) noexcept {
    const message content = packet.as_message();
    return content.origin ^ (content.number + 1);
}

}  // namespace tutti
