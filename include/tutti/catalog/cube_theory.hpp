/// @file
/// Bounds and times of broadcasting on the hypercube that hold for any algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tutti/catalog/problem.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Why an algorithm for the hypercube cannot run on `net`, or an empty text.
[[nodiscard]] std::string cube_mismatch(const network& net);

/// Why packets of the hypercube cannot carry these messages, or an empty text.
[[nodiscard]] std::string cube_input_mismatch(const problem& problem);

/// The hypercube that a problem is about. @pre it is one
[[nodiscard]] const hypercube& cube_of(const setting& setting);

/// ceil(K/d), the largest share of a tree.
[[nodiscard]] std::int64_t largest_share(const problem& problem);

/// Slots that anything takes in which a node receives from all others, or sends to all, over its d
/// links: ceil((2^d-1)/d).
[[nodiscard]] std::int64_t slots_for_others(const hypercube& cube);
/// Sum of the distances from a node to all others: d*2^(d-1).
[[nodiscard]] std::uint64_t distances_to_all(const hypercube& cube);

/// K(2^d - 1), the least transmissions of K broadcasts. Stamoulis and Tsitsiklis 1991, 3.1.
[[nodiscard]] std::optional<std::uint64_t> broadcast_hops(const problem& problem);
/// d*2^(d-1), the least transmissions of scatter and gather, and 2^d times that, of total exchange.
[[nodiscard]] std::optional<std::uint64_t> personal_hops(const problem& problem);
[[nodiscard]] std::optional<std::uint64_t> total_exchange_hops(const problem& problem);

/// Hops that messages take to the roots of their trees, where ranks assign the trees as in
/// `assigned_by_rank`.
[[nodiscard]] std::uint64_t hops_to_roots_by_rank(const problem& problem);

/// Trees that messages choose by their nodes' random streams, as in `assigned_at_random`. Computed
/// outside the run, for comparison with it.
struct random_choice {
    std::uint64_t fullest_share = 0;  ///< N, messages of the tree that most have chosen
    std::uint64_t hops = 0;           ///< to the roots, of all messages together
};
[[nodiscard]] random_choice chosen_at_random(const problem& problem);

/// Random choice with the arrival slots of the messages at their roots, which have no formula: the
/// queues of the trees are simulated, slot by slot, beside the run.
struct simulated_collection : random_choice {
    slot travel_slots = 0;      ///< T, slots until the last one arrives; 0 if all start there
    std::uint64_t reports = 0;  ///< slots in which a root has more messages, over all roots
};
[[nodiscard]] simulated_collection simulate_collection(const problem& problem);

}  // namespace tutti
