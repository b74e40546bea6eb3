/// @file
/// Profiler of the time of a run.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "tutti/engine/run_report.hpp"

namespace tutti::detail {

/// Keeps the account of a run. Each thread writes its own times in a slot; the rest is the driving
/// thread's.
class time_profiler {
public:
    using clock_type = std::chrono::steady_clock;

    explicit time_profiler(int threads) : times_(static_cast<std::size_t>(threads)) {
        account_.threads.resize(times_.size());
    }

    void begin_slot() {
        const auto now = clock_type::now();
        account_.between += seconds(now - latest_);
        latest_ = now;
    }
    /// Runs `sweep`, the part of one shard in the slot.
    template <class Sweep>
    void time(int shard, const Sweep& sweep) {
        const auto begin = clock_type::now();
        sweep();
        times_[static_cast<std::size_t>(shard)].seconds = seconds(clock_type::now() - begin);
    }
    void end_slot(bool is_on_all) {
        const auto now = clock_type::now();
        const double whole = seconds(now - latest_);
        latest_ = now;
        (is_on_all ? account_.slots_on_all : account_.slots_on_one) += 1;
        (is_on_all ? account_.seconds_on_all : account_.seconds_on_one) += whole;
        for (std::size_t i = 0; i < times_.size(); ++i) {
            // On one thread, that one runs all shards.
            thread_account& thread = account_.threads[is_on_all ? i : 0];
            thread.programs += times_[i].seconds;
            thread.barrier += is_on_all ? whole - times_[i].seconds : 0;
        }
    }
    /// After the last slot.
    void end() { account_.between += seconds(clock_type::now() - latest_); }
    [[nodiscard]] const time_account& account() const noexcept { return account_; }

private:
    // On separate cache lines, as each belongs to another thread.
    struct alignas(128) shard_time {
        double seconds = 0;
    };

    static double seconds(clock_type::duration passed) noexcept {
        return std::chrono::duration<double>(passed).count();
    }

    std::vector<shard_time> times_;
    time_account account_;
    clock_type::time_point latest_ = clock_type::now();
};

}  // namespace tutti::detail
