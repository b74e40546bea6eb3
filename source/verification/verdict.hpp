/// @file
/// Verdict on a run, and the results of its checks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// The judgement on a run, from the best to the worst: of several the last one counts.
enum class verdict : std::uint8_t {
    complete,         ///< every check holds
    unlucky,          ///< a randomised algorithm lost what its draws foretell, and no more is wrong
    incorrect,        ///< a check does not hold
    late,             ///< all delivered, but later than the theory says
    model_violation,  ///< a program broke the model
    stalled,          ///< no node can run any more
    program_error,    ///< an exception left a program
    budget_exceeded,  ///< not over within the slot budget
    interrupted,      ///< stopped by a signal
};

/// The verdict's name in results.
[[nodiscard]] std::string_view name_of(verdict judged) noexcept;

/// The verdict of that name; null if there is none.
[[nodiscard]] std::optional<verdict> verdict_named(std::string_view name) noexcept;

/// The exit status of a program that ends with this verdict: 0, 1, 3 or 130.
[[nodiscard]] int exit_status(verdict judged) noexcept;

/// True if a run with this verdict reached its end.
[[nodiscard]] constexpr bool has_completed(verdict judged) noexcept {
    return judged <= verdict::late;
}

/// Phase of a run, with the expected slots.
struct phase_result {
    std::string name;
    std::optional<slot> slots;  ///< null if a node that can know its end did not mark it
    rational slot_length = 1;
    std::optional<slot> expected;
};

/// Result of one check.
struct check_result {
    std::string name;
    bool holds = false;
    std::string text;  ///< what is wrong, or empty
};

/// First and last slot in which a node knew that all was over.
struct termination_result {
    slot first_slot = 0;
    slot last_slot = 0;
};

}  // namespace tutti
