/// @file
/// Tour through all nodes of a network, as a function of the position.
#pragma once

#include <functional>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Every node once, each a neighbour of the one before.
struct node_line {
    std::uint64_t length = 1;
    /// True if the last node is a neighbour of the first: so of one node and of two.
    bool closes = true;
    std::function<node_id(std::uint64_t)> at = [](std::uint64_t /*k*/) { return node_id{0}; };
};

/// The nodes by increasing id.
[[nodiscard]] node_line line_by_id(std::uint64_t length, bool closes);

/// A cycle that is a list.
[[nodiscard]] node_line line_through(std::vector<node_id> nodes);

/// A way through all nodes of the product of some networks, from a way through each; its ids are
/// the sums of theirs, so that every line has to bring its own stride. It closes if all of them do
/// or one has an even length, or, of lines of odd lengths, if one closes.
[[nodiscard]] node_line product_of(std::vector<node_line> lines);

}  // namespace tutti
