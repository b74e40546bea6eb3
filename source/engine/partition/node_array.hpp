/// @file
/// Array in partition order, indexed by node id.
#pragma once

#include <span>

#include "node_partition.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Array with an element for each place, indexed by node id.
template <topology Network, class T>
class node_array {
public:
    /// Both outlive this.
    node_array(const node_partition& shares, std::span<T> values) noexcept
        : shares_{&shares}, all_{values} {}

    [[nodiscard]] T& operator[](node_id node) const noexcept {
        return all_[place_in<Network>(*shares_, node)];
    }

private:
    const node_partition* shares_;
    std::span<T> all_;
};

}  // namespace tutti::detail
