#include "engine/executor/executor.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/testbed.hpp"

TEST_SUITE("machine/executor") {

namespace {

using tutti::executor;
using tutti::executor_kind;
using tutti::make_executor;

/// The distinct threads that meet if every shard waits, at most a minute, until all are there.
std::size_t threads_that_meet(executor& team) {
    std::mutex access;
    std::set<std::thread::id> seen;
    std::atomic<int> arrived = 0;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    team.enter([&] {
        team.for_each_shard([&](int /*shard*/) {
            {
                const std::scoped_lock lock{access};
                seen.insert(std::this_thread::get_id());
            }
            ++arrived;
            while (arrived < team.threads() && std::chrono::steady_clock::now() < deadline) {
                std::this_thread::yield();
            }
        });
    });
    return seen.size();
}

}  // namespace

TEST_CASE("n threads are n distinct threads, whatever teams live beside them") {
    for (const support::team& threads : support::teams()) {
        CAPTURE(threads.threads);
        const std::unique_ptr<executor> team = make_executor(threads.executor, threads.threads);

        CHECK(team->threads() == threads.threads);
        const std::unique_ptr<executor> beside = make_executor(threads.executor, 2);
        for (int time = 0; time < 3; ++time) {
            CHECK(threads_that_meet(*team) == static_cast<std::size_t>(threads.threads));
            CHECK(threads_that_meet(*beside) == 2);
        }
    }
}

TEST_CASE(
    "every shard is called once, the first by the driving thread, and sees what calls before "
    "wrote") {
    for (const support::team& threads : support::teams()) {
        const std::unique_ptr<executor> team = make_executor(threads.executor, threads.threads);
        const auto shards = static_cast<std::size_t>(threads.threads);
        std::vector<int> calls(shards);
        std::vector<int> wrong(shards);
        const std::thread::id driver = std::this_thread::get_id();
        team->enter([&] {
            for (int round = 0; round < 200; ++round) {
                team->for_each_shard([&](int shard) {
                    const auto own = static_cast<std::size_t>(shard);
                    ++calls[own];
                    if (shard == 0 && std::this_thread::get_id() != driver) {
                        ++wrong[own];
                    }
                });
                team->for_each_shard([&](int shard) {
                    const auto own = static_cast<std::size_t>(shard);
                    wrong[own] += calls[(own + 1) % shards] == round + 1 ? 0 : 1;
                });
            }
        });

        CHECK(calls == std::vector<int>(shards, 200));
        CHECK(wrong == std::vector<int>(shards, 0));
    }
}

TEST_CASE("a number of threads outside 1 to 1024 is refused") {
    for (const executor_kind kind : support::executors()) {
        for (const int threads : {-1, 0, 1025}) {
            CHECK_THROWS_AS(std::ignore = make_executor(kind, threads), std::invalid_argument);
        }
    }
    CHECK(tutti::available_threads() >= 1);
}

}  // TEST_SUITE("machine/executor")

TEST_CASE("as many threads can be started as are wanted, the calling one included") {
    for (const int wanted : {1, 2, 9}) {
        CHECK(tutti::startable_threads(wanted) == wanted);
    }
}

TEST_CASE("the error on missing threads states how many there are") {
    CHECK(std::string_view{tutti::threads_missing{3, 8}.what()} ==
          "8 threads are wanted, and no more than 3 can be started");
}
