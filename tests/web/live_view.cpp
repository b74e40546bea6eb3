#include "web/jobs/live_view.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <span>
#include <stop_token>
#include <thread>

#include <doctest/doctest.h>

#include "tutti/engine/run_report.hpp"

TEST_SUITE("serve/live_view.hpp") {

namespace {

using tutti::serve::live_view;

constexpr std::uint64_t links = 100;

}  // namespace

TEST_CASE("with a follower, some slots are requested in full, and shown") {
    std::atomic<int> followers = 1;
    live_view view{links, {}, followers};
    view.expect(0, 0);
    const std::array sent{
        tutti::transmission{.at = 0, .from = 3, .through = 1, .to = 2, .is_control = true}};
    int calls = 0;
    for (tutti::slot at = 0; at < 20; ++at) {
        if (view.wants(at) == tutti::interest::events) {
            ++calls;
            view.slot({.at = at, .packets = 1, .sent = sent});
        } else {
            view.slot({.at = at, .packets = 1});
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{12});
    }
    CHECK(calls >= 2);
    CHECK(calls <= 4);
    const auto shown = view.picture();
    CHECK(shown.at("slots").is_null());
    CHECK(shown.at("phase").is_null());
    REQUIRE(shown.at("sent").is_array());
    CHECK(boost::json::serialize(shown.at("sent")) == "[[3,1,true]]");
}

TEST_CASE("others look on while the run goes on") {
    constexpr tutti::slot slots = 20'000;
    std::atomic<int> followers = 1;
    live_view view{links, {}, followers};
    view.expect(0, slots);
    const std::array sent{tutti::transmission{.from = 1, .through = 0, .to = 2}};
    const std::jthread other{[&](const std::stop_token& over) {
        while (!over.stop_requested()) {
            const auto shown = view.picture();
            if (shown.at("slot").as_int64() > slots) {
                std::abort();
            }
        }
    }};
    for (tutti::slot at = 0; at < slots; ++at) {
        const bool wants_all = view.wants(at) == tutti::interest::events;
        view.slot({.at = at,
                   .packets = 1,
                   .sent = wants_all ? std::span{sent} : std::span{sent}.first(0)});
    }
    view.end(tutti::run_report{});
    CHECK(view.picture().at("transmissions").as_uint64() == slots);
}

}  // TEST_SUITE
