/// @file
/// Environment of an emulator's runs, independent of its network and packets: memory, threads and
/// tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <vector>

#include "engine.hpp"
#include "engine/exchange/process_group.hpp"
#include "engine/executor/clock.hpp"
#include "engine/executor/executor.hpp"
#include "engine/executor/thread_choice.hpp"
#include "engine/memory/memory.hpp"
#include "engine/partition/block_partition.hpp"
#include "tutti/engine/emulator_options.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/node/task.hpp"
#include "util/function_ref.hpp"

namespace tutti::detail {

/// Environment of runs: threads, work distribution, and the memory of programs.
class run_environment {
public:
    /// Of the network.
    struct extent {
        std::size_t nodes = 0;
        std::size_t links = 0;
        bool is_regular = false;
    };

    /// @throws std::invalid_argument, memory_limit_exceeded as the emulator does
    run_environment(const emulator_options& options, const extent& size,
                    const memory_estimate& needed);

    [[nodiscard]] const partition& parts() const noexcept { return parts_; }
    [[nodiscard]] process_group& processes() noexcept { return processes_; }
    /// @param block one that has nodes of this process
    [[nodiscard]] frame_pool& frames_of(std::size_t block) noexcept {
        return pools_[block - parts_.own_blocks().first];
    }
    /// True if programs store more than a cache holds.
    [[nodiscard]] bool exceeds_cache() const noexcept;

    /// The most that programs of this process needed of their pools so far.
    [[nodiscard]] std::uint64_t frame_bytes() const;

    /// On all threads, unless the network is so small that no slot is for them: they would take its
    /// memory from each other.
    void for_each_block(function_ref<void(std::size_t)> work);
    /// On the calling thread, which takes no memory.
    void for_each_block_alone(function_ref<void(std::size_t)> work) const;

    [[nodiscard]] run_report run_clock(run_state& shared, clocked_nodes& nodes,
                                       const run_options& options);

    /// Digest of a run: of its nodes' sums, and of the counts in the report.
    /// @param sum_of an own node's
    [[nodiscard]] std::uint64_t digest_of(const run_report& report,
                                          function_ref<std::uint64_t(node_id)> sum_of);

private:
    process_group processes_;
    partition parts_;
    std::uint64_t kept_bytes_;  // by all programs of this process
    std::unique_ptr<executor> team_;
    thread_choice choice_;
    shard_order setup_order_;
    // What the programs of a shard keep, from the first piece on.
    std::deque<std::pmr::vector<std::byte>> first_pieces_;
    std::deque<std::pmr::monotonic_buffer_resource> memory_;
    std::deque<frame_pool> pools_;  // of that memory, one a block
};

/// Seconds of a monotonic clock with an arbitrary origin.
[[nodiscard]] double steady_seconds() noexcept;

}  // namespace tutti::detail
