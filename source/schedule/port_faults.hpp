/// @file
/// Rows that a port model forbids.
#pragma once

#include <vector>

#include "foreign_schedule.hpp"
#include "schedule_fault.hpp"
#include "tutti/node/port_model.hpp"

namespace tutti {

/// Finds the rows with which a node sends or receives more in a slot than its ports allow, in their
/// order. Switches have all ports.
/// @pre the rows are sorted
[[nodiscard]] std::vector<schedule_fault> port_faults(const foreign_schedule& schedule,
                                                      port_model ports);

}  // namespace tutti
