/// @file
/// Common parts of the descriptions of algorithms for hypercubes.
#pragma once

#include <string>
#include <utility>

#include "algorithms/entry.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

using cube_programs = programs<hypercube, cube_packet>;

/// The beginning of a description, with all ports. What it lacks still is to be filled in.
[[nodiscard]] inline algorithm cube_entry(std::string task, std::string name) {
    return {.collective = std::move(task),
            .name = std::move(name),
            .source = {},
            .networks = "hypercube",
            .ports = {port_model::all_port},
            .time = {},
            .inapplicable_reason = cube_mismatch};
}

}  // namespace tutti
