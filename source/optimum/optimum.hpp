/// @file
/// Optimum: the least number of slots that a question takes, searched for between two bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formula.hpp"
#include "question.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Memory of the largest formula that is given to the solver: it would not settle larger ones.
inline constexpr std::uint64_t most_formula_bytes = std::uint64_t{1} << 32U;

/// Effort of a search, in counts that are the same on every machine.
struct optimum_effort {
    std::uint64_t rounds =
        2'000;  ///< of a negotiation, of which there are `seeds` for a number of slots
    std::uint64_t seeds = 4;
    std::uint64_t conflicts = 400'000;              ///< of the solver, for each formula
    std::uint64_t most_bytes = most_formula_bytes;  ///< memory of a formula with its solver
    std::function<bool()> is_stopped{};  ///< asked often; true ends the search. May be empty
    /// Called before each attempt with what is tried. May be empty.
    std::function<void(const std::string& what)> tells{};
    /// Called with the formula and the proof of each number of slots that is refuted. May be empty.
    std::function<void(const formula& refuted, const std::vector<int>& proof)> keeps_proof{};
};

/// Way to an answer.
enum class attempt_way : std::uint8_t { negotiation, solver };
/// Answer of an attempt.
enum class attempt_answer : std::uint8_t { found, refuted, unknown };

[[nodiscard]] std::string_view name_of(attempt_way way) noexcept;
[[nodiscard]] std::string_view name_of(attempt_answer answer) noexcept;

/// Attempt to find a timetable of a number of slots, or to refute that there is one.
struct optimum_attempt {
    slot slots = 0;
    attempt_way way = attempt_way::negotiation;
    attempt_answer answer = attempt_answer::unknown;
    // Of the solver.
    std::uint64_t variables = 0;
    std::uint64_t clauses = 0;
    std::uint64_t conflicts = 0;
    std::uint64_t proof_steps = 0;  ///< verified
    double seconds = 0;
    std::string gap{};  ///< why the answer is unknown
};

/// Interval in which the optimum is.
struct optimum_interval {
    slot lower = 0;
    std::optional<slot> upper{};              ///< null: no timetable is known
    std::optional<timetable> best{};          ///< of `upper` slots; null: that of an algorithm
    std::vector<optimum_attempt> attempts{};  ///< in their order
    bool is_stopped = false;                  ///< before all was tried

    [[nodiscard]] bool is_settled() const noexcept { return upper == lower; }
};

/// Searches: from below by negotiation for a timetable, and then by the solver for the numbers of
/// slots that are left, each of which is found or refuted. Every proof is verified.
/// @param start a lower bound, and the slots of an algorithm if one is known
[[nodiscard]] optimum_interval find_optimum(const optimum_question& question,
                                            optimum_interval start, const optimum_effort& effort);

}  // namespace tutti
