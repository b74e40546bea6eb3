/// @file
/// Comparison of the packets that moved in a run with the messages that it delivered.
#pragma once

#include <string>

#include "run_verifier.hpp"

namespace tutti {

/// Each says what is wrong with a run that delivered all that is required, or nothing.

/// Checks the journeys of messages: a message that is delivered away from its origin has crossed
/// links, in packets that carry messages. @pre the least number of crossings is known
[[nodiscard]] std::string journey_error(const run_expectations& due, const run_facts& facts);

/// Messages move in slots that may carry them, and not in those of control, however short: these
/// alone keep to the lower bound. Where a phase's slots are not known, nothing is wrong.
/// @param measured with its phases and its time
[[nodiscard]] std::string carrying_slots_error(const run_expectations& due, const run_facts& facts,
                                               const verified_run& measured);

}  // namespace tutti
