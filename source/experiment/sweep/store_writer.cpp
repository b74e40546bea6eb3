#include "store_writer.hpp"

#include <chrono>
#include <utility>

namespace tutti {
namespace {

// A commit costs a synchronisation of the disk, and many runs share one.
constexpr std::chrono::milliseconds between_commits{100};
// The queue bounds the memory if the disk is slower than the runs.
constexpr std::size_t most_waiting = 10'000;

}  // namespace

store_writer::store_writer(run_sink& into, conflict_policy policy)
    : into_{&into},
      policy_{policy},
      committing_{[this](const std::stop_token& over) { commit_periodically(over); }} {}

// One thread at a time uses the store; the others leave their runs in the queue and go on.
void store_writer::put(stored_run run) {
    std::unique_lock guard{lock_};
    changed_.wait(guard, [this] { return wrong_ || waiting_.size() < most_waiting; });
    if (wrong_) {
        std::rethrow_exception(wrong_);
    }
    if (is_busy_) {
        waiting_.push_back(std::move(run));
        return;
    }
    at_store(guard, [&] { into_->put(run, policy_); });
    write_waiting(guard);
}

void store_writer::finish() {
    // The last round of the committing thread writes what is left.
    committing_.request_stop();
    committing_.join();
    if (wrong_) {
        std::rethrow_exception(wrong_);
    }
}

void store_writer::commit_periodically(const std::stop_token& over) {
    std::unique_lock guard{lock_};
    for (bool is_last = false; !is_last;) {
        tick_.wait_for(guard, over, between_commits, [] { return false; });
        is_last = over.stop_requested();
        changed_.wait(guard, [this] { return !is_busy_; });
        write_waiting(guard);
        at_store(guard, [this] { into_->commit(); });
    }
}

void store_writer::write_waiting(std::unique_lock<std::mutex>& guard) {
    // Runs that arrive meanwhile are taken in another round.
    while (!is_busy_ && !waiting_.empty() && !wrong_) {
        const std::deque<stored_run> some = std::exchange(waiting_, {});
        at_store(guard, [&] {
            for (const stored_run& run : some) {
                into_->put(run, policy_);
            }
        });
    }
}

// The first error stays; nothing is done after a store has failed. A conflict leaves what came
// before it to be committed.
void store_writer::at_store(std::unique_lock<std::mutex>& guard,
                            const std::function<void()>& work) {
    is_busy_ = true;
    guard.unlock();
    std::exception_ptr wrong;
    try {
        work();
    } catch (...) {
        wrong = std::current_exception();
    }
    guard.lock();
    is_busy_ = false;
    if (!wrong_) {
        wrong_ = wrong;
    }
    changed_.notify_all();
}

}  // namespace tutti
