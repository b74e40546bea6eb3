#include "worker_pool.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace tutti::serve {
namespace {

constexpr std::chrono::hours for_ever{24 * 365};

}  // namespace

worker_pool::worker_pool(std::size_t threads) {
    try {
        const std::scoped_lock guard{shared_->lock};
        for (std::size_t i = 0; i < threads; ++i) {
            start_thread(shared_);
        }
    } catch (const std::system_error&) {
        finish(for_ever);
        throw;
    }
}

worker_pool::~worker_pool() { finish(for_ever); }

// Tickets and threads share one counter, and each number is used once.
worker_pool::ticket worker_pool::add(std::function<void()> task) {
    const std::scoped_lock guard{shared_->lock};
    const ticket number = ++shared_->last_number;
    shared_->waiting.push_back({.number = number, .work = std::move(task)});
    shared_->changed.notify_all();
    return number;
}

bool worker_pool::withdraw(ticket task) {
    const std::scoped_lock guard{shared_->lock};
    return std::erase_if(shared_->waiting,
                         [task](const waiting_task& each) { return each.number == task; }) > 0;
}

// The number of abandoned threads is limited, because each keeps its memory and its processor.
bool worker_pool::abandon(ticket task) {
    const std::scoped_lock guard{shared_->lock};
    const auto position = shared_->doing.find(task);
    if (position == shared_->doing.end() || shared_->abandoned >= most_abandoned) {
        return false;
    }
    abandon_thread(*shared_, position);
    try {
        start_thread(shared_);
    } catch (const std::system_error&) {
        return true;  // The other threads have to do.
    }
    return true;
}

// Threads are joined outside of the lock, which they need in order to end.
void worker_pool::finish(std::chrono::milliseconds patience) {
    std::map<std::uint64_t, std::thread> ending;
    {
        std::unique_lock guard{shared_->lock};
        shared_->is_over = true;
        shared_->waiting.clear();
        shared_->changed.notify_all();
        shared_->changed.wait_for(guard, patience, [this] { return shared_->doing.empty(); });
        while (!shared_->doing.empty()) {
            abandon_thread(*shared_, shared_->doing.begin());
        }
        ending = std::exchange(shared_->threads, {});
    }
    for (auto& each : ending) {
        each.second.join();
    }
}

std::size_t worker_pool::abandoned() const {
    const std::scoped_lock guard{shared_->lock};
    return shared_->abandoned;
}

void worker_pool::start_thread(const std::shared_ptr<state>& shared) {
    const std::uint64_t number = ++shared->last_number;
    shared->threads.emplace(number, std::thread{[shared, number] { do_tasks(shared, number); }});
}

// The function is static and holds the state by shared ownership: an abandoned thread may outlive
// the pool.
void worker_pool::do_tasks(const std::shared_ptr<state>& shared, std::uint64_t thread) {
    std::unique_lock guard{shared->lock};
    for (;;) {
        shared->changed.wait(guard, [&] { return shared->is_over || !shared->waiting.empty(); });
        if (shared->waiting.empty()) {
            return;
        }
        waiting_task next = std::move(shared->waiting.front());
        shared->waiting.pop_front();
        shared->doing.emplace(next.number, thread);
        guard.unlock();
        next.work();
        // The task is destroyed before it counts as done, since it may own what its caller frees
        // next.
        next.work = nullptr;
        guard.lock();
        // An abandoned thread finds its task gone and ends, as another one has replaced it.
        if (shared->doing.erase(next.number) == 0) {
            --shared->abandoned;
            return;
        }
        shared->changed.notify_all();
    }
}

// A detached thread cannot be joined any more, hence `finish` never waits for it.
void worker_pool::abandon_thread(state& shared, std::map<ticket, std::uint64_t>::iterator task) {
    const auto thread = shared.threads.find(task->second);
    thread->second.detach();
    shared.threads.erase(thread);
    shared.doing.erase(task);
    ++shared.abandoned;
}

}  // namespace tutti::serve
