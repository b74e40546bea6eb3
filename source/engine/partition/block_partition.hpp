/// @file
/// Partition of the nodes of a process among its threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "node_partition.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Divides nodes 0..N-1 into blocks of consecutive nodes, which depend on N alone. The blocks that
/// have nodes of this process are divided into shards of consecutive blocks, one a thread. Results
/// depend on none of it.
class partition {
public:
    /// @param shards at least 1; shards beyond the number of blocks stay empty
    partition(node_partition nodes, int shards) noexcept
        : nodes_{std::move(nodes)},
          shift_{shift_for(nodes_.node_count())},
          shards_{static_cast<std::size_t>(shards)} {}

    [[nodiscard]] const node_partition& nodes() const noexcept { return nodes_; }

    [[nodiscard]] std::size_t block_count() const noexcept {
        return (nodes_.node_count() + block_nodes() - 1) >> shift_;
    }
    /// Nodes of a full block: a power of two, at least 64.
    [[nodiscard]] std::size_t block_nodes() const noexcept { return std::size_t{1} << shift_; }
    [[nodiscard]] std::size_t block_of(node_id node) const noexcept { return node >> shift_; }

    /// The nodes between which this process's of the block are, if it has any: the first of them
    /// and the one after the last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> own_part_of(
        std::size_t block) const noexcept {
        const std::size_t first = block << shift_;
        const std::size_t last = std::min((block + 1) << shift_, nodes_.node_count());
        if (nodes_.is_by_table()) {
            return {first, last};
        }
        const auto [own_first, own_last] = nodes_.own_places();
        return {std::clamp(own_first, first, last), std::clamp(own_last, first, last)};
    }
    /// Calls `visit(node)` for this process's nodes of a block, by id.
    template <class Visit>
    void for_each_own(std::size_t block, const Visit& visit) const {
        const auto [first, last] = own_part_of(block);
        for (std::size_t id = first; id < last; ++id) {
            if (const auto node = static_cast<node_id>(id); nodes_.is_own(node)) {
                visit(node);
            }
        }
    }

    /// First block with nodes of this process and the block after the last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> own_blocks() const noexcept {
        if (nodes_.own_count() == 0) {
            return {0, 0};
        }
        return {block_of(nodes_.own_node(0)),
                block_of(nodes_.own_node(nodes_.own_count() - 1)) + 1};
    }
    /// First block of a shard and the block after its last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> blocks_of(int shard) const noexcept {
        const auto index = static_cast<std::size_t>(shard);
        return {first_block_of(index), first_block_of(index + 1)};
    }

private:
    // The same number of blocks for each, or about as many own nodes where blocks have more or less
    // of them.
    [[nodiscard]] std::size_t first_block_of(std::size_t shard) const noexcept {
        const auto [first, last] = own_blocks();
        if (nodes_.is_by_table() && shard > 0 && shard < shards_ && nodes_.own_count() > 0) {
            return block_of(nodes_.own_node(nodes_.own_count() * shard / shards_));
        }
        return first + (last - first) * shard / shards_;
    }

    // Some 256 blocks, so that an idle network is scanned in no time; not more than 4,096 nodes
    // a block, so that waking one node scans little.
    static constexpr unsigned int shift_for(std::size_t node_count) noexcept {
        unsigned int shift = 6;
        while (shift < 12 && (node_count >> shift) > 256) {
            ++shift;
        }
        return shift;
    }

    node_partition nodes_;
    unsigned int shift_;
    std::size_t shards_;
};

}  // namespace tutti
