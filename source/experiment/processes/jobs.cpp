#include "jobs.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/executor/executor.hpp"

namespace tutti {
// Adjacent ranges are merged, so that the list stays short however jobs are fed.
void job_list::add(job_range more) {
    if (more.first == more.end) {
        return;
    }
    size_ += more.end - more.first;
    if (!ranges_.empty() && ranges_.back().end == more.first) {
        ranges_.back().end = more.end;
    } else {
        ranges_.push_back(more);
    }
}

job_range job_list::take(std::uint64_t most) {
    job_range& front = ranges_.front();
    const job_range taken{.first = front.first, .end = std::min(front.end, front.first + most)};
    size_ -= taken.end - taken.first;
    front.first = taken.end;
    if (front.first == front.end) {
        ranges_.pop_front();
    }
    return taken;
}

void job_queue::feed(job_range more) {
    const std::scoped_lock guard{lock_};
    due_.add(more);
    changed_.notify_all();
}

void job_queue::close() {
    const std::scoped_lock guard{lock_};
    is_closed_ = true;
    changed_.notify_all();
}

void job_queue::halt() {
    const std::scoped_lock guard{lock_};
    is_halted_ = true;
    changed_.notify_all();
}

std::optional<std::uint64_t> job_queue::next(const std::function<void()>& before_waiting) {
    std::unique_lock guard{lock_};
    // Waiting threads have to be woken up, if only to see that nothing comes any more.
    if (!is_over() && !has_next() && before_waiting) {
        before_waiting();
    }
    changed_.wait(guard, [this] { return is_over() || has_next(); });
    if (is_over()) {
        changed_.notify_all();
        return std::nullopt;
    }
    const std::uint64_t job = due_.take(1).first;
    ++running_;
    room_->begin(job);
    return job;
}

// The end of a job may make room for one that was not admitted.
void job_queue::end(std::uint64_t job) {
    const std::scoped_lock guard{lock_};
    --running_;
    ++ended_;
    room_->end(job);
    changed_.notify_all();
}

job_queue::state job_queue::now() const {
    const std::scoped_lock guard{lock_};
    return {.waiting = due_.size(), .running = running_, .ended = ended_};
}

bool job_queue::is_over() const {
    return is_halted_ || stop_.stop_requested() || (is_closed_ && due_.empty());
}

// Jobs are started in order: one that is not admitted holds up those behind it.
bool job_queue::has_next() const { return !due_.empty() && room_->admits(due_.front()); }

// The caller's thread works, too: `threads` includes it.
void work_on_threads(int threads, job_queue& queue, const std::function<void()>& work) {
    std::mutex lock;
    std::exception_ptr thrown;  // the first
    const auto work_safely = [&] {
        try {
            work();
        } catch (...) {
            queue.halt();
            const std::scoped_lock guard{lock};
            thrown = thrown ? thrown : std::current_exception();
        }
    };
    std::vector<std::jthread> others;
    try {
        while (std::ssize(others) + 1 < threads) {
            others.emplace_back(work_safely);
        }
    } catch (const std::system_error&) {
        queue.halt();
        throw threads_missing{std::ssize(others) + 1, threads};
    } catch (...) {
        queue.halt();  // else those that have begun would do all there is, or wait for more
        throw;
    }
    work_safely();
    // All threads are joined before an exception is thrown, as they use the caller's objects.
    others.clear();
    if (thrown) {
        std::rethrow_exception(thrown);
    }
}

}  // namespace tutti
