/// @file
/// Queue of numbered jobs, such as the runs of a sweep or the trials of a stress test, and the
/// threads of a process that execute them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

#include "util/pinned.hpp"

namespace tutti {

/// Range of consecutive job numbers.
struct job_range {
    std::uint64_t first = 0;
    std::uint64_t end = 0;  ///< the number after the last
};

/// Jobs in the order in which they are to be done.
class job_list {
public:
    void add(job_range more);

    [[nodiscard]] bool empty() const noexcept { return ranges_.empty(); }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    /// @pre not empty
    [[nodiscard]] std::uint64_t front() const { return ranges_.front().first; }
    /// Takes those in front, as many as follow each other, up to the given number. @pre not empty
    [[nodiscard]] job_range take(std::uint64_t most);

private:
    std::deque<job_range> ranges_;  // none is empty
    std::uint64_t size_ = 0;
};

/// Policy of the jobs that may run at the same time. The queue calls it for one thread at a time.
class job_admission : polymorphic {
public:
    [[nodiscard]] virtual bool admits(std::uint64_t /*job*/) const { return true; }
    virtual void begin(std::uint64_t /*job*/) {}
    virtual void end(std::uint64_t /*job*/) {}
};

/// Hands out jobs in their order, each when there is room for it.
///
/// Thread safety: any thread; all is under `lock_`.
class job_queue {
public:
    /// @param stop no job is handed out any more
    /// @param room outlives this
    job_queue(std::stop_token stop, job_admission& room) : stop_{std::move(stop)}, room_{&room} {}

    void feed(job_range more);
    /// No more will be fed.
    void close();
    /// No job is handed out any more.
    void halt();

    /// The next job, or null if there is none. Waits until it is fed and those that run leave it
    /// room. @param before_waiting called first, if it has to wait
    [[nodiscard]] std::optional<std::uint64_t> next(
        const std::function<void()>& before_waiting = {});
    /// One that was handed out has ended.
    void end(std::uint64_t job);

    /// State of the jobs.
    struct state {
        std::uint64_t waiting = 0;
        std::uint64_t running = 0;
        std::uint64_t ended = 0;
    };
    [[nodiscard]] state now() const;

private:
    [[nodiscard]] bool is_over() const;
    [[nodiscard]] bool has_next() const;

    std::stop_token stop_;
    job_admission* room_;
    mutable std::mutex lock_;
    std::condition_variable changed_;
    job_list due_;
    std::uint64_t running_ = 0;
    std::uint64_t ended_ = 0;
    bool is_closed_ = false;
    bool is_halted_ = false;
};

/// Calls `work` in this number of threads, of which this one is the first; each takes jobs from the
/// queue until it has none.
/// @throws threads_missing
/// @throws what one of them throws first, after the others have ended what they had begun
void work_on_threads(int threads, job_queue& queue, const std::function<void()>& work);

}  // namespace tutti
