/// @file
/// Name of the machine.
#pragma once

#include <string>

namespace tutti {

/// This machine's.
[[nodiscard]] const std::string& name_of_host();

}  // namespace tutti
