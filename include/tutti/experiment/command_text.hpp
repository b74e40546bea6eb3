/// @file
/// Command lines as one would type them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tutti/experiment/experiment.hpp"
#include "tutti/model/slot.hpp"

namespace tutti {

/// `tutti` and these words, those that a shell would take apart in quotes.
[[nodiscard]] std::string command_text(std::span<const std::string_view> words);

/// The `tutti run` command that repeats an experiment; options that have their defaults are left
/// out.
[[nodiscard]] std::string repeat_command(const experiment& asked,
                                         const std::optional<slot>& slot_budget);

}  // namespace tutti
