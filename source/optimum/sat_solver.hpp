/// @file
/// Adapter of the satisfiability solver CaDiCaL, which a build may lack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "formula.hpp"

namespace tutti {

/// Answer to whether some assignment satisfies a formula.
enum class sat_answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

/// Bounds of a search.
struct sat_effort {
    /// Conflicts after which the solver gives up. It counts in an int: more than that are as many.
    std::uint64_t conflicts = std::numeric_limits<std::uint64_t>::max();
    /// Polled by the thread that solves; true ends the search. With millions of clauses some
    /// seconds may pass before the first call, and between two. May be empty; must not throw.
    std::function<bool()> is_stopped{};
    /// Size of the largest proof that is kept, in bytes of its literals; 0: no proof is written.
    std::size_t most_proof_bytes = std::size_t{1} << 28U;
};

/// Result of a search.
struct sat_result {
    sat_answer answer = sat_answer::unknown;
    std::vector<bool> values{};  ///< by variable, with one for 0; of a satisfiable formula
    /// The clauses that the solver learned, each ended by 0, for `verify_proof`; of an
    /// unsatisfiable formula. Without a value if they take more than `most_proof_bytes`, or more
    /// memory than there is.
    std::optional<std::vector<int>> proof{};
    std::uint64_t conflicts = 0;  ///< clauses that the solver learned from conflicts
    bool is_stopped = false;      ///< the answer is unknown because `is_stopped` said so
};

/// True if this build has a solver.
[[nodiscard]] bool has_sat_solver() noexcept;

/// Searches for an assignment that satisfies a formula. The result is a function of the formula and
/// of the bounds, unless `is_stopped` ends the search. Prints nothing and writes no file. Unknown
/// without a solver. May be called from several threads at once.
/// @throws std::bad_alloc if the memory does not suffice
[[nodiscard]] sat_result solve(const formula& question, const sat_effort& effort);

}  // namespace tutti
