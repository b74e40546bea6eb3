/// @file
/// Verifier of a run: the function from its facts and the figures that it is held to, to the checks
/// and the verdict. Live runs and recordings go through it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bounds/journeys.hpp"
#include "collectives/requirement.hpp"
#include "node/mark.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "verdict.hpp"
#include "verification/recording/recorded_plan.hpp"

namespace tutti {

/// Figures that a run is held to, by its algorithm and its collective.
struct run_expectations {
    std::vector<phase> phases{};
    std::optional<rational> units{};  ///< expected time; null where none is known
    bool is_exact = false;            ///< whether less than that is wrong, too
    bool is_certain = true;           ///< whether it does not hold with high probability only
    rational lower_bound = 0;
    std::optional<std::uint64_t> transmissions{};  ///< null where no number is known
    std::optional<std::uint64_t> control_transmissions{};
    /// The collective's bound, for the slots that may carry messages. Null where all may.
    std::optional<rational> bound_of_carrying_slots{};
    std::optional<journeys> least{};  ///< least number of link crossings; null: unknown
    /// Whether the draws of the seed make it lose messages; null if it never fails by design.
    std::optional<bool> loses_messages{};
};

/// Deliveries that came before they can have come from their origins.
struct early_delivery_facts {
    std::uint64_t count = 0;
    slot at = 0;  ///< slot of the first, from 1
    node_id node = 0;
};

/// Errors in the possession of messages in a run, and in its control packets; or empty texts.
struct possession_errors {
    std::string possession{};
    std::string control{};
};

/// Facts of a run that has ended. Slots count as the papers do.
struct run_facts {
    verdict ending = verdict::complete;  ///< by the way it ended alone
    std::uint64_t nodes = 0;
    slot clock_slots = 0;  ///< slots that the clock went through
    slot last_arrival = 0;
    slot last_delivery = 0;
    std::uint64_t transmissions = 0;
    std::uint64_t control_transmissions = 0;
    delivery_counts delivered{};
    std::span<const milestone_record> marks{};
    early_delivery_facts early{};
    /// Null if possession was not verified node by node.
    std::optional<possession_errors> possession{};
    /// Failure that the collective found at a node, or an empty text; null if it does not check
    /// nodes.
    std::optional<std::string> wrong_at_a_node{};
};

/// Evaluation of a run.
struct verified_run {
    tutti::verdict verdict = tutti::verdict::complete;
    std::vector<check_result> checks{};
    std::vector<phase_result> phases{};
    std::optional<termination_result> termination{};
    slot slots = 0;
    rational units = 0;

    /// Text of a check that does not hold; empty if it holds or was not made.
    [[nodiscard]] std::string_view error_of(std::string_view check) const noexcept;
};

/// Error in the number of packet-hops, or an empty text. Where none is known, nothing is wrong.
[[nodiscard]] std::string transmission_error(const run_expectations& due, const run_facts& facts);

/// Checks the facts of a run, and gives the verdict.
[[nodiscard]] verified_run verify(const run_expectations& due, const run_facts& facts);

}  // namespace tutti
