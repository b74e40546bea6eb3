/// @file
/// Requirements of a run: the messages that nodes start with, and the deliveries.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "collectives/input/broadcasters.hpp"
#include "collectives/input/payloads.hpp"
#include "collectives/requirement.hpp"
#include "recorded_plan.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "verification/run_verifier.hpp"

namespace tutti {

/// Messages of each node and the deliveries that are required of it. Made by `run_requirements_of`,
/// or by hand.
struct run_requirements {
    /// Reason why the collective is unknown, or an empty text; all that follows is empty then.
    std::string why_unknown{};
    /// The plan as the catalogue has it: figures that differ were edited. Null if they are not
    /// known.
    std::optional<recorded_plan> plan{};
    /// What the algorithm promises beside that: transmissions, deadlines, losses. Null: unknown.
    std::optional<run_expectations> figures{};
    /// Reason why only the collective's part of the plan is known (its network, its messages, a
    /// lower bound), or an empty text.
    std::string why_no_figures{};
    /// Lower bound of the collective in that case, in units; null if unknown.
    std::optional<rational> least_units{};
    /// Largest size of a table of possession, in bytes; a larger one is replaced by hash tables.
    std::uint64_t table_bytes = std::uint64_t{1} << 30U;
    /// Contradiction within the plan, or an empty text.
    std::string contradiction{};
    /// Reason why possession cannot be checked, or an empty text.
    std::string no_possession_reason{};
    /// Reason why the contributions to values of a reduction cannot be checked, or an empty text.
    std::string no_contributions_reason{};
    /// True if the collective is about messages: else packets that name one mean something else.
    bool has_messages = true;
    /// Reason why the postcondition cannot be checked beside deliveries, or an empty text.
    std::string why_no_postcondition{};

    requirement required{};
    broadcaster_set broadcasters{};  ///< how many messages each node starts with
    payloads contents{};             ///< what they say
    /// Average number of messages that arrive at a node in a slot, where messages arrive during the
    /// run.
    std::optional<rational> rate{};
    /// The first slot in which anything may be delivered: of a barrier, that of the last call.
    slot first_delivery = 0;
};

}  // namespace tutti
