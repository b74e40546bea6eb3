/// @file
/// Requirements of a recorded run, derived again from its plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "collectives/delivery_verifier.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/input/payloads.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Messages of each node and the deliveries that are required of it. Made by `run_requirements_of`,
/// or by hand.
struct run_requirements {
    /// Reason why the collective is unknown, or an empty text; all that follows is empty then.
    std::string why_unknown{};
    /// The plan as the catalogue has it: figures that differ were edited. Null if they are not
    /// known.
    std::optional<recorded_plan> plan{};
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

/// Limits of a check.
struct check_limits {
    std::uint64_t memory_bytes = ~std::uint64_t{0};
    /// Largest sum of nodes, links and messages for which figures of plans are computed.
    std::uint64_t plan_size = ~std::uint64_t{0};
};

/// The task of a recording's plan on its network, as a catalogue knows it. What it does not know,
/// or what cannot be read again, is `why_unknown`. Of an algorithm that it does not know, or that
/// has other parameters, the collective is verified: see `why_no_figures`.
/// @throws recording_error if its messages take more memory than the limit
[[nodiscard]] run_requirements run_requirements_of(const recorded_plan& plan, const network& net,
                                                   const catalogue& catalogue,
                                                   const check_limits& limits = {});

}  // namespace tutti
