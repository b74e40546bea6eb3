/// @file
/// Algorithms of the catalogue with faults planted in their programs.
#pragma once

#include <string_view>

#include "tutti/catalog/algorithm.hpp"

namespace support {

/// `task_and_algorithm` of the catalogue with a parameter "fault": what its programs do wrong, by
/// the names of `faults()`. There is also "broadcast/fabricated", whose nodes send nothing and make
/// everything up; in all else it is the greedy algorithm.
[[nodiscard]] tutti::algorithm faulty(std::string_view task_and_algorithm);

}  // namespace support
