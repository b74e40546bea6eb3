/// @file
/// Quickest flows: the least number of slots in which messages leave one node for others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "all_links.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Messages of one node, how many are for each node. As links go both ways, it takes as long to
/// send them as to collect as many from each at that node.
struct flow_demand {
    node_id root = 0;
    std::vector<std::uint64_t> amounts{};  ///< by node; 0 for the root

    [[nodiscard]] std::uint64_t total() const;

    friend bool operator==(const flow_demand&, const flow_demand&) = default;
};

/// Cut over time, which some of the messages do not pass within its slots. A node is before it from
/// the slot that its label says on: a label above `slots` says never.
struct timed_cut {
    flow_demand demand{};
    slot slots = 0;
    std::vector<slot> labels{};  ///< 0 for the root
};

/// Slots that a flow takes at least, and a cut that leaves it no fewer, without labels if it takes
/// none.
struct flow_bound {
    slot slots = 0;
    timed_cut cut{};
};

/// Level bound: where n messages go over k links or more, the root lets them out in n/degree slots,
/// and then the last has k-1 links to go.
[[nodiscard]] flow_bound level_bound(const all_links& links, const flow_demand& demand);

/// Arcs that a flow over time has at most.
inline constexpr std::size_t most_flow_arcs = std::size_t{1} << 20U;

/// The least number of slots, exactly: a maximum flow over time (Ford and Fulkerson 1962) fits, and
/// in one slot less none does. Less where it takes not more than `known` slots, and where the flow
/// has more than `most_flow_arcs` arcs.
[[nodiscard]] flow_bound quickest_flow(const all_links& links, const flow_demand& demand,
                                       slot known = 0);

/// The same for one node to get all `amount` messages, by shortest augmenting paths, however many
/// they are.
[[nodiscard]] flow_bound quickest_pair(const all_links& links, node_id from, node_id to,
                                       std::uint64_t amount);

}  // namespace tutti
