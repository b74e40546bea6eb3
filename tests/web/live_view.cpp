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
using tutti::serve::use_history;

constexpr std::uint64_t links = 100;

}  // namespace

TEST_CASE("the use of each slot stands by itself, as long as there is room") {
    use_history use;
    CHECK(use.shares(links).empty());
    use.add(0, 50);
    use.add(2, 100);
    CHECK(use.shares(links) == std::vector{0.5, 0.0, 1.0});
}

TEST_CASE("of many slots means are kept, whatever their number") {
    for (const tutti::slot slots : {199, 200, 201, 399, 400, 401, 1'000, 12'345}) {
        CAPTURE(slots);
        use_history use;
        for (tutti::slot at = 0; at < slots; ++at) {
            use.add(at, 25);
        }
        const auto shares = use.shares(links);
        CHECK(shares.size() <= use_history::most_parts);
        CHECK(shares.size() >= std::min<std::size_t>(static_cast<std::size_t>(slots), 100));
        for (const double share : shares) {
            CHECK(share == doctest::Approx(0.25));
        }
    }
}

TEST_CASE("slots in which no node ran are idle") {
    use_history use;
    use.add(0, 100);
    use.add(999'999, 100);
    const auto shares = use.shares(links);
    CHECK(shares.size() <= use_history::most_parts);
    CHECK(shares.front() > 0);
    CHECK(shares[shares.size() / 2] == 0);
    CHECK(shares.back() > 0);
}

TEST_CASE("a picture counts what happened, and says in which phase the nodes are") {
    std::atomic<int> followers = 0;
    live_view view{links, {{.name = "rank", .marks = 4}, {.name = "send", .marks = 4}}, followers};
    CHECK(view.picture()["slot"].as_int64() == 0);
    view.expect(64, 10);
    for (tutti::slot at = 0; at < 3; ++at) {
        const auto wish = view.wants(at);
        CHECK(wish == tutti::interest::sums);
        view.slot({.at = at, .packets = 10, .deliveries = 2, .marks = at == 2 ? 4U : 0U});
    }
    view.end(tutti::run_report{});
    const auto shown = view.picture();
    CHECK(shown.at("slot").as_int64() == 3);
    CHECK(shown.at("slots").as_int64() == 10);
    CHECK(shown.at("phase").as_string() == "send");
    CHECK(shown.at("transmissions").as_uint64() == 30);
    CHECK(shown.at("deliveries").as_uint64() == 6);
    CHECK(shown.at("required").as_uint64() == 64);
    CHECK(shown.at("links").as_uint64() == links);
    CHECK(shown.at("use").as_array().size() == 3);
    CHECK(shown.at("sent").is_null());
}

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

TEST_CASE("single links of large networks are never asked for") {
    std::atomic<int> followers = 1;
    live_view view{live_view::most_shown_links + 1, {}, followers};
    view.expect(0, 0);
    CHECK(view.wants(0) == tutti::interest::sums);
}

}  // TEST_SUITE
