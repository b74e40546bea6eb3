/// @file
/// Fractional volumes of TE-CCL as pieces of chunks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "teccl_file.hpp"

namespace tutti {

/// Pieces that a path of a demand takes, one after another.
struct piece_range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// Pieces of all paths.
struct teccl_pieces {
    std::uint32_t divisor = 1;                       ///< D: pieces of a chunk
    std::vector<std::vector<piece_range>> ranges{};  ///< by delivery and path
};

/// Divides chunks so that all volumes are whole numbers of pieces.
/// @throws std::invalid_argument if that takes more than 64, or a demand has more than a chunk
[[nodiscard]] teccl_pieces divide_volumes(const teccl_file& file, const std::string& name);

}  // namespace tutti
