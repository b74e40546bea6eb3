/// @file
/// Algorithms that only some inputs, or some seeds, break.
#pragma once

#include "tutti/catalog/algorithm.hpp"

namespace support {

/// The greedy algorithm, in which node 1 delivers a wrong payload if both 3 and 5 broadcast. The
/// smallest input that shows it is `nodes:3,5` on the 3-cube.
[[nodiscard]] tutti::algorithm broken_by_a_pair();

/// The greedy algorithm, of high probability: with some seeds node 0 loses what it should deliver.
/// It says that this happens in one of 20 runs. The parameter "loss" is "announced" for that,
/// "frequent" for every second run, "doubled" for one of 20 runs in which it delivers twice
/// instead, or "mixed" for every second run in which it does so if there are 3 packets or more.
[[nodiscard]] tutti::algorithm lossy();

/// The probability that `lossy()` claims.
inline constexpr double announced_loss = 0.05;

/// The binomial broadcast, in which node 1 delivers a wrong payload if the root is above 4.
[[nodiscard]] tutti::algorithm broken_by_a_root();

/// The greedy algorithm, in which a given number of the nodes that run first lose what they should
/// deliver, and none later: what fails does not fail again.
[[nodiscard]] tutti::algorithm broken_at_first(int nodes);

}  // namespace support
