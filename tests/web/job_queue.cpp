#include "web/jobs/job_queue.hpp"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "support/scratch.hpp"
#include "web/server/request.hpp"
#include "web/server/worker_pool.hpp"

TEST_SUITE("serve/job_queue.hpp") {

namespace {

using tutti::serve::archive;
using tutti::serve::job;
using tutti::serve::job_end;
using tutti::serve::job_queue;
using tutti::serve::job_request;
using tutti::serve::job_state;
using tutti::serve::queue_limits;

constexpr std::uint64_t enough = std::uint64_t{1} << 30U;
constexpr std::uint64_t long_time = 1000;

job_request asked() {
    return {.command = "run", .text = "tutti run broadcast", .plan = {{"task", "broadcast"}}};
}

job_end complete(job& /*doing*/) {
    return {.verdict = "complete", .result = R"({"slots":7})", .has_recording = true};
}

void wait_for(const job& entry, job_state state) {
    while (entry.state() != state) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

job_end until_stopped(job& doing) {
    while (!doing.stop_token().stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return {.verdict = "interrupted", .status = 130};
}

}  // namespace

TEST_CASE("jobs are done and kept, and are there after a new start") {
    const support::scratch folder;
    const archive store{folder.path("runs"), enough};
    std::uint64_t id = 0;
    {
        archive writable{folder.path("runs"), enough};
        job_queue queue{writable, {.runs = 2, .waiting = 8, .seconds = long_time}};
        const auto entry = queue.add(asked(), complete);
        id = entry->id();
        wait_for(*entry, job_state::ended);
        CHECK(entry->end().verdict == "complete");
        const auto failed =
            queue.add(asked(), [](job&) -> job_end { throw std::runtime_error{"no\nmemory"}; });
        wait_for(*failed, job_state::ended);
        CHECK(failed->end().status == 4);
        CHECK(failed->end().error == "no\\nmemory");
    }
    archive again{folder.path("runs"), enough};
    const job_queue queue{again, {.runs = 1, .waiting = 8, .seconds = long_time}};
    const auto job = queue.find(id);
    REQUIRE(job != nullptr);
    CHECK(job->state() == job_state::ended);
    CHECK(job->end().verdict == "complete");
    CHECK(job->end().has_recording);
    CHECK(job->asked().text == "tutti run broadcast");
    CHECK(job->asked().plan.at("task").as_string() == "broadcast");
    CHECK(store.result_of(id) == R"({"slots":7})");
    CHECK_FALSE(store.result_of(id + 1));
    CHECK(queue.list(~std::uint64_t{0}, 10).size() == 2);
    CHECK(queue.list(~std::uint64_t{0}, 1).front()->id() == id + 1);
    CHECK(queue.list(id, 10).empty());
}

TEST_CASE("a job beyond the limit is refused; a waiting job has a position and can be withdrawn") {
    const support::scratch folder;
    archive archive{folder.path("runs"), enough};
    job_queue queue{archive, {.runs = 1, .waiting = 2, .seconds = long_time}};
    const auto running = queue.add(asked(), until_stopped);
    wait_for(*running, job_state::running);
    const auto first = queue.add(asked(), complete);
    const auto second = queue.add(asked(), complete);
    CHECK(queue.place_of(running->id()) == 0);
    CHECK(queue.place_of(first->id()) == 1);
    CHECK(queue.place_of(second->id()) == 2);
    CHECK_THROWS_WITH_AS(static_cast<void>(queue.add(asked(), complete)),
                         "2 jobs wait, and the queue is full; try again later",
                         tutti::serve::refusal);
    queue.stop(*first);
    CHECK(first->state() == job_state::ended);
    CHECK(first->end().status == 130);
    CHECK(queue.place_of(second->id()) == 1);
    queue.stop(*running);
    wait_for(*running, job_state::ended);
    CHECK(running->end().verdict == "interrupted");
    wait_for(*second, job_state::ended);
    CHECK(second->end().verdict == "complete");
    CHECK_THROWS_AS(queue.stop(*second), tutti::serve::refusal);
}

TEST_CASE("what takes too long is stopped") {
    const support::scratch folder;
    archive archive{folder.path("runs"), enough};
    job_queue queue{archive, {.runs = 1, .waiting = 2, .seconds = 1}};
    const auto job = queue.add(asked(), until_stopped);
    wait_for(*job, job_state::ended);
    CHECK(job->end().verdict == "interrupted");
    CHECK(job->seconds() > 1);
}

TEST_CASE("jobs that heed no stop are given up, and no job begins when there are too many") {
    constexpr std::chrono::milliseconds patience{5};
    const support::scratch folder;
    archive archive{folder.path("runs"), enough};
    const auto may_end = std::make_shared<std::atomic<bool>>(false);
    const auto never_end = [may_end](job&) {
        while (!*may_end) {
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        return job_end{};
    };
    const queue_limits limits{
        .runs = 1, .waiting = 2, .seconds = long_time, .stop_timeout = patience};
    job_queue queue{archive, limits};
    for (std::size_t i = 0; i < tutti::serve::worker_pool::most_abandoned; ++i) {
        const auto stuck = queue.add(asked(), never_end);
        wait_for(*stuck, job_state::running);
        CHECK(queue.is_busy());
        queue.stop(*stuck);
        wait_for(*stuck, job_state::ended);
        CHECK(stuck->end().error.starts_with("the program does not end its slot: it was aban"));
    }
    CHECK_FALSE(queue.is_busy());
    CHECK_THROWS_WITH_AS(
        static_cast<void>(queue.add(asked(), complete)),
        "16 runs do not end their slots, and no more are started; restart the server",
        tutti::serve::refusal);
    job_queue ending{archive, limits};
    const auto left = ending.add(asked(), never_end);
    wait_for(*left, job_state::running);
    CHECK(ending.end() == 1);
    CHECK(left->state() == job_state::ended);
    *may_end = true;
    while (queue.end() + ending.end() > 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

TEST_CASE("a job that cannot be kept has its end, and says why") {
    const support::scratch folder;
    archive archive{folder.path("runs"), enough};
    job_queue queue{archive, {.runs = 1, .waiting = 2, .seconds = long_time}};
    const auto lost = queue.add(asked(), [&](job& doing) {
        std::filesystem::remove_all(folder.path("runs"));
        return complete(doing);
    });
    wait_for(*lost, job_state::ended);
    CHECK(lost->end().verdict == "complete");
    // The end is known before the archive has refused it.
    for (int tries = 0; lost->end().remark.empty() && tries < 10'000; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    CHECK(lost->end().remark.find("runs") != std::string::npos);
}

TEST_CASE("files that are none of ours, and damaged ones, are left alone") {
    const support::scratch folder;
    for (const std::string name : {"1.json", "x.json", "02.json", "0.json", "4.json.part"}) {
        std::ofstream{folder.path(name)} << "{\"id\":";
    }
    const archive archive{folder.path(""), enough};
    CHECK(archive.read().empty());
    CHECK(std::filesystem::exists(folder.path("1.json")));
}

TEST_CASE("the oldest recordings go when there are too many bytes of them") {
    const support::scratch folder;
    const archive archive{folder.path(""), 250};
    for (const std::uint64_t id : {2U, 10U, 11U}) {
        std::ofstream{archive.recording_of(id)} << std::string(100, 'x');
    }
    CHECK(archive.make_room() == std::vector<std::uint64_t>{2});
    CHECK_FALSE(std::filesystem::exists(archive.recording_of(2)));
    CHECK(std::filesystem::exists(archive.recording_of(10)));
    CHECK(archive.make_room().empty());
}

TEST_CASE("networks have names of their own, and no others lead to a file") {
    const support::scratch folder;
    const archive archive{folder.path(""), enough};
    const std::string name = archive.keep_graph("0 1\n");
    CHECK(archive.graph_named(name).has_value());
    CHECK(archive.keep_graph("0 1\n") == name);
    CHECK(archive.keep_graph("0 1\n1 2\n") != name);
    for (const std::string other : {"", "..", "../../etc/passwd", "0123456789abcdeF",
                                    "0123456789abcdef", "0123456789abcde/"}) {
        CHECK_FALSE(archive.graph_named(other).has_value());
    }
}

}  // TEST_SUITE
