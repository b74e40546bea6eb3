/// @file
/// Array in partition order, indexed by node id.
#pragma once

#include <span>

#include "node_partition.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Array with an element for each place, indexed by node id.
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
