/// @file
/// Problem of an experiment, with the inputs of its nodes.
#pragma once

#include <vector>

#include "collectives/input/derived_payloads.hpp"
#include "node_inputs.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/experiment/experiment.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Problem of an experiment, with the inputs of its nodes.
class prepared_problem : pinned {
public:
    explicit prepared_problem(const experiment& plan)
        : input{built_problem_of(plan)},
          assignment{collective_of(plan).given(input), payloads_for(plan.seed)},
          records(collective_of(plan).is_dynamic ? node_count(input.network) : 0),
          inputs{inputs_for(input, assignment, *plan.algorithm, records)},
          phases{plan.algorithm->phases(input)} {}

    problem input;
    tutti::assignment assignment;
    std::vector<interval_record> records;
    run_inputs inputs;
    std::vector<phase> phases;
};

}  // namespace tutti
