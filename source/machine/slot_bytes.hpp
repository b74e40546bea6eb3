/// @file
/// What a process tells the others of a slot, as bytes.
#pragma once

#include "tutti/machine/detail/tally.hpp"
#include "tutti/machine/transport.hpp"

namespace tutti::detail {

[[nodiscard]] transport::bytes bytes_of(const slot_counts& counts);

}  // namespace tutti::detail
