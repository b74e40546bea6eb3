/// @file
/// Overlaps the exchange between processes with the computation of interior nodes.
///
/// Slot t: when all shards have swept the blocks at their border, the packets to other processes
/// are complete and are sent while inner blocks are swept. Packets that arrive meanwhile are
/// written to side t+1 of the mailboxes after the barrier, like all others.
#pragma once

#include <atomic>

#include "engine/executor/clock.hpp"
#include "engine/executor/executor.hpp"
#include "packet_exchange.hpp"
#include "process_group.hpp"

namespace tutti::detail {

/// Exchange that starts as soon as all shards have swept the blocks at their border, and makes
/// progress after that. Both between two blocks that the driving thread sweeps: no other one talks
/// to processes, and none waits.
class overlapped_exchange final : public slot_watcher {
public:
    /// All outlive this.
    overlapped_exchange(process_group& processes, const packet_exchange& packets,
                        int shards) noexcept
        : processes_{&processes}, packets_{&packets}, shards_{shards} {}

    /// @pre no shard is swept
    void begin_slot(shard_order order) noexcept {
        order_ = order;
        has_begun_ = false;
        left_.store(shards_, std::memory_order_relaxed);
    }

    void border_is_swept(int shard) override {
        // The shard's packets for other processes are complete: its inner blocks have none.
        left_.fetch_sub(1, std::memory_order_release);
        continue_exchange(shard);
    }
    void inner_block_is_swept(int shard) override { continue_exchange(shard); }

private:
    void continue_exchange(int shard) {
        const bool is_driving = shard == 0 || order_ == shard_order::one_by_one;
        if (!is_driving) {
            return;
        }
        if (has_begun_) {
            processes_->progress();
        } else if (left_.load(std::memory_order_acquire) == 0) {
            has_begun_ = true;
            processes_->begin(*packets_);
        }
    }

    process_group* processes_;
    const packet_exchange* packets_;
    int shards_;
    shard_order order_ = shard_order::together;
    bool has_begun_ = false;     // the driving thread's
    std::atomic<int> left_ = 0;  // shards that have not swept their border
};

}  // namespace tutti::detail
