/// @file
/// Memory of the tables that runs share (`algorithms/any/scheduled`).
#pragma once

#include <cstdint>

#include "topology/schedules/common/send_table.hpp"

namespace tutti {

/// Limit of the memory in which this thread makes tables, for as long as it lives: a run's. The
/// innermost counts; without one there is no limit.
class table_memory_limit {
public:
    table_memory_limit(std::uint64_t bytes, int threads) noexcept;
    table_memory_limit(const table_memory_limit&) = delete;
    table_memory_limit& operator=(const table_memory_limit&) = delete;
    ~table_memory_limit();

    /// Checks that a table can be made.
    /// @param cost its bytes at the most, the table included
    /// @throws memory_limit_exceeded
    static void require(const schedule_cost& cost);

    /// The largest bytes and operations that have been required, granted or not.
    [[nodiscard]] const schedule_cost& most_required() const noexcept { return most_required_; }

private:
    std::uint64_t bytes_;
    int threads_;
    mutable schedule_cost most_required_{};
    const table_memory_limit* outer_;
};

/// Empties the cache of tables, so that the next run shows what memory its tables take.
void drop_shared_tables();

}  // namespace tutti
