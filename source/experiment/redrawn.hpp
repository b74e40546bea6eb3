/// @file
/// An experiment in another world.
#pragma once

#include <cstdint>
#include <span>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// The same algorithm on the same network, with other broadcasters, payloads and random streams;
/// but what nodes are told and is not withheld stays: the root, the broadcasters, K. Where the
/// algorithm takes no other broadcasters, these stay too.
/// @param number of the world
[[nodiscard]] experiment redrawn(const experiment& asked, std::span<const knowledge> withheld,
                                 std::uint64_t number);

/// The same, but the words for its broadcasters say nothing of them.
[[nodiscard]] experiment without_words(experiment asked);

}  // namespace tutti
