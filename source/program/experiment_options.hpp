/// @file
/// The options that say what to run and how.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "tutti/experiment/candidates.hpp"
#include "tutti/experiment/experiment.hpp"
#include "usage_error.hpp"

namespace tutti::program {

/// The options that `read_experiment`, `read_request` and `read_options` understand.
[[nodiscard]] std::vector<option> experiment_options_help();

/// Those of them with these names, for commands that do not want all.
[[nodiscard]] std::vector<option> experiment_options_help(
    std::initializer_list<std::string_view> names);

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
[[nodiscard]] experiment read_experiment(const command_line& given, const catalogue& known);

/// Whether a command takes a task alone, or one of its algorithms too.
enum class algorithm_choice : std::uint8_t { all_of_the_task, or_the_one_named };

/// What to ask of all algorithms for a task, or of the one that is named.
/// @throws usage_error that names the option
[[nodiscard]] candidate_request read_request(const command_line& given, const catalogue& known,
                                             algorithm_choice allowed);

/// How to run it: threads, memory, slot budget, repeats.
/// @throws usage_error that names the option
[[nodiscard]] experiment_options read_options(const command_line& given);

}  // namespace tutti::program
