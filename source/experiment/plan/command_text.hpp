/// @file
/// Command lines of plans, as typed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// The program and these words, those that a shell would split in quotes.
[[nodiscard]] std::string command_text(std::string_view program,
                                       std::span<const std::string_view> words);

/// Command line of a plan, as typed after `tutti run`; canonical: equal plans give equal texts,
/// options and parameters that have their defaults are left out.
[[nodiscard]] std::string plan_text(const experiment& plan, const std::optional<slot>& slot_budget);

/// The `run` command of its program that repeats an experiment; options that have their defaults
/// are left out.
[[nodiscard]] std::string repeat_command(const experiment& plan,
                                         const std::optional<slot>& slot_budget);

/// Its words behind the program.
[[nodiscard]] std::vector<std::string> repeat_words(const experiment& plan,
                                                    const std::optional<slot>& slot_budget);

}  // namespace tutti
