/// @file
/// Lower bounds of total exchange: spec/networks.md, section 2.3.
#pragma once

#include <cstdint>

#include "collectives/packet_size.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/catalog/problem.hpp"

namespace tutti {

/// E: what messages wait for their turn, where they begin and where they end, and their ways, on
/// average. @param each messages of every participant for every other
[[nodiscard]] lower_bound turns_bound(const problem& problem, packet_size packets,
                                      std::uint64_t each);

/// What crosses a cut, with the ways to the cut and from it.
[[nodiscard]] lower_bound ends_of_cut_bound(const problem& problem, packet_size packets,
                                            std::uint64_t each);

}  // namespace tutti
