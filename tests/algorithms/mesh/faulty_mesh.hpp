/// @file
/// Algorithms for arrays and tori with faults planted in their programs.
#pragma once

#include <string_view>

#include "tutti/catalog/algorithm.hpp"

namespace support {

/// `task_and_algorithm` of the catalogue with a parameter "fault", which is "none" by default. Node
/// 4 of a 3x3 grid goes astray. Faults of all: "drops a packet", "sends a packet twice", "names
/// another rank" and "sends before its time". Of programs other than routing too: "counts one too
/// many", "counts one too few", "passes a wrong rank back", "passes a wrong total back", "swaps
/// pieces" and "changes a payload".
[[nodiscard]] tutti::algorithm faulty_mesh(std::string_view task_and_algorithm);

}  // namespace support
