/// @file
/// Options that are fixed for all runs of an emulator.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/executor/executor.hpp"
#include "engine/memory/memory.hpp"
#include "engine/partition/node_partition.hpp"

namespace tutti {

class transport;

/// Options that are fixed for all runs of an emulator.
struct emulator_options {
    int threads = available_threads();  ///< from 1 to `most_threads`
    executor_kind executor = executor_kind::task_arena;
    std::uint64_t memory_limit_bytes = available_memory_bytes();
    /// Memory of a node's program, frames and queues, in bytes: for the estimate, for the size of
    /// its pages, and for the decision to prefetch memory.
    std::uint64_t program_bytes_per_node = 512;
    /// Packets to read in a slot, every node that runs counting as four more, below which one
    /// thread does it all, because a second one would cost more than it brings. Of other slots, in
    /// this run and later ones, a few are swept both ways, and the next thousands go the faster
    /// one. With 0, all threads share every slot. Results do not depend on it.
    std::uint64_t parallel_work = 4096;
    /// Leads to the processes that run the other nodes; outlives the emulator. Null: there are
    /// none.
    transport* carrier = nullptr;
    /// Owner of each node, as the transport numbers the processes; null: each has an even range.
    std::optional<node_partition> shares{};

    friend bool operator==(const emulator_options&, const emulator_options&) = default;
};

}  // namespace tutti
