/// @file
/// What lies by places, found by nodes.
#pragma once

#include <span>

#include "node_partition.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// An array with an element for each place, whose elements are asked for by node.
template <topology Network, class T>
class by_node {
public:
    /// Both outlive this.
    by_node(const node_shares& shares, std::span<T> all) noexcept : shares_{&shares}, all_{all} {}

    [[nodiscard]] T& operator[](node_id node) const noexcept {
        return all_[place_in<Network>(*shares_, node)];
    }

private:
    const node_shares* shares_;
    std::span<T> all_;
};

}  // namespace tutti::detail
