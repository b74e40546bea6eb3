/// @file
/// Unaudited run, as the command line makes it, for comparison with an audited one.
#pragma once

#include <optional>
#include <string>

#include "audited_run.hpp"

namespace tutti {

/// Outcome of the `run` command for an experiment.
struct plain_run {
    std::optional<run_figures> figures{};  ///< null: there are none
    std::string why_none{};                ///< why, or empty
    bool is_stopped = false;
};

/// Executes this program's `run` command for the plan, in the environment of this process and not
/// as its child, so that a program cannot detect the audit.
/// @pre this program has a command line. @throws std::system_error if there is no process left
[[nodiscard]] plain_run run_plainly(const experiment& plan, const audit_options& options);

}  // namespace tutti
