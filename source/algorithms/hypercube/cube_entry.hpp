/// @file
/// Common parts of the programs and descriptions of algorithms for hypercubes.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

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

/// Slots of a phase: d, 2^d - 1 and ceil((2^d-1)/d).
[[nodiscard]] inline slot slots_of_dimensions(const setting& setting) {
    return cube_of(setting).dimensions();
}
[[nodiscard]] inline slot slots_of_other_nodes(const setting& setting) {
    return (slot{1} << cube_of(setting).dimensions()) - 1;
}
[[nodiscard]] inline slot slots_of_others_in_turn(const setting& setting) {
    return slots_for_others(cube_of(setting));
}

/// d, as a factor of counts.
[[nodiscard]] inline std::uint64_t links_a_node(const hypercube& cube) {
    return cube.link_count() / cube.node_count();
}

/// The highest dimension in which a node differs from node 0. @pre it is another one
[[nodiscard]] constexpr int top_dimension(node_id relative) noexcept {
    return std::numeric_limits<node_id>::digits - 1 - std::countl_zero(relative);
}

}  // namespace tutti
