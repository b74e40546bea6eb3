/// @file
/// Codec of plans as words: command lines, as typed in a shell.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan_values.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// The program and these words, those that a shell would split in quotes.
[[nodiscard]] std::string command_text(std::string_view program,
                                       std::span<const std::string> words);

/// The words of a command line that `command_text` has written, without their quotes. Words with
/// control characters are not decoded.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// Words of a plan behind the program: the command, the collective, and its options.
[[nodiscard]] std::vector<std::string> words_of(const plan_values& values);

/// Plan of these words; without a command, of `run`. A program in front of the command is skipped.
/// @throws option_error that names the first word that is no option of the command
[[nodiscard]] plan_values values_of_words(std::span<const std::string> words);

/// Texts of a run by field; fields that have their defaults are left out. Parameters are all that
/// were given.
[[nodiscard]] plan_values values_of(const experiment& plan, const std::optional<slot>& slot_budget);

/// Texts of the fields that results have as they stand, by their columns, where they have not their
/// defaults.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> result_texts(const experiment& plan);

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
