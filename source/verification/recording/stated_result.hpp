/// @file
/// Stated result of a recorded run, parsed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collectives/delivery_verifier.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Stated result: the values that a verifier compares.
struct stated_result {
    std::string verdict;
    std::string complaint;  ///< of a verdict that is not "complete", in words
    slot slots = 0;
    rational units = 0;
    std::vector<std::optional<slot>> phases{};  ///< slots of each
    std::uint64_t transmissions = 0;
    std::uint64_t control_transmissions = 0;
    std::optional<slot> first_end{};  ///< slot in which the first node knows the end
    std::optional<slot> last_end{};
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

    /// True if the run reached its end.
    [[nodiscard]] bool has_completed() const noexcept {
        return verdict == "complete" || verdict == "incorrect" || verdict == "late" ||
               verdict == "unlucky";
    }
};

/// Reads a result (schema tutti.result/1).
/// @throws recording_error if it is none
[[nodiscard]] stated_result read_result(const std::string& text);

}  // namespace tutti
