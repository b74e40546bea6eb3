/// @file
/// Matrices with dense columns and rows, and their images on square arrays.
#pragma once

#include <string_view>

#include "tutti/experiment/experiment.hpp"

namespace support {

/// The transposition on the array of `side` x `side`; lines as the parameters name them.
[[nodiscard]] tutti::experiment on_matrix(int side, std::string_view columns,
                                          std::string_view rows);

}  // namespace support
