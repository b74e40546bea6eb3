/// @file
/// Lower bound of the collective of a schedule on its links.
#pragma once

#include <optional>

#include "foreign_schedule.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Slots that any schedule of the collective takes on these links, with store and forward: flows
/// and distances (spec/bounds.md). Null where no collective is known.
[[nodiscard]] std::optional<slot> lower_bound_of(const foreign_schedule& schedule);

}  // namespace tutti
