/// @file
/// Plans of reductions, for tests.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/trial.hpp"
#include "collectives/input/node_input.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// Reduction to run, and its network.
struct folding {
    std::string network{};     ///< as users name it
    std::uint64_t values = 1;  ///< m
    tutti::node_id root = 0;
    std::string_view mode = "sum";
    std::optional<tutti::port_model> ports{};  ///< null: the algorithm's first
};

/// @param algorithm outlives it
[[nodiscard]] tutti::experiment to_fold(const tutti::algorithm& algorithm, const folding& folding);
[[nodiscard]] tutti::experiment to_fold(std::string_view algorithm, const folding& folding);

/// Result of a run of a program on inputs that no experiment has drawn.
struct own_run {
    tutti::run_report report;
    /// By node, in the order in which its program delivered them; `at` as the papers count slots.
    std::vector<std::vector<tutti::delivery>> delivered;
};

/// Runs the program of an experiment, whose nodes get these inputs in place of those drawn.
[[nodiscard]] own_run run_on(const tutti::experiment& plan,
                             const std::function<tutti::node_input(tutti::node_id)>& input);

}  // namespace support
