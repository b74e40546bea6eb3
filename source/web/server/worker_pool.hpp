/// @file
/// Thread pool that survives tasks that never end.
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

namespace tutti::serve {

/// Threads that do tasks in the order in which they came. The thread of a task that does not end
/// can be abandoned: another one takes its place, and it ends with its task, if that ever ends.
/// What such a task refers to has to live until then.
///
/// Thread safety: any thread; what changes is in `shared_`, under its lock.
class worker_pool {
public:
    using ticket = std::uint64_t;

    /// The most abandoned threads that are replaced. What they have taken is not free again.
    static constexpr std::size_t most_abandoned = 16;

    explicit worker_pool(std::size_t threads);
    worker_pool(const worker_pool&) = delete;
    worker_pool& operator=(const worker_pool&) = delete;
    /// Drops the tasks that have not begun, and waits for all that have and are not abandoned.
    ~worker_pool();

    /// @param task throws nothing
    ticket add(std::function<void()> task);
    /// Takes back a task. @return false if it has begun
    bool withdraw(ticket task);
    /// Abandons the thread of a task that has begun.
    /// @return false if the task has ended, or too many are abandoned already
    bool abandon(ticket task);

    /// Drops the tasks that have not begun, waits for the others for so long, and abandons the
    /// rest.
    void finish(std::chrono::milliseconds patience);

    /// Abandoned threads whose tasks have not ended.
    [[nodiscard]] std::size_t abandoned() const;

private:
    struct waiting_task {
        ticket number = 0;
        std::function<void()> work;
    };
    /// Outlives the pool as long as there are abandoned threads.
    struct state {
        std::mutex lock;
        std::condition_variable changed;
        std::deque<waiting_task> waiting;
        std::map<std::uint64_t, std::thread> threads;  ///< by number; those that are not abandoned
        std::map<ticket, std::uint64_t> doing;         ///< on which thread
        std::uint64_t last_number = 0;
        std::size_t abandoned = 0;
        bool is_over = false;
    };

    static void start_thread(const std::shared_ptr<state>& shared);
    static void do_tasks(const std::shared_ptr<state>& shared, std::uint64_t thread);
    static void abandon_thread(state& shared, std::map<ticket, std::uint64_t>::iterator task);

    std::shared_ptr<state> shared_ = std::make_shared<state>();
};

}  // namespace tutti::serve
