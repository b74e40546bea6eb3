/// @file
/// Certificates of lower bounds, and their checks, which share no code with the searches for them.
#pragma once

#include <cstdint>

#include "all_links.hpp"
#include "cuts/exchange_ends.hpp"
#include "cuts/one_way_tails.hpp"
#include "link_weights.hpp"
#include "quickest_flow.hpp"
#include "static_flow.hpp"
#include "telephone.hpp"

namespace tutti {

/// The messages that a cut over time lets come to their nodes within its slots, at most: those for
/// nodes with a label up to `slots`, and over each link x to y one in each slot after the label of
/// x and before that of y.
[[nodiscard]] std::uint64_t most_delivered(const all_links& links, const timed_cut& cut);

/// True if not all messages are delivered within the slots of the cut.
[[nodiscard]] bool holds(const all_links& links, const timed_cut& cut);
/// True if so many messages are beyond the cut, over no more links.
[[nodiscard]] bool holds(const all_links& links, const static_cut& cut);
/// True if the ways of all messages under these weights add up to `distance` or more, and the
/// weights of a slot to `capacity` or less.
[[nodiscard]] bool holds(const all_links& links, const link_weights& weights);
/// True if so many messages cross no more links, no sooner and no later.
[[nodiscard]] bool holds(const all_links& links, const crossing_cut& cut);
/// True if the labels are what the rule says, and the rule leaves a node in slot `slots` - 1 that
/// does not know.
[[nodiscard]] bool holds(const all_links& links, const telephone_bound& bound);
/// True if no more links join the parts, and the last message has so far to go in both.
[[nodiscard]] bool holds(const all_links& links, const one_way_tails& tails);

}  // namespace tutti
