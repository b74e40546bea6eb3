/// @file
/// Writer of runs into a store.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "stored_run.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Writer that takes runs from several threads, one at a time, and commits them to a store ten
/// times a second from a separate thread. A thread that comes while another one uses the store
/// leaves it the run and goes on.
///
/// Thread safety: `put` from any thread. The thread that has set `is_busy_` has exclusive use of
/// the store; that, what is waiting and what went wrong are under `lock_`.
class store_writer : pinned {
public:
    /// @param into outlives this, and is used by no one else until `finish()`
    store_writer(run_sink& into, conflict_policy policy);

    /// Takes a run; waits while very many are waiting.
    /// @throws what went wrong with an earlier one: `store_error`, `store_conflict`
    void put(stored_run run);

    /// All that was taken is committed. @throws likewise
    void finish();

private:
    void commit_periodically(const std::stop_token& over);
    // Both with the lock, which they give away meanwhile.
    void write_waiting(std::unique_lock<std::mutex>& guard);
    void at_store(std::unique_lock<std::mutex>& guard, const std::function<void()>& work);

    run_sink* into_;
    conflict_policy policy_;
    std::mutex lock_;
    std::condition_variable changed_;   // a thread left the store
    std::condition_variable_any tick_;  // never; it is waited for in vain, until a stop
    std::deque<stored_run> waiting_;
    bool is_busy_ = false;
    std::exception_ptr wrong_;
    std::jthread committing_;  // ends before all that it uses
};

}  // namespace tutti
