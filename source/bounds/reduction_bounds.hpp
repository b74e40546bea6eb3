/// @file
/// Lower bounds of reductions and barriers, in slots of whole values: spec/reductions.md, 0.3.
#pragma once

#include "collectives/packet_size.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/catalog/problem.hpp"

namespace tutti {

/// B2: what the root has to take in, and others to let out.
[[nodiscard]] lower_bound reduce_bound(const problem& problem, packet_size packets);
/// B1: what every node has to let out.
[[nodiscard]] lower_bound reduce_scatter_bound(const problem& problem, packet_size packets);
/// B3, B4: twice as many transmissions, and the way of the last value to the farthest node.
[[nodiscard]] lower_bound allreduce_bound(const problem& problem, packet_size packets);
/// B5: the last call has to be heard of everywhere.
[[nodiscard]] lower_bound barrier_bound(const problem& problem, packet_size packets);

}  // namespace tutti
