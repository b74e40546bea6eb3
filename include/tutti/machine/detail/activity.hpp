/// @file
/// Who can run in this slot and in the next.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tutti/machine/detail/zeroed_array.hpp"
#include "tutti/machine/partition.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// One byte a node and one a block, for this slot and for the next.
///
/// Thread safety: any thread may wake any node for the next slot; who sweeps a block reads and
/// clears its bytes of this slot. Several senders may wake one node, hence the relaxed atomic
/// stores; nothing is published through them, the barrier between the slots does that.
class activity {
public:
    explicit activity(const partition& parts)
        : parts_{&parts},
          sides_{side{parts.node_count() + word_bytes, parts.block_count()},
                 side{parts.node_count() + word_bytes, parts.block_count()}} {}

    [[nodiscard]] static std::size_t bytes(std::size_t node_count) noexcept {
        return 2 * node_count;
    }

    /// Makes `node` run in slot `at`: this slot (the sweeping thread only) or the next.
    void wake(slot at, node_id node) noexcept {
        side& target = sides_[at & 1];
        raise(target.nodes[node]);
        raise(target.blocks[parts_->block_of(node)]);
    }

    [[nodiscard]] bool is_block_awake(slot at, std::size_t block) const noexcept {
        return sides_[at & 1].blocks[block] != 0;
    }

    /// Calls `visit(node)` for every node of a block that runs in slot `at`, by increasing id.
    template <class Visit>
    void for_each_awake(slot at, std::size_t block, const Visit& visit) const {
        const auto [first, last] = parts_->nodes_of(block);
        for (std::size_t word = first; word < last; word += word_bytes) {
            for (std::uint64_t left = awake_from(at, word); left != 0; left &= left - 1) {
                const auto offset = static_cast<std::size_t>(std::countr_zero(left)) / 8;
                visit(static_cast<node_id>(word + offset));
            }
        }
    }

    /// Puts a block to sleep for slot `at`.
    void clear(slot at, std::size_t block) noexcept {
        const auto [first, last] = parts_->nodes_of(block);
        std::memset(&sides_[at & 1].nodes[first], 0, last - first);
        sides_[at & 1].blocks[block] = 0;
    }

    void clear_all() noexcept {
        for (std::size_t block = 0; block < parts_->block_count(); ++block) {
            clear(0, block);
            clear(1, block);
        }
    }

private:
    static constexpr std::size_t word_bytes = 8;

    struct side {
        side(std::size_t node_bytes, std::size_t block_bytes)
            : nodes{node_bytes}, blocks{block_bytes} {}
        zeroed_array<std::uint8_t> nodes;
        zeroed_array<std::uint8_t> blocks;
    };

    // Looks before it writes, so that threads that wake the same nodes share the line unwritten.
    static void raise(std::uint8_t& flag) noexcept {
        const std::atomic_ref<std::uint8_t> shared{flag};
        if (shared.load(std::memory_order_relaxed) == 0) {
            shared.store(1, std::memory_order_relaxed);
        }
    }

    [[nodiscard]] std::uint64_t awake_from(slot at, std::size_t first) const noexcept {
        std::uint64_t flags = 0;
        std::memcpy(&flags, &sides_[at & 1].nodes[first], sizeof flags);
        return flags;
    }

    const partition* parts_;
    std::array<side, 2> sides_;
};

}  // namespace tutti::detail
