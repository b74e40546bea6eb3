/// @file
/// Arguments of commands that read a store.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "experiment_options.hpp"
#include "pictures/figures/figure.hpp"
#include "results/run_groups.hpp"
#include "results/statistics.hpp"
#include "results/summary.hpp"
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

/// @throws std::invalid_argument that names the option
[[nodiscard]] inline condition read_condition(const command_line& arguments) {
    const auto text = arguments.value("--where");
    return text ? reading("--where", [&] { return parse_condition(*text); }) : condition{};
}

/// @throws std::invalid_argument that names the option
[[nodiscard]] inline std::size_t read_column(std::string_view option, const stored_rows& from,
                                             std::string_view name) {
    return reading(option, [&] { return from.place_of(name); });
}

[[nodiscard]] inline interval_method read_interval(const command_line& arguments) {
    return choice_of<interval_method>(arguments, "--interval", interval_method_names());
}

/// The table of groups that the options of `results` ask for.
/// @throws std::invalid_argument that names the option
[[nodiscard]] summary read_groups(const command_line& arguments, const stored_rows& from,
                                  const condition& filter);

/// The figure that the options of `plot` ask for. @throws std::invalid_argument that names the
/// option
[[nodiscard]] figure read_figure(const command_line& arguments, const stored_rows& from);

/// The figure as SVG, drawn by gnuplot.
/// @throws std::invalid_argument if that is not installed; output_error if it fails
[[nodiscard]] std::string svg_of(const command_line& arguments, const figure& shown);

/// Says on standard error what a reader of means has to know.
void warn_mixed_runs(std::uint64_t left_out, const std::vector<std::string>& mixed);

}  // namespace tutti::program
