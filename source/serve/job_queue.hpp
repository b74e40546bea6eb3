/// @file
/// Jobs that wait for their turn, and the threads that do them.
#pragma once

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

namespace tutti::serve {

/// How much the server does.
struct queue_limits {
    int runs = 2;               ///< at one time
    std::size_t waiting = 32;   ///< beside them
    std::uint64_t seconds = 0;  ///< that one may take; then it is stopped
};

/// Does jobs in the order in which they came, some at a time, and keeps all of them.
///
/// Thread safety: any thread; what changes is under `lock_`.
class job_queue {
public:
    using work = std::function<job_end(job& doing)>;

    /// @param kept what jobs came to; outlives this
    job_queue(archive& kept, const queue_limits& limits);
    job_queue(const job_queue&) = delete;
    job_queue(job_queue&&) = delete;
    job_queue& operator=(const job_queue&) = delete;
    job_queue& operator=(job_queue&&) = delete;
    /// Stops all, and waits for those that run.
    ~job_queue();

    /// @throws refusal if too many wait
    [[nodiscard]] std::shared_ptr<job> add(job_request asked, work to_do);

    /// Null if there is none.
    [[nodiscard]] std::shared_ptr<job> find(std::uint64_t id) const;
    /// Those below `before`, the newest first, at most so many.
    [[nodiscard]] std::vector<std::shared_ptr<job>> list(std::uint64_t before,
                                                         std::size_t most) const;
    /// Its place among those that wait, from 1; 0 if it does not.
    [[nodiscard]] std::size_t place_of(std::uint64_t id) const;

    /// Whether any is being done.
    [[nodiscard]] bool is_busy() const;

    /// @throws refusal if it has ended
    void stop(job& one);

private:
    struct waiting_job {
        std::shared_ptr<job> what;
        work to_do;
    };

    void do_jobs(const std::stop_token& over);
    void do_job(const waiting_job& next);
    void keep(job& one);
    void stop_late_jobs(const std::stop_token& over);

    archive* kept_;
    queue_limits limits_;
    mutable std::mutex lock_;
    std::condition_variable_any changed_;
    std::map<std::uint64_t, std::shared_ptr<job>> jobs_;
    std::deque<waiting_job> waiting_;
    std::uint64_t last_id_ = 0;
    std::vector<std::jthread> threads_;  // end before all that they use
};

}  // namespace tutti::serve
