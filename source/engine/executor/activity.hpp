/// @file
/// Sets of the nodes that are runnable in this slot and in the next.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/memory/lazy_array.hpp"
#include "engine/partition/block_partition.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/bits.hpp"

namespace tutti::detail {

/// One byte a node and one a block, for this slot and for the next.
///
/// Thread safety: any thread may wake any node for the next slot; the thread that sweeps a block
/// reads and clears its bytes of this slot. Several senders may wake one node, hence the relaxed
/// atomic stores; nothing is published through them, the barrier between the slots does that. Nodes
/// of other processes sleep.
class activity {
public:
    explicit activity(const partition& parts)
        : parts_{&parts},
          nodes_{flags{parts.nodes().node_count() + word_bytes},
                 flags{parts.nodes().node_count() + word_bytes}},
          blocks_{flags{parts.block_count()}, flags{parts.block_count()}} {}

    [[nodiscard]] static std::size_t bytes(std::size_t node_count) noexcept {
        return 2 * node_count;
    }

    /// Wakes nodes for one slot. A copy of what that takes, so that it stays in registers.
    class waker {
    public:
        waker(activity& active, slot at) noexcept
            : parts_{active.parts_},
              nodes_{&active.nodes_[side(at)][0]},
              blocks_{&active.blocks_[side(at)][0]} {}

        void wake(node_id node) noexcept {
            // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
            // The thread that raised the node's flag raises the block's before the slot is over.
            if (raise(nodes_[node])) {
                (void)raise(blocks_[parts_->block_of(node)]);
            }
            // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        }

    private:
        const partition* parts_;
        std::uint8_t* nodes_;
        std::uint8_t* blocks_;
    };

    /// Makes `node` run in slot `at`: this slot (the sweeping thread only) or the next.
    void wake(slot at, node_id node) noexcept { waker{*this, at}.wake(node); }

    [[nodiscard]] bool is_block_awake(slot at, std::size_t block) const noexcept {
        return blocks_[side(at)][block] != 0;
    }

    /// Puts the nodes of a block that run in slot `at` into `awake`, by increasing id.
    void list(slot at, std::size_t block, std::vector<node_id>& awake) const {
        const auto [first, last] = parts_->own_part_of(block);
        awake.resize(last - first);
        std::size_t count = 0;
        for (std::size_t word = first / word_bytes * word_bytes; word < last; word += word_bytes) {
            for (std::uint64_t left = awake_from(at, word); left != 0; left &= left - 1) {
                const auto offset = lowest_bit(left) / 8;
                awake[count] = static_cast<node_id>(word + offset);
                ++count;
            }
        }
        awake.resize(count);
    }

    /// Puts a block to sleep for slot `at`.
    void clear(slot at, std::size_t block) noexcept {
        const auto [first, last] = parts_->own_part_of(block);
        std::memset(&nodes_[side(at)][first], 0, last - first);
        blocks_[side(at)][block] = 0;
    }

    void clear_all() noexcept {
        for (std::size_t block = 0; block < parts_->block_count(); ++block) {
            for (const slot at : {0, 1}) {
                clear(at, block);
            }
        }
    }

private:
    static constexpr std::size_t word_bytes = 8;

    using flags = lazy_array<std::uint8_t>;

    [[nodiscard]] static std::size_t side(slot at) noexcept {
        return static_cast<std::size_t>(at & 1);
    }

    // True if it was not raised before. Looks before it writes, so that threads that wake the same
    // nodes share the line unwritten.
    static bool raise(std::uint8_t& flag) noexcept {
        const std::atomic_ref<std::uint8_t> shared{flag};
        if (shared.load(std::memory_order_relaxed) != 0) {
            return false;
        }
        shared.store(1, std::memory_order_relaxed);
        return true;
    }

    [[nodiscard]] std::uint64_t awake_from(slot at, std::size_t first) const noexcept {
        std::uint64_t awake = 0;
        std::memcpy(&awake, &nodes_[side(at)][first], sizeof awake);
        return awake;
    }

    const partition* parts_;
    std::array<flags, 2> nodes_;
    std::array<flags, 2> blocks_;
};

}  // namespace tutti::detail
