/// @file
/// Comparison of the packets that moved in a run with the messages that it delivered.
#pragma once

#include <string>

#include "algorithms/theory.hpp"
#include "bounds/journeys.hpp"
#include "result.hpp"

namespace tutti {

/// Each says what is wrong with a run that delivered all that is required, or nothing.

/// Checks the journeys of messages: a message that is delivered away from its origin has crossed
/// links, in packets that carry messages.
[[nodiscard]] std::string journey_error(const result& result, const theory& promised,
                                        const journeys& least);

/// Messages move in slots that may carry them, and not in those of control, however short: these
/// alone keep to the lower bound. Where a phase's slots are not known, nothing is wrong.
/// @param result with the phases of `promised`, and its time
[[nodiscard]] std::string carrying_slots_error(const result& result, const theory& promised);

}  // namespace tutti
