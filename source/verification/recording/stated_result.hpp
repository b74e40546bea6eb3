/// @file
/// Stated result of a recorded run, parsed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collectives/requirement.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "verification/verdict.hpp"

namespace tutti {

/// Stated result: the values that a verifier compares.
struct stated_result {
    tutti::verdict verdict = tutti::verdict::complete;
    std::string complaint;  ///< of a verdict that is not `complete`, in words
    slot slots = 0;
    rational units = 0;
    std::vector<std::optional<slot>> phases{};  ///< slots of each
    std::uint64_t transmissions = 0;
    std::uint64_t control_transmissions = 0;
    std::optional<termination_result> termination{};
    slot last_arrival = 0;
    delivery_counts delivery;
    std::string digest;
    // Fields of the plan, where the result has them.
    std::optional<std::string> collective{};
    std::optional<std::string> algorithm{};
    std::optional<std::string> network{};
    std::optional<std::string> source{};
    std::optional<std::uint64_t> seed{};
    std::optional<rational> expected{};
    std::optional<rational> lower_bound{};
};

/// Reads a result (schema tutti.result/1).
/// @throws recording_error if it is none
[[nodiscard]] stated_result read_result(const std::string& text);

}  // namespace tutti
