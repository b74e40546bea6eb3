/// @file
/// Resampling of a plan's random input.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Experiment that the world around a node that runs alone is made of.
struct redrawn_experiment {
    experiment elsewhere;
    /// Why its broadcasters and root are those of the original, though nodes do not know both; or
    /// empty.
    std::string why_same{};
};

/// The same algorithm on the same network, with other broadcasters, payloads and random streams;
/// but knowledge that is not withheld stays: the root, the broadcasters, K. Where the algorithm
/// takes no other broadcasters, these stay too.
/// @param seed of the new experiment, which leads to nothing of the original
/// @param number of the world
[[nodiscard]] redrawn_experiment resampled_plan(const experiment& plan,
                                                std::span<const knowledge_item> withheld,
                                                std::uint64_t seed, std::uint64_t number);

/// The same, but the words for its broadcasters say nothing of them.
[[nodiscard]] experiment without_broadcaster_text(experiment plan);

}  // namespace tutti
