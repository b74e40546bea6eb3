/// @file
/// Static flows: rates at which pieces of messages leave one node for others, whatever the
/// distance.
#pragma once

#include <cstdint>
#include <vector>

#include "all_links.hpp"
#include "quickest_flow.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// Nodes without the root, and the links that lead to them: their messages pass these.
struct static_cut {
    flow_demand demand{};
    std::vector<bool> is_beyond{};  ///< by node
    std::uint64_t messages = 0;     ///< for the nodes beyond
    std::uint64_t links = 0;        ///< to them, in this direction

    /// Time that the messages take at least, cut into pieces as small as one likes.
    [[nodiscard]] rational slots() const {
        return links == 0 ? rational{0} : rational{messages, links};
    }
};

/// The cut of all nodes but the root. @pre the root has links
[[nodiscard]] static_cut cut_around_root(const all_links& links, const flow_demand& demand);

/// The strongest of all cuts, by maximum flows of ever smaller rates: pieces small enough come
/// close to its time. Without messages if none is stronger than `known` slots.
/// @param known above 0 if there are messages
[[nodiscard]] static_cut strongest_cut(const all_links& links, const flow_demand& demand,
                                       rational known);

}  // namespace tutti
