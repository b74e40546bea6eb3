/// @file
/// Figures of an algorithm for one problem: times, bounds, phases and transmissions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// The figures of an algorithm for one problem.
struct theory {
    std::string formula;                                   ///< of the time, in words
    std::optional<expected_time> expected;                 ///< null where no time is known
    tutti::lower_bound lower_bound;                        ///< that the algorithm is held to
    std::optional<tutti::lower_bound> lower_bound_pieces;  ///< for messages that are cut, if known
    std::vector<phase> phases;
    std::optional<packet_hops> transmissions;    ///< null where no number is known
    std::optional<failure_probability> failure;  ///< null: it never fails by design
    /// The collective's bound, for the slots that may carry messages. Null where all may.
    std::optional<rational> bound_of_carrying_slots{};
};

}  // namespace tutti
