/// @file
/// Runs for stores, which take a moment.
#pragma once

#include <cstdint>
#include <string>

#include "results/store/store.hpp"

namespace support {

[[nodiscard]] tutti::experiment small_experiment(std::uint64_t seed);
[[nodiscard]] tutti::stored_run small_run(std::uint64_t seed);

/// Value of one column of the only row.
[[nodiscard]] std::string only(const std::string& path, const std::string& query);

}  // namespace support
