/// @file
/// Figures as people read them.
#pragma once

#include <map>
#include <string>

#include "tutti/machine/port_model.hpp"
#include "tutti/machine/rational.hpp"

namespace tutti {

/// The largest lower bounds under each port model: "30", or "30 for all, 103 for single".
using bounds_by_ports = std::map<port_model, rational>;
[[nodiscard]] std::string to_string(const bounds_by_ports& bounds);

}  // namespace tutti
