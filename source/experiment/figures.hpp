/// @file
/// Figures as people read them.
#pragma once

#include <map>
#include <set>
#include <string>

#include "tutti/model/port_model.hpp"
#include "tutti/model/rational.hpp"

namespace tutti {

/// The lower bounds of algorithms by their port models: "30", "33/2 to 17" if some hold only for
/// messages that are not cut, "30 for all, 103 for single".
using bounds_by_ports = std::map<port_model, std::set<rational>>;
[[nodiscard]] std::string to_string(const bounds_by_ports& bounds);

}  // namespace tutti
