/// @file
/// Stores of made-up runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/store/store.hpp"

namespace support {

/// A run on a hypercube, as far as tests of tables and figures care.
struct made_run {
    std::string algorithm = "greedy";
    int dimensions = 4;
    std::string broadcasters = "all";
    std::uint64_t seed = 1;
    tutti::rational units = 8;
    std::optional<tutti::rational> exact{};           ///< what its formula says, if there is one
    tutti::time_kind kind = tutti::time_kind::exact;  ///< of its formula
    tutti::rational bound = 4;
    tutti::verdict verdict = tutti::verdict::complete;
    tutti::parameter_values parameters{};
};

/// A store at `path` with these runs. Slots are units, rounded up.
void make_store(const std::string& path, const std::vector<made_run>& runs);

/// Two algorithms on the 4- and the 5-cube, two seeds each: prefix takes its exact 12 and 15 slots,
/// greedy 8 and 9, and 10 and 13.
[[nodiscard]] std::vector<made_run> two_algorithms();

}  // namespace support
