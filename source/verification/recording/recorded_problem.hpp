/// @file
/// What the run of a recording had to do, worked out again from its plan.
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

/// Who had which messages, and who has to be delivered which. Made by `task_of`, or by hand.
struct judged_task {
    /// Why nothing is known of it, or an empty text; then all that follows says nothing.
    std::string why_unknown{};
    /// The plan as the catalogue has it: figures that differ were edited. Null if they are not
    /// known.
    std::optional<recorded_plan> plan{};
    /// Why only what the collective determines is known of the plan (its network, its messages, a
    /// lower bound), or an empty text.
    std::string why_no_figures{};
    /// Then, what no algorithm for the collective takes less than, in units; null if unknown.
    std::optional<rational> least_units{};
    /// Bytes of a table of who has what; what does not fit is kept in hash tables.
    std::uint64_t table_bytes = std::uint64_t{1} << 30U;
    /// What of the plan contradicts the rest of it, or an empty text.
    std::string contradiction{};
    /// Why nobody can tell where the messages were, or an empty text.
    std::string why_no_possession{};
    /// Whether the collective is about messages: else packets that name one mean something else.
    bool has_messages = true;
    /// Why nobody can tell whether the postcondition holds beside deliveries, or an empty text.
    std::string why_no_postcondition{};

    requirement required{};
    broadcaster_set given{};  ///< how many messages each node starts with
    payloads contents{};      ///< what they say
    /// Messages that arrive at a node in a slot, on average, where they do so while the run goes
    /// on.
    std::optional<rational> rate{};
    /// The first slot in which anything may be delivered: of a barrier, that of the last call.
    slot first_delivery = 0;
};

/// What a check may take.
struct check_limits {
    std::uint64_t memory_bytes = ~std::uint64_t{0};
    /// Figures of plans are worked out for so many nodes, links and messages, all together.
    std::uint64_t plan_size = ~std::uint64_t{0};
};

/// The task of a recording's plan on its network, as a catalogue knows it. What it does not know,
/// or what cannot be read again, is `why_unknown`. Of an algorithm that it does not know, or that
/// has other parameters, the collective is judged: see `why_no_figures`.
/// @throws recording_error if its messages take more memory than the limit
[[nodiscard]] judged_task task_of(const recorded_plan& plan, const network& where,
                                  const catalogue& known, const check_limits& limits = {});

}  // namespace tutti
