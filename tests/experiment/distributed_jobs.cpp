#include "experiment/processes/distributed_jobs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "experiment/processes/value_bytes.hpp"
#include "support/engines.hpp"

TEST_SUITE("source/experiment/processes/distributed_jobs.hpp") {
namespace {

// Does jobs on one thread, the first when every process has one; gives how many.
std::uint64_t do_some(tutti::transport& end, std::uint64_t jobs, std::atomic<int>& begun,
                      std::map<std::uint64_t, int>& heard) {
    constexpr std::chrono::seconds patience{5};
    tutti::job_admission room;
    tutti::job_queue queue{{}, room};
    tutti::result_queue news;
    std::uint64_t done = 0;
    tutti::distributed_jobs own_jobs;
    own_jobs.queue = &queue;
    own_jobs.news = &news;
    own_jobs.run_jobs = [&] {
        for (auto job = queue.next(); job; job = queue.next()) {
            begun += done == 0 ? 1 : 0;
            const auto late = std::chrono::steady_clock::now() + patience;
            while (done == 0 && begun < end.processes() &&
                   std::chrono::steady_clock::now() < late) {
                std::this_thread::yield();
            }
            const std::uint64_t number = *job;
            news.tell(tutti::bytes_of(number));
            queue.end(number);
            ++done;
        }
    };
    if (end.self() == 0) {
        own_jobs.due.add({.first = 0, .end = jobs});
        own_jobs.hear = [&](tutti::detail::byte_reader& from) {
            ++heard[from.take<std::uint64_t>()];
        };
    }
    run_distributed(&end, std::move(own_jobs));
    return done;
}

}  // namespace

TEST_CASE("every process does its part of the jobs, and process 0 receives each result once") {
    constexpr std::uint64_t jobs = 600;
    for (const int processes : {1, 2, 3}) {
        CAPTURE(processes);
        std::atomic<int> begun = 0;
        std::map<std::uint64_t, int> heard;
        const auto outcomes = support::on_engines(
            processes, [&](tutti::transport& end) { return do_some(end, jobs, begun, heard); });
        std::uint64_t sum = 0;
        for (const auto& each : outcomes) {
            const std::uint64_t own = each.value.value_or(0);
            CHECK(own > 0);
            sum += own;
        }
        CHECK(sum == jobs);
        CHECK(heard.size() == jobs);
        CHECK(std::ranges::all_of(heard, [](const auto& each) { return each.second == 1; }));
    }
}

}  // TEST_SUITE("source/experiment/processes/distributed_jobs.hpp")
