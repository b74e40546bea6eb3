/// @file
/// Small experiments that tell what a large one takes.
#pragma once

#include <cstdint>
#include <vector>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// What is run in place of `asked`: experiments on some hundred nodes, of the same kind of network
/// and with the same parameters, but for numbers that may say as many as there are nodes and say
/// more. Where none is smaller, as for a file, itself, unless it is large.
/// @param messages that it can have
[[nodiscard]] std::vector<experiment> small_plans(const experiment& asked, std::uint64_t messages);

}  // namespace tutti
