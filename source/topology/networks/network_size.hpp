/// @file
/// Size of a specified network, before any of its links is built.
#pragma once

#include <cstdint>

#include "network_specification.hpp"
#include "shape.hpp"

namespace tutti {

/// Largest possible size: of links that are drawn, some may be the same. Files are read, and
/// nothing else takes time or memory.
/// @throws std::invalid_argument as `network_specification::outline()` does
[[nodiscard]] graph_size largest_size(const network_specification& named, std::uint64_t most_bytes);

/// The same of those of its parts alone whose links `outline()` lists at once, which takes time and
/// memory: of most networks nothing.
[[nodiscard]] graph_size listed_size(const network_specification& named, std::uint64_t most_bytes);

}  // namespace tutti
