/// @file
/// Telephone bound: broadcasting where a node calls one other in a slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "all_links.hpp"
#include "topology/participant_set.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Rule that limits how many nodes know a message, of which a node tells one other in a slot.
enum class telephone_rule : std::uint8_t {
    doubling,  ///< those who know at most double
    distance,  ///< a message goes over one link in a slot
    degrees,   ///< a node has at most one link less than the largest degree to tell others over
    layers,    ///< nodes at distance k or more hear from there, or from distance k-1
    sides,     ///< of a bipartite network: those of one side hear from the other
    tree,      ///< of a tree: a node tells the children first below which it takes longest
};

/// The rule as a reason.
[[nodiscard]] std::string_view reason_of(telephone_rule rule) noexcept;

/// Slots that one message of `root` takes to all participants with one port at least, by one rule.
struct telephone_bound {
    node_id root = 0;
    slot slots = 0;
    telephone_rule rule = telephone_rule::doubling;
    /// By node what the rule needs: its distance from the root, its side (0 or 1), or the slots
    /// that it takes to tell its subtree, -1 where no participant is.
    std::vector<slot> labels{};
    participant_set participants{};
};

/// The strongest of all rules, the first of equals: as strong on all networks that were tried as
/// the linear program of the problem, and exact for trees (Slater, Cockayne and Hedetniemi 1981).
/// Switches tell any number of nodes in a slot: with these, distances and trees are left.
/// @pre the network is connected
[[nodiscard]] telephone_bound slots_of_telephone(const all_links& links, node_id root,
                                                 const participant_set& participants = {});

/// Growth by degrees alone, after Liestman and Peters 1988: slots until `nodes` nodes can know.
[[nodiscard]] slot slots_by_degrees(std::size_t nodes, std::size_t degree_of_root,
                                    std::size_t most_degree);

}  // namespace tutti
