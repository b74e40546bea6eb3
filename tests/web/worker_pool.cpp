#include "web/server/worker_pool.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

TEST_SUITE("serve/worker_pool.hpp") {

namespace {

using tutti::serve::worker_pool;

constexpr std::chrono::milliseconds moment{1};

/// A task that goes on until it is let go, as one that never ends.
struct stuck_task {
    struct state {
        std::atomic<bool> has_begun = false;
        std::atomic<bool> may_end = false;
    };
    std::shared_ptr<state> shared = std::make_shared<state>();

    [[nodiscard]] auto work() const {
        return [one = shared] {
            one->has_begun = true;
            while (!one->may_end) {
                std::this_thread::sleep_for(moment);
            }
        };
    }
    void await_begin() const {
        while (!shared->has_begun) {
            std::this_thread::sleep_for(moment);
        }
    }
    void end() const { shared->may_end = true; }
};

void await_none_abandoned(const worker_pool& pool) {
    while (pool.abandoned() > 0) {
        std::this_thread::sleep_for(moment);
    }
}

}  // namespace

TEST_CASE("tasks are done in their order, and those that wait can be taken back") {
    worker_pool pool{1};
    const stuck_task first;
    std::promise<int> last;
    std::atomic<int> done = 0;
    const auto begun = pool.add(first.work());
    first.await_begin();
    const auto second = pool.add([&] { done = 2; });
    pool.add([&] { last.set_value(done); });
    CHECK(pool.withdraw(second));
    CHECK_FALSE(pool.withdraw(second));
    CHECK_FALSE(pool.withdraw(begun));
    first.end();
    CHECK(last.get_future().get() == 0);
}

TEST_CASE("the number of replaced threads is limited") {
    std::vector<stuck_task> stuck(worker_pool::most_abandoned + 1);
    worker_pool pool{1};
    for (const stuck_task& each : stuck) {
        const auto task = pool.add(each.work());
        each.await_begin();
        CHECK(pool.abandon(task) == (&each != &stuck.back()));
    }
    for (const stuck_task& each : stuck) {
        each.end();
    }
    await_none_abandoned(pool);
}

}  // TEST_SUITE
