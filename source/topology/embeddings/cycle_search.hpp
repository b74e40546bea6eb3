/// @file
/// Search for a Hamiltonian cycle where no closed form is known.
#pragma once

#include "hamiltonian_cycle.hpp"

namespace tutti {

/// Rules cycles out where that is cheap, then tries the ways from node 0 in order, and then extends
/// and rotates a path (Posa 1976) with numbers from a fixed seed. Both are bounded: the first by
/// `most_looks` neighbours looked at, the second by `most_moves` neighbours looked at or nodes
/// moved.
[[nodiscard]] hamiltonian_answer search_cycle(const graph& links);

inline constexpr long most_looks = 10'000'000;
inline constexpr long most_moves = 100'000'000;

}  // namespace tutti
