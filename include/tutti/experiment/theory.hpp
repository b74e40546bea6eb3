/// @file
/// What the theory says of a problem, before anything is run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/collective/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/model/rational.hpp"

namespace tutti {

/// The figures of an algorithm for one problem.
struct theory {
    std::optional<expected_time> expected;  ///< null where no time is known
    rational lower_bound;
    std::vector<phase> phases;
    std::optional<std::uint64_t> transmissions;  ///< null where no number is known
    std::optional<failure_probability> failure;  ///< null: it never fails by design
};

/// @param input the problem of `asked`
/// @throws std::invalid_argument if a figure does not fit 64 bits, with a text that names the
/// broadcasters
[[nodiscard]] theory theory_of(const experiment& asked, const problem& input);

}  // namespace tutti
