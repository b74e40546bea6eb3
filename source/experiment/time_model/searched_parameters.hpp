/// @file
/// Parameters whose value is searched for: `pieces=auto`, the best number of pieces for a size.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Names of parameters that cut messages, and the data that is reduced.
inline constexpr std::string_view pieces_parameter = "pieces";
inline constexpr std::string_view values_parameter_name = "values";

/// Name of the parameter if the text is `pieces=auto` and some of the algorithms has such a number;
/// null for all else.
[[nodiscard]] std::optional<std::string> searched_parameter(
    std::span<const algorithm* const> algorithms, std::string_view text);

/// Numbers that are compared: pieces from 1 to 64; values from 1 to 64, and up to eight for each
/// participant. None if the algorithm has no such parameter.
[[nodiscard]] std::vector<std::uint64_t> searched_values(const experiment& plan,
                                                         std::string_view name);

/// Gives the parameters that are searched the values with which the theory promises the least
/// seconds, the smallest of equals.
/// @throws option_error if the plan has no whole time model, links of several classes, or no time
///   that a formula or a schedule says
void search_parameters(experiment& plan);

}  // namespace tutti
