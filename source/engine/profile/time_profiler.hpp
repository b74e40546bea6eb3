/// @file
/// Profiler of the time of a run.
#pragma once

#include <chrono>

#include "tutti/engine/run_report.hpp"
#include "util/indexed_vector.hpp"

namespace tutti::detail {

/// Keeps the account of a run. Each thread writes its own times in a slot; the rest is the driving
/// thread's.
class time_profiler {
public:
    using clock_type = std::chrono::steady_clock;

    explicit time_profiler(int threads) : times_{threads} {
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
        times_[shard].seconds = seconds(clock_type::now() - begin);
    }
    void end_slot(bool is_on_all) {
        const auto now = clock_type::now();
        const double whole = seconds(now - latest_);
        latest_ = now;
        (is_on_all ? account_.slots_on_all : account_.slots_on_one) += 1;
        (is_on_all ? account_.seconds_on_all : account_.seconds_on_one) += whole;
        for (auto thread = account_.threads.begin(); const shard_time& each : times_) {
            thread->programs += each.seconds;
            thread->barrier += is_on_all ? whole - each.seconds : 0;
            thread += is_on_all ? 1 : 0;  // on one thread, that one runs all shards
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

    indexed_vector<int, shard_time> times_;
    time_account account_;
    clock_type::time_point latest_ = clock_type::now();
};

}  // namespace tutti::detail
