/// @file
/// The options that say what to run and how.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "tutti/experiment/experiment.hpp"
#include "usage_error.hpp"

namespace tutti::program {

/// The options that `read_experiment` and `read_options` understand.
[[nodiscard]] std::vector<option> experiment_options_help();

/// Calls `read` and puts the option's name in front of what it complains about.
template <class Read>
decltype(auto) reading(std::string_view where, const Read& read) {
    try {
        return read();
    } catch (const memory_limit_exceeded& wrong) {
        throw usage_error{"--memory-limit", wrong.what()};
    } catch (const std::invalid_argument& wrong) {
        throw usage_error{where, wrong.what()};
    }
}

/// What to run.
/// @throws usage_error that names the option
[[nodiscard]] experiment read_experiment(const command_line& given);

/// How to run it: threads, memory, slot budget, repeats.
/// @throws usage_error that names the option
[[nodiscard]] experiment_options read_options(const command_line& given);

}  // namespace tutti::program
