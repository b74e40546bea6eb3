/// @file
/// Plans of broadcasts that arrive at random, for tests.
#pragma once

#include <string_view>

#include "algorithms/trial.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"

namespace support {

/// `dynamic-broadcast/intervals` on a network, with the given parameters.
[[nodiscard]] inline tutti::experiment dynamic_experiment(std::string_view network,
                                                          const tutti::parameter_values& values) {
    tutti::experiment plan = on_network(entry("dynamic-broadcast/intervals"), network);
    plan.parameters = values;
    return plan;
}

}  // namespace support
