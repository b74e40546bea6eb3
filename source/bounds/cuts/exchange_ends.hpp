/// @file
/// Ends of total exchange: messages take slots before the first that pass a cut, and behind the
/// last, and wait for their turn where they begin and end.
#pragma once

#include <cstdint>
#include <vector>

#include "bounds/all_links.hpp"
#include "topology/participant_set.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Nodes, and the links out of them that the messages of the participants there for all others
/// cross: none in the first slots, and none in the last.
struct crossing_cut {
    participant_set participants{};
    std::vector<bool> is_inside{};  ///< by node
    std::uint64_t messages = 0;     ///< one for each pair of participants that is apart
    std::uint64_t links = 0;        ///< out of the nodes
    slot before = 0;                ///< links from a participant inside to the first such link
    slot behind = 0;                ///< links from the last such link to a participant outside

    /// Slots for so many messages of each participant for each other one.
    [[nodiscard]] rational slots(std::uint64_t each) const {
        return links == 0 ? rational{0}
                          : rational{rational{messages * each, links}.ceil()} + before + behind;
    }
};

/// The strongest of the cuts around balls, the nodes up to some distance from a node, and around
/// nodes with all their neighbours of one link. Without links if there is none.
/// @pre the network is connected
[[nodiscard]] crossing_cut strongest_crossing(const all_links& links,
                                              const participant_set& participants,
                                              std::uint64_t each);

/// Messages between all participants on average: the i-th to leave a node leaves in slot ceil(i /
/// rate) or later, the i-th last to arrive so many slots before the end, and between both are the
/// links of its way but one.
struct mean_of_ends {
    std::uint64_t messages = 0;
    std::uint64_t ways = 0;   ///< sum of the distances of all messages
    std::uint64_t turns = 0;  ///< sum of ceil(i / rate) at all nodes

    [[nodiscard]] slot slots() const {
        return messages == 0 ? 0 : rational{ways - messages + 2 * turns, messages}.ceil() - 1;
    }
};

/// Sum of ceil(i / rate) for i from 1 to `messages`.
[[nodiscard]] std::uint64_t sum_of_turns(std::uint64_t messages, std::uint64_t rate);

}  // namespace tutti
