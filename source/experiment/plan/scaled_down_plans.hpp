/// @file
/// Scaled-down plans, from whose runs the resources of a large one are estimated.
#pragma once

#include <cstdint>
#include <vector>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Scaled-down plans in place of `plan`: experiments on some hundred nodes, of the same kind of
/// network and with the same parameters, but for numbers that may be as large as the number of
/// nodes and are larger. If none is smaller, as for a file, the plan itself, unless it is large.
/// @param messages that it can have
[[nodiscard]] std::vector<experiment> scaled_down_plans(const experiment& plan,
                                                        std::uint64_t messages);

}  // namespace tutti
