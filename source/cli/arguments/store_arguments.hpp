/// @file
/// Arguments of commands that read a store.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"
#include "experiment_options.hpp"
#include "tutti/results/store_rows.hpp"

namespace tutti::program {

inline constexpr option where_option{
    .name = "--where",
    .value = "CONDITION",
    .meaning =
        "select runs, as 'dimensions >= 6 and algorithm = greedy'; with = != < <= > >=, and, or, "
        "not and parentheses; times may be fractions, as 15/2"};

inline constexpr option interval_option{
    .name = "--interval",
    .value = "METHOD",
    .meaning = "method of the 95 percent confidence interval: student (default) or bootstrap"};

/// @throws std::invalid_argument that names the file and what is wrong with it
[[nodiscard]] inline stored_rows open_store(const command_line& arguments) {
    const auto path = arguments.argument();
    if (!path) {
        refuse("FILE: missing; name a store, as written by `{} sweep`", arguments.program());
    }
    return reading("FILE", [&] { return stored_rows{std::string{*path}}; });
}

/// Says on standard error what a reader of means has to know.
void warn_mixed_runs(std::uint64_t left_out, const std::vector<std::string>& mixed);

}  // namespace tutti::program
