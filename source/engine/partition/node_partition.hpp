/// @file
/// Owner of each node, where several processes share a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Partition of the nodes among several processes, as one of them sees it: even ranges of
/// consecutive nodes, or a table. Results do not depend on it.
///
/// Places number all nodes process by process: arrays of nodes are in their order, so that a
/// process has its part in one piece. Of ranges, a node's place is its id.
///
/// A value: copies share the table, and are equal to each other, not to what was made of another
/// such table.
class node_partition {
public:
    /// Even ranges.
    /// @param node_count N, at least 1
    /// @param self the number of this process, below `processes`; those beyond N may have no node
    explicit node_partition(std::size_t node_count, int self = 0, int processes = 1) noexcept;

    /// @param owners a table: the process of each node, below `processes`; of at least one node
    /// @throws std::invalid_argument if the table has other processes
    node_partition(const std::vector<std::uint16_t>& owners, int self, int processes);

    /// Of the first of two processes, which has one node alone.
    [[nodiscard]] static node_partition of_single_node(node_id node,
                                                       std::size_t node_count) noexcept;

    [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }
    [[nodiscard]] int self() const noexcept { return static_cast<int>(self_); }
    [[nodiscard]] int processes() const noexcept { return static_cast<int>(processes_); }
    [[nodiscard]] bool is_by_table() const noexcept { return places_ != nullptr; }
    [[nodiscard]] bool has_single_node() const noexcept { return has_single_node_; }

    [[nodiscard]] std::size_t place_of(node_id node) const noexcept {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        return places_ == nullptr ? node : places_[node];
    }
    /// Of each node; null: its id.
    [[nodiscard]] const node_id* places() const noexcept { return places_; }
    /// The place of this process's first node and the one after that of its last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> own_places() const noexcept {
        return {first_, last_};
    }
    [[nodiscard]] bool is_own(node_id node) const noexcept {
        const std::size_t place = place_of(node);
        return place >= first_ && place < last_;
    }
    [[nodiscard]] std::size_t own_count() const noexcept { return last_ - first_; }
    /// The number of an own node's place among the own ones.
    [[nodiscard]] std::size_t own_index(node_id node) const noexcept {
        return place_of(node) - first_;
    }
    /// The own nodes by increasing id. @param number below `own_count()`
    [[nodiscard]] node_id own_node(std::size_t number) const noexcept {
        return table_ ? table_->own[number] : static_cast<node_id>(first_ + number);
    }
    /// The process of a node.
    [[nodiscard]] std::size_t owner_of(node_id node) const noexcept;

    friend bool operator==(const node_partition&, const node_partition&) = default;

private:
    struct partition_table {
        std::vector<node_id> places;      // of each node
        std::vector<node_id> own;         // by id
        std::vector<std::size_t> firsts;  // places of each process, and N
    };

    std::size_t node_count_;
    std::size_t self_;
    std::size_t processes_;
    std::size_t first_;
    std::size_t last_;
    bool has_single_node_ = false;
    std::shared_ptr<const partition_table> table_;
    const node_id* places_ = nullptr;  // those known
};

/// `place_of` where nodes of a regular network are looked up, of which no table is made.
template <topology Network>
[[nodiscard]] std::size_t place_in(const node_partition& shares, node_id node) noexcept {
    if constexpr (regular_topology<Network>) {
        return node;
    } else {
        return shares.place_of(node);
    }
}

}  // namespace tutti
