/// @file
/// Table of the directed links of any network, numbered by node and port.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A directed link; ids run from 0 by node and port, without gaps.
using link_id = std::uint32_t;

inline constexpr link_id no_link = ~link_id{0};

/// The form in which schedules read a network: the links of a node lie side by side, by port.
///
/// Immutable: any number of threads may read it. 16 bytes a directed link and 4 a node.
class link_table {
public:
    struct link {
        node_id from = 0;
        node_id to = 0;
        port through = 0;           ///< of `from`; arrays have gaps between the ports of a node
        link_id reverse = no_link;  ///< the link from `to` to `from`
    };

    /// @pre fewer than 2^32 directed links
    explicit link_table(const network& net);

    [[nodiscard]] node_id node_count() const noexcept { return nodes_; }
    [[nodiscard]] link_id link_count() const noexcept { return first_.back(); }
    /// Id of a node's first link; those of its other links follow.
    [[nodiscard]] link_id first(node_id node) const { return first_[node]; }
    [[nodiscard]] auto ids() const { return std::views::iota(link_id{0}, link_count()); }
    [[nodiscard]] auto ids_of(node_id node) const {
        return std::views::iota(first_[node], first_[node + 1]);
    }
    [[nodiscard]] std::uint32_t degree(node_id node) const {
        return first_[node + 1] - first_[node];
    }
    [[nodiscard]] std::uint32_t largest_degree() const noexcept { return largest_degree_; }
    /// True of a node that only forwards, with all its ports whatever others may use.
    [[nodiscard]] bool is_switch(node_id node) const { return has_switches() && is_switch_[node]; }
    [[nodiscard]] bool has_switches() const noexcept { return !is_switch_.empty(); }
    [[nodiscard]] const link& operator[](link_id id) const { return links_[id]; }
    [[nodiscard]] std::span<const link> links_of(node_id node) const {
        return std::span{links_}.subspan(first_[node], degree(node));
    }
    [[nodiscard]] const std::vector<link>& links() const noexcept { return links_; }
    /// The link between two neighbours; of parallel ones, which follow each other, the first.
    [[nodiscard]] link_id between(node_id from, node_id to) const {
        return *std::ranges::find(ids_of(from), to, [this](link_id id) { return links_[id].to; });
    }

private:
    node_id nodes_ = 0;
    std::uint32_t largest_degree_ = 0;
    std::vector<link_id> first_{0};  // of each node, and the number of links
    std::vector<link> links_;
    std::vector<bool> is_switch_;  // by id; empty without switches
};

}  // namespace tutti
