/// @file
/// Figures as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace tutti {

/// Thousands apart: 1,048,576.
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace tutti
