/// @file
/// One trial of a stress test: an experiment with a random input.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/model/random.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// How many messages the trials have, both ends included.
struct message_range {
    std::uint64_t least = 1;
    std::uint64_t most = 1;

    friend bool operator==(const message_range&, const message_range&) = default;
};

/// From 1 to the number of nodes, as far as the algorithm takes so many.
/// @throws std::invalid_argument, one line, if it takes none of them
[[nodiscard]] message_range usual_message_range(const algorithm& what, const network& where);

/// Reads `K` or `LO-HI`.
/// @throws std::invalid_argument with one line that names the value and what would be right, also
/// if the algorithm does not take so many
[[nodiscard]] message_range parse_message_range(std::string_view text, const algorithm& what,
                                                const network& where);

/// The seed of a trial; `number` counts from 0.
[[nodiscard]] constexpr std::uint64_t trial_seed(std::uint64_t seed,
                                                 std::uint64_t number) noexcept {
    return mix(seed + number);
}

/// `asked` with the seed and input of a trial, a function of its seed and `number` alone.
///
/// K is uniform in the range. In one of four trials every packet has a uniform node, which may then
/// have several; in the others the nodes are those of `random:K` with the trial's seed. Tasks that
/// start at a root get a uniform one; tasks of every node differ in nothing but the seed.
/// @throws std::invalid_argument, one line, if none of 100 draws suits the algorithm
[[nodiscard]] experiment draw_trial(const experiment& asked, const message_range& messages,
                                    std::uint64_t number);

/// The nodes of an experiment's broadcasters, each as often as it has packets, in ascending order.
/// @pre its collective takes them
[[nodiscard]] std::vector<node_id> mentions_of(const experiment& asked);

}  // namespace tutti
