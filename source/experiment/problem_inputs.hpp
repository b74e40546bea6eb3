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
    explicit prepared_problem(const experiment& asked)
        : input{built_problem_of(asked)},
          given{collective_of(asked).given(input), payloads_for(asked.seed)},
          records(collective_of(asked).is_dynamic ? node_count(input.where) : 0),
          inputs{inputs_for(input, given, *asked.what, records)},
          phases{asked.what->phases(input)} {}

    problem input;
    assignment given;
    std::vector<interval_record> records;
    run_inputs inputs;
    std::vector<phase> phases;
};

}  // namespace tutti
