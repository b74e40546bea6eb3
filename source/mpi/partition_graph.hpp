/// @file
/// Partitioning of a graph among processes, by METIS.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tutti {

/// Result of `transport::divide`, computed by METIS with a fixed seed. Nothing where tutti is built
/// without METIS, where that finds no better parts than even ranges, or has no memory.
/// @param parts how many, at least 1
[[nodiscard]] std::vector<std::uint16_t> partition_with_metis(
    std::span<const std::int32_t> first, std::span<const std::int32_t> neighbours, int parts);

}  // namespace tutti
