/// @file
/// Summary of the slots of a page, made before it is.
#pragma once

#include <cstdint>
#include <vector>

#include "pictures/picture_frame.hpp"
#include "recording/phase_spans.hpp"

namespace tutti::picture {

/// Totals of a recording, and how many events there are in the slots that are replayed.
struct replay_survey {
    slot_range slots{};
    std::uint64_t events = 0;  ///< in these
    slot fits_until = 0;       ///< with no more events than a page shows, from the first on
    std::vector<phase_span> phases{};
};

[[nodiscard]] replay_survey survey_for_replay(const picture_source& source,
                                              const slot_range& slots);

}  // namespace tutti::picture
