/// @file
/// Runs of nodes alone, world by world.
#pragma once

#include "audit_draws.hpp"
#include "independent_run.hpp"
#include "tutti/experiment/audit.hpp"

namespace tutti {

/// Common setup of the runs of an audit; the objects outlive it.
struct audit_setup {
    const audit_options* options = nullptr;
    const process_starter* starter = nullptr;
    const audit_draws* draws = nullptr;
    const reference_run* seeded = nullptr;
    const reference_run* independent = nullptr;  ///< null: there is none
    process_limits limits{};                     ///< of each run of a node
};

/// Runs each audited node alone in one world after the other, up to the first world in which some
/// node does something else. The even worlds are compared with the run whose inputs and streams
/// follow from the seed, the odd ones with the independent run.
void run_nodes_alone(const audit_setup& setup, audit_report& into);

}  // namespace tutti
