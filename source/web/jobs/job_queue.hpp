/// @file
/// Queue of jobs, and the threads that execute them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "archive.hpp"
#include "job.hpp"
#include "web/server/worker_pool.hpp"

namespace tutti::serve {

/// Limits of the queue.
struct queue_limits {
    int runs = 2;               ///< at one time
    std::size_t waiting = 32;   ///< beside them
    std::uint64_t seconds = 0;  ///< that one may take; then it is stopped
    /// Grace period of a job after a request to stop: one that does not react, as a program that
    /// never ends a slot, is abandoned.
    std::chrono::milliseconds stop_timeout = std::chrono::seconds{20};
};

/// Does jobs in the order in which they came, some at a time, and keeps all of them.
///
/// Thread safety: any thread; what changes is under `lock_`.
class job_queue {
public:
    using work = std::function<job_end(job& doing)>;

    /// @param archive what jobs came to; outlives this
    job_queue(archive& archive, const queue_limits& limits);
    job_queue(const job_queue&) = delete;
    job_queue& operator=(const job_queue&) = delete;
    ~job_queue();

    /// Stops all, waits for those that run, and gives up those that do not heed it.
    /// @return threads that go on all the same: what jobs refer to has to live as long as these
    std::size_t end();

    /// @throws refusal if too many wait
    [[nodiscard]] std::shared_ptr<job> add(job_request request, work to_do);

    /// Null if there is none.
    [[nodiscard]] std::shared_ptr<job> find(std::uint64_t id) const;
    /// Those below `before`, the newest first, at most `most`.
    [[nodiscard]] std::vector<std::shared_ptr<job>> list(std::uint64_t before,
                                                         std::size_t most) const;
    /// Its place among those that wait, from 1; 0 if it does not.
    [[nodiscard]] std::size_t place_of(std::uint64_t id) const;

    /// True if any job is running.
    [[nodiscard]] bool is_busy() const;

    /// @throws refusal if it has ended
    void stop(job& entry);

private:
    struct queued_job {
        std::shared_ptr<serve::job> job;
        worker_pool::ticket ticket = 0;  ///< of the pool's task that does the job
    };

    void do_job(const std::shared_ptr<job>& doing, const work& to_do);
    void keep(job& entry);
    void give_up(const queued_job& job);
    void stop_late_jobs(const std::stop_token& over);
    [[nodiscard]] std::vector<queued_job> find_stuck_jobs();

    archive* archive_;
    queue_limits limits_;
    mutable std::mutex lock_;
    std::condition_variable_any changed_;
    std::map<std::uint64_t, std::shared_ptr<job>> jobs_;
    std::deque<queued_job> waiting_;
    std::map<std::uint64_t, worker_pool::ticket> begun_;  // by id; those that have not ended
    std::uint64_t last_id_ = 0;
    // Threads end before all that they use.
    worker_pool workers_;
    std::jthread watcher_;
};

}  // namespace tutti::serve
