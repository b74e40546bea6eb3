/// @file
/// Matrices with dense columns and rows, and their images on square arrays.
#pragma once

#include <string>
#include <string_view>

#include "tutti/experiment/experiment.hpp"

namespace support {

/// The transposition on the array of `side` x `side`; lines as the parameters name them.
[[nodiscard]] tutti::experiment on_matrix(int side, std::string_view columns,
                                          std::string_view rows);

/// A run as the notes of the reference figures have it: control packets, the slots of each phase,
/// and the slot of each in which its last message moves, from 1: "control=12;control_steps=4;..".
[[nodiscard]] std::string phases_text(const tutti::experiment& plan);

}  // namespace support
