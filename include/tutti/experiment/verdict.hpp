/// @file
/// What a run comes down to.
#pragma once

#include <cstdint>
#include <string_view>

namespace tutti {

/// The judgement on a run, from the best to the worst: of several the last one counts.
enum class verdict : std::uint8_t {
    complete,         ///< every check holds
    incorrect,        ///< a check does not hold
    late,             ///< all delivered, but later than the theory says
    model_violation,  ///< a program broke the model
    stalled,          ///< nobody can run any more
    program_error,    ///< an exception left a program
    budget_exceeded,  ///< not over within the slot budget
    interrupted,      ///< stopped by a signal
};

/// The verdict's name in results.
[[nodiscard]] std::string_view name_of(verdict judged) noexcept;

/// The exit status of a program that ends with this verdict: 0, 1, 3 or 130.
[[nodiscard]] int exit_status(verdict judged) noexcept;

}  // namespace tutti
