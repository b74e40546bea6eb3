/// @file
/// One-way tails: messages that all cross a few links, and the way of the last one behind them.
#pragma once

#include <cstdint>
#include <vector>

#include "bounds/all_links.hpp"
#include "topology/participant_set.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Two parts of a network, each with participants, joined by few links, over which all messages go
/// one way or the other in slots of one packet each. The last that crosses is new behind the link,
/// and goes on to the farthest participant there: ceil(messages / links) slots and the smaller of
/// both ways.
struct one_way_tails {
    slot slots = 0;
    std::uint64_t messages = 0;
    std::uint64_t links = 0;        ///< between the parts, without their directions
    std::vector<bool> is_second{};  ///< by node: its part
    participant_set participants{};
};

/// The strongest over all pairs of neighbours whose links are the only ones between two parts. No
/// parts if there are none. @param messages that all participants get, whoever of them has them
/// @pre the network is connected
[[nodiscard]] one_way_tails strongest_tails(const all_links& links, std::uint64_t messages,
                                            const participant_set& participants = {});

}  // namespace tutti
