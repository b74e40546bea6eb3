/// @file
/// How the nodes are divided among the threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Divides nodes 0..N-1 into blocks of consecutive nodes, and the blocks into shards of consecutive
/// blocks, one a thread. The blocks depend on N alone, and results on neither.
class partition {
public:
    /// @param node_count N, at least 1
    /// @param shards at least 1; shards beyond the number of blocks stay empty
    partition(std::size_t node_count, int shards) noexcept
        : node_count_{node_count},
          shift_{shift_for(node_count)},
          shards_{static_cast<std::size_t>(shards)} {}

    [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }
    [[nodiscard]] std::size_t block_count() const noexcept {
        return (node_count_ + block_nodes() - 1) >> shift_;
    }
    /// Nodes of a full block: a power of two, at least 64.
    [[nodiscard]] std::size_t block_nodes() const noexcept { return std::size_t{1} << shift_; }
    [[nodiscard]] std::size_t block_of(node_id node) const noexcept { return node >> shift_; }

    /// First node of a block and the node after its last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> nodes_of(std::size_t block) const noexcept {
        return {block << shift_, std::min((block + 1) << shift_, node_count_)};
    }
    /// First block of a shard and the block after its last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> blocks_of(int shard) const noexcept {
        const auto index = static_cast<std::size_t>(shard);
        return {block_count() * index / shards_, block_count() * (index + 1) / shards_};
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
};

}  // namespace tutti
