/// @file
/// Version of the library.
#pragma once

#include <string_view>

namespace tutti {

/// MAJOR.MINOR.PATCH.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace tutti
