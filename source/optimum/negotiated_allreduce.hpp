/// @file
/// Timetable of an allreduce by negotiated congestion: spec/bounds.md, section 3.5.
#pragma once

#include <optional>

#include "negotiated_timetable.hpp"
#include "question.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Searches for a timetable of `slots` slots that answers a question of the kind `allreduce`: the
/// contributions to each value meet at a node in some slot, over a tree in which each node sends
/// its accumulator once, after those below it; in later slots the result goes out over another
/// tree. No contribution counts twice, so that it is a timetable for every operator.
/// A function of the question, of `slots` and of the effort's rounds and seed, unless `is_stopped`
/// ends the search. Time: rounds x values x participants x slots x links, at most.
/// @return rows that obey all capacities, those of the first tree with `reduces`; nothing if the
/// effort did not suffice, which proves nothing, or if the question is of another kind
[[nodiscard]] std::optional<timetable> negotiated_allreduce(const optimum_question& question,
                                                            slot slots,
                                                            const negotiation_effort& effort);

}  // namespace tutti
