/// @file
/// Common parts of the descriptions of algorithms for arrays and tori.
#pragma once

#include <string>
#include <utility>

#include "algorithms/entry.hpp"
#include "mesh_program.hpp"
#include "mesh_theory.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {

using mesh_programs = programs<grid, mesh_packet>;

/// The beginning of a description, for all arrays and tori with equal sides and with all ports.
/// What it lacks still is to be filled in.
[[nodiscard]] inline algorithm mesh_entry(std::string task, std::string name) {
    return {.collective = std::move(task),
            .name = std::move(name),
            .source = {},
            .networks = "array, torus",
            .ports = {port_model::all_port},
            .time = {},
            .inapplicable_reason = grid_mismatch};
}

}  // namespace tutti
