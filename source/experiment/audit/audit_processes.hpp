/// @file
/// Processes of an audit, and their results.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "audited_run.hpp"
#include "experiment/processes/isolated_work.hpp"
#include "isolated_run.hpp"

namespace tutti {

/// Runs all nodes. Null if it was stopped.
/// @throws std::invalid_argument, std::runtime_error if there is no run, with the reason
[[nodiscard]] std::optional<first_run> run_all(const process_starter& starter,
                                               const experiment& plan, const audit_options& options,
                                               const first_run_wish& wish);

/// Log of a node alone, as far as it came.
struct isolated_run_result {
    process_end end;
    node_log log;
    slot last = 0;          ///< the last clock slot that began
    std::string refusal{};  ///< why there was no run, or empty
};

/// Runs a node alone. @param work as `work_for` makes it for the node
[[nodiscard]] isolated_run_result run_one(const process_starter& starter,
                                          std::span<const std::byte> work, node_id node,
                                          std::chrono::milliseconds limit,
                                          const std::stop_token& stop);

/// Result of the preparation of isolated runs.
struct isolated_inputs_result {
    process_end end;
    std::optional<isolated_run_inputs> world{};
    std::string refusal{};  ///< why there is none, or empty
};

/// Prepares a world.
[[nodiscard]] isolated_inputs_result prepare(const process_starter& starter, const experiment& plan,
                                             const isolated_run_request& wish,
                                             std::chrono::milliseconds limit,
                                             const std::stop_token& stop);

}  // namespace tutti
