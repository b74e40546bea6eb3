/// @file
/// What the run of a recording had to do, worked out again from its plan.
#pragma once

#include <optional>
#include <string>

#include "tutti/collective/broadcasters.hpp"
#include "tutti/collective/delivery_check.hpp"
#include "tutti/collective/payloads.hpp"
#include "tutti/experiment/catalogue.hpp"
#include "tutti/model/rational.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/record/recording.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Who had which messages, and who has to be delivered which. Made by `task_of`, or by hand.
struct judged_task {
    /// Why nothing is known of it, or an empty text; then all that follows says nothing.
    std::string why_unknown{};
    /// What of the plan contradicts the rest of it, or an empty text.
    std::string contradiction{};
    /// Why nobody can tell where the messages were, or an empty text.
    std::string why_no_possession{};
    /// Why nobody can tell whether the postcondition holds beside deliveries, or an empty text.
    std::string why_no_postcondition{};

    requirement required{};
    broadcaster_set given{};  ///< how many messages each node starts with
    payloads contents{0};     ///< what they say
    /// Messages that arrive at a node in a slot, on average, where they do so while the run goes
    /// on.
    std::optional<rational> rate{};
    /// The first slot in which anything may be delivered: of a barrier, that of the last call.
    slot first_delivery = 0;
};

/// The task of a recording's plan on its network, as a catalogue knows it. What it does not know,
/// or what cannot be read again, is `why_unknown`.
[[nodiscard]] judged_task task_of(const recorded_plan& plan, const network& where,
                                  const catalogue& known);

}  // namespace tutti
