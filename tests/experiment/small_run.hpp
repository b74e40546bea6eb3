/// @file
/// Runs for stores, which take a moment.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "results/store/store.hpp"

namespace support {

[[nodiscard]] tutti::experiment small_experiment(std::uint64_t seed);
[[nodiscard]] tutti::stored_run small_run(std::uint64_t seed);

/// Commits runs to a store, which is made if there is none.
void store_runs(const std::string& path, std::initializer_list<tutti::stored_run> runs);

}  // namespace support
