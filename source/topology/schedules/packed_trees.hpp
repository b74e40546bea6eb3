/// @file
/// Link-disjoint trees of the participants of a network, for allreduces whose values flow to the
/// roots and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Trees that no link joins in two of them, found one after the other until the links that are left
/// connect the participants no more: each is the tree of shortest paths, by the first ports, from
/// the node for which the largest depth of a participant is least, then the number of links, then
/// the id. What leads to no participant is cut off.
///
/// A root is looked for at one depth after the other among the nodes within it of a participant;
/// those that do not reach some other participant take the nodes far from that one with them.
/// Participants with a single link count as a part of their neighbour. Mostly a few searches a
/// tree; O(nodes * links) at the worst. 16 bytes for each node of a tree, and 4 for each node.
///
/// Immutable: any number of threads may read it.
class packed_trees {
public:
    struct tree {
        node_id root = 0;
        std::uint32_t height = 0;  ///< largest depth of a participant
        std::uint32_t links = 0;
    };
    /// Position of a node in a tree.
    struct place {
        std::uint32_t tree = 0;
        std::uint32_t depth = 0;
        port up = -1;                   ///< to the parent; -1 at the root
        std::uint32_t first_child = 0;  ///< among the ports to children
    };

    /// One participant has no tree.
    /// @param nodes_are_alike whether every node can be mapped to every other: if all are
    ///   participants, the first root is known
    packed_trees(const link_table& links, const participant_set& participants,
                 bool nodes_are_alike = false);

    /// Those found first are the lowest.
    [[nodiscard]] std::span<const tree> trees() const noexcept { return trees_; }
    /// The node's places, by tree.
    [[nodiscard]] std::span<const place> places_of(node_id node) const {
        return std::span{places_}.subspan(first_[node], first_[node + 1] - first_[node]);
    }
    /// Ports to the children of one of these places, in ascending order.
    [[nodiscard]] std::span<const port> children_of(const place& at) const;
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    struct member;
    void lay_out_places(const link_table& links, const std::vector<member>& members);
    void lay_out_children(const link_table& links, const std::vector<member>& members);

    std::vector<tree> trees_;
    std::vector<std::uint32_t> first_;  // place of each node, and their number
    std::vector<place> places_;         // and one that ends the children of the last
    std::vector<port> children_;
};

/// Values that each tree carries. Value i goes to the tree whose next result would be back first,
/// the least by (values so far + 2 height, number); a node at depth d sends its partial sum of the
/// tree's j-th value in slot j + height - d, both from 1, and receives the result in slot
/// j + height + d - 1. No link carries two packets in a slot.
class tree_values {
public:
    /// @pre there are trees, or no values
    tree_values(std::span<const packed_trees::tree> trees, std::uint64_t values);

    /// Values of a tree in their order.
    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t tree) const {
        return numbers_[tree];
    }
    /// Largest `values + 2 height - 1` of a tree with values.
    [[nodiscard]] std::uint64_t slots() const noexcept { return slots_; }
    /// Partial sums and results that cross links.
    [[nodiscard]] std::uint64_t transmissions() const noexcept { return transmissions_; }

private:
    std::vector<std::vector<std::uint32_t>> numbers_;
    std::uint64_t slots_ = 0;
    std::uint64_t transmissions_ = 0;
};

/// Calls `send(port, value, is_result)` for what a node sends in slot `at`, from 0.
template <class Send>
void for_each_send(const packed_trees& trees, const tree_values& values, node_id node,
                   std::int64_t at, const Send& send) {
    for (const packed_trees::place& place : trees.places_of(node)) {
        const auto numbers = values.of(place.tree);
        const std::int64_t height = trees.trees()[place.tree].height;
        const std::int64_t depth = place.depth;
        // The value that is `ago` slots behind the first one, if there is one.
        const auto number_at = [&](std::int64_t ago) {
            const auto first = numbers.begin();
            return ago >= 0 && ago < std::ssize(numbers) ? first + ago : numbers.end();
        };
        if (const auto sum = number_at(at - height + depth); depth > 0 && sum != numbers.end()) {
            send(place.up, *sum, false);
        }
        if (const auto result = number_at(at - height - depth); result != numbers.end()) {
            for (const port through : trees.children_of(place)) {
                send(through, *result, true);
            }
        }
    }
}

/// Of the trees, in a network of these sizes.
[[nodiscard]] schedule_cost packed_trees_cost(std::uint64_t nodes, std::uint64_t links);

}  // namespace tutti
