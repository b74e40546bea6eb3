/// @file
/// How the nodes are divided among the processes and their threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Divides nodes 0..N-1 into blocks of consecutive nodes, which depend on N alone, and into ranges,
/// one a process. The blocks that have nodes of this process are divided into shards of consecutive
/// blocks, one a thread. Results depend on none of it.
class partition {
public:
    /// @param node_count N, at least 1
    /// @param shards at least 1; shards beyond the number of blocks stay empty
    /// @param self the number of this process, below `processes`; those beyond N may stay empty
    partition(std::size_t node_count, int shards, int self = 0, int processes = 1) noexcept
        : node_count_{node_count},
          shift_{shift_for(node_count)},
          shards_{static_cast<std::size_t>(shards)},
          processes_{static_cast<std::size_t>(processes)},
          first_{node_count * static_cast<std::size_t>(self) / processes_},
          last_{node_count * (static_cast<std::size_t>(self) + 1) / processes_} {}

    /// The partition of a process, the first of two, that has one node alone.
    [[nodiscard]] static partition of_lone(node_id node, std::size_t node_count,
                                           int shards) noexcept {
        partition alone{node_count, shards, 0, 2};
        alone.first_ = node;
        alone.last_ = std::size_t{node} + 1;
        alone.is_lone_ = true;
        return alone;
    }

    [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }
    [[nodiscard]] std::size_t block_count() const noexcept {
        return (node_count_ + block_nodes() - 1) >> shift_;
    }
    /// Nodes of a full block: a power of two, at least 64.
    [[nodiscard]] std::size_t block_nodes() const noexcept { return std::size_t{1} << shift_; }
    [[nodiscard]] std::size_t block_of(node_id node) const noexcept { return node >> shift_; }

    /// This process's first node and the node after its last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> own_nodes() const noexcept {
        return {first_, last_};
    }
    [[nodiscard]] bool is_own(node_id node) const noexcept {
        return node >= first_ && node < last_;
    }
    /// The process of a node.
    [[nodiscard]] std::size_t owner_of(node_id node) const noexcept {
        if (is_lone_) {
            return is_own(node) ? 0 : 1;
        }
        return ((std::size_t{node} + 1) * processes_ - 1) / node_count_;
    }
    /// First node of a block and the node after its last, whosever they are.
    [[nodiscard]] std::pair<std::size_t, std::size_t> all_of(std::size_t block) const noexcept {
        return {block << shift_, std::min((block + 1) << shift_, node_count_)};
    }
    /// Those of them that are this process's.
    [[nodiscard]] std::pair<std::size_t, std::size_t> nodes_of(std::size_t block) const noexcept {
        const auto [first, last] = all_of(block);
        return {std::clamp(first_, first, last), std::clamp(last_, first, last)};
    }
    /// First block with nodes of this process and the block after the last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> own_blocks() const noexcept {
        return {first_ >> shift_, (last_ + block_nodes() - 1) >> shift_};
    }
    /// First block of a shard and the block after its last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> blocks_of(int shard) const noexcept {
        const auto index = static_cast<std::size_t>(shard);
        const auto [first, last] = own_blocks();
        const std::size_t count = last - first;
        return {first + count * index / shards_, first + count * (index + 1) / shards_};
    }

private:
    // Some 256 blocks, so that an idle network is scanned in no time; not more than 4,096 nodes
    // a block, so that waking one node scans little.
    static constexpr unsigned int shift_for(std::size_t node_count) noexcept {
        unsigned int shift = 6;
        while (shift < 12 && (node_count >> shift) > 256) {
            ++shift;
        }
        return shift;
    }

    std::size_t node_count_;
    unsigned int shift_;
    std::size_t shards_;
    std::size_t processes_;
    std::size_t first_;
    std::size_t last_;
    bool is_lone_ = false;  // one process has a node, the other one all the rest
};

}  // namespace tutti
