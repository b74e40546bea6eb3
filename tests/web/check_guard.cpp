#include "web/jobs/check_guard.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>

TEST_SUITE("program/serve/check_guard.hpp") {

namespace {

using tutti::program::check_guard;
using tutti::program::submitted_plan;
using tutti::program::web_job;

constexpr std::chrono::milliseconds moment{1};
constexpr std::chrono::milliseconds for_ever = std::chrono::hours{1};

submitted_plan plan_of(const std::string& task) {
    tutti::plan_values values;
    values.set("collective", {task});
    return {.values = std::move(values)};
}

web_job at_once(const submitted_plan& plan) {
    return {.filter = plan.values.value("collective").value_or("")};
}

web_job until_stopped(const submitted_plan& plan) {
    while (!plan.stop.stop_requested()) {
        std::this_thread::sleep_for(moment);
    }
    throw std::runtime_error{"stopped"};
}

}  // namespace

TEST_CASE("what a check comes to is the answer, and so is what it throws") {
    check_guard guard{1};
    CHECK(guard.finish(plan_of("a"), at_once).value().filter == "a");
    CHECK_THROWS_WITH_AS(static_cast<void>(guard.finish(plan_of("a"),
                                                        [](const submitted_plan&) -> web_job {
                                                            throw std::invalid_argument{"no"};
                                                        })),
                         "no", std::invalid_argument);
    CHECK(guard.finish(plan_of("b"), at_once).has_value());
}

TEST_CASE("a check that never ends delays its own answer alone") {
    const auto may_end = std::make_shared<std::atomic<bool>>(false);
    const auto stuck = [may_end](const submitted_plan&) {
        while (!*may_end) {
            std::this_thread::sleep_for(moment);
        }
        return web_job{};
    };
    check_guard guard{1, {.check = 500 * moment, .stop = 10 * moment, .same_task = 10 * moment}};
    CHECK_FALSE(guard.finish(plan_of("stuck"), stuck).has_value());
    CHECK(guard.abandoned() == 1);
    // It is known by now.
    bool is_begun = false;
    CHECK_FALSE(guard
                    .finish(plan_of("stuck"),
                            [&](const submitted_plan&) {
                                is_begun = true;
                                return web_job{};
                            })
                    .has_value());
    CHECK_FALSE(is_begun);
    CHECK(guard.finish(plan_of("other"), at_once).has_value());
    *may_end = true;
    while (guard.abandoned() > 0) {
        std::this_thread::sleep_for(moment);
    }
    CHECK(guard.finish(plan_of("stuck"), at_once).has_value());
}

TEST_CASE("a check is stopped if it takes too long, or if no client waits for it") {
    check_guard guard{1, {.check = 30 * moment, .stop = for_ever, .same_task = for_ever}};
    CHECK_FALSE(guard.finish(plan_of("slow"), until_stopped).has_value());
    CHECK(guard.abandoned() == 0);

    check_guard patient{1, {.check = for_ever, .stop = for_ever, .same_task = for_ever}};
    std::stop_source client;
    submitted_plan left = plan_of("slow");
    left.stop = client.get_token();
    auto answer =
        std::async(std::launch::async, [&] { return patient.finish(left, until_stopped); });
    client.request_stop();
    CHECK_THROWS_WITH_AS(static_cast<void>(answer.get()), "stopped", std::runtime_error);
}

}  // TEST_SUITE
