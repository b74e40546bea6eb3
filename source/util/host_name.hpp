/// @file
/// Name of the machine.
#pragma once

#include <string>

namespace tutti {

/// Name of this machine, or "unknown".
[[nodiscard]] const std::string& name_of_host();

}  // namespace tutti
