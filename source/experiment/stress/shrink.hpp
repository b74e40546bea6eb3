/// @file
/// Shrinking of a failing experiment to a small one that still fails.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Predicate that holds if a smaller experiment still fails in the same way.
using failure_test = std::function<bool(const experiment&)>;

/// Limits of a shrinking search.
struct shrink_limits {
    int runs = 2000;
    std::chrono::duration<double> time = std::chrono::seconds{10};
    std::stop_token stop{};
};

/// The smallest experiment that was found to fail.
struct shrunk_experiment {
    experiment smallest;
    bool is_finished = false;  ///< nothing smaller fails, as far as the search looks
    int runs = 0;              ///< calls of the test
};

/// Drops packets, by halves and then singly (Zeller and Hildebrandt, "Simplifying and isolating
/// failure-inducing input", 2002), moves the nodes that have them, or the root, towards 0, makes
/// the numbers in the network's specification smaller, one by one and all equal ones together, and
/// begins again until nothing helps. What else is asked for, the seed included, stays. A pure
/// function of `failing` and of what the test says, unless the time runs out.
/// @pre `failing` fails
/// @param fails must say no, not throw, for what does not fit
[[nodiscard]] shrunk_experiment shrink(const experiment& failing, const failure_test& fails,
                                       const shrink_limits& limits);

}  // namespace tutti
