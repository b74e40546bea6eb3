#include "cli/output/progress_line.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "topology/random.hpp"
#include "tutti/node/slot.hpp"

namespace {

using tutti::progress_figures;
using tutti::progress_line;
using tutti::progress_meter;
using tutti::run_target;
using tutti::sweep_line;

constexpr std::size_t wide = 1000;
constexpr auto most = std::numeric_limits<std::uint64_t>::max();

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("control/progress_line") {
TEST_CASE("a line has slot, deliveries, rate and time left") {
    const progress_figures figures{.now = 35,
                                   .deliveries = 12'345'678,
                                   .slots_per_second = 1,
                                   .hops_per_second = 45.6e6,
                                   .deliveries_per_second = 453'670};

    const std::string line = progress_line(figures, {.deliveries = 50'000'000}, wide);

    CHECK(line == "slot 35, 12.3 M of 50.0 M delivered (24%), 45.6 M packet-hops/s, 1:23 left");
}

TEST_CASE("the time left comes from the slots if no delivery is required") {
    const progress_figures figures{.now = 30, .slots_per_second = 10, .hops_per_second = 999.9};

    CHECK(progress_line(figures, {.slots = 100}, wide) ==
          "slot 30 of 100, 999 packet-hops/s, 0:07 left");
    CHECK(progress_line(figures, {}, wide) == "slot 30, 999 packet-hops/s, - left");
    CHECK(progress_line(figures, {.slots = 29}, wide) ==
          "slot 30 of 29, 999 packet-hops/s, - left");
}

TEST_CASE("a run that has not begun has no time left") {
    CHECK(progress_line({}, {}, wide) == "slot 0, 0 packet-hops/s, - left");
    CHECK(progress_line({}, {.deliveries = 7, .slots = 9}, wide) ==
          "slot 0, 0 of 7 delivered (0%), 0 packet-hops/s, - left");
}

TEST_CASE("all is delivered at 100%, and not one delivery earlier") {
    for (const std::uint64_t required : {std::uint64_t{1}, std::uint64_t{1000}, most}) {
        CAPTURE(required);
        const run_target target{.deliveries = required};

        const std::string before = progress_line({.deliveries = required - 1}, target, wide);
        const std::string after = progress_line({.deliveries = required}, target, wide);

        CHECK_FALSE(holds(before, "(100%)"));
        CHECK(holds(before, "- left"));
        CHECK(holds(after, "(100%)"));
        CHECK(holds(after, "0:00 left"));
    }
    CHECK(holds(progress_line({.deliveries = 29}, {.deliveries = 100}, wide), "(29%)"));
    CHECK(holds(progress_line({.deliveries = 6}, {.deliveries = 5}, wide), "(120%)"));
}

TEST_CASE("counts keep three digits and are never rounded up") {
    const std::initializer_list<std::pair<std::uint64_t, std::string>> expected{
        {0, "0"},
        {999, "999"},
        {1000, "1.00 k"},
        {1'139'999, "1.13 M"},
        {9'999'999, "9.99 M"},
        {10'000'000, "10.0 M"},
        {999'999'999, "999 M"},
        {1'000'000'000, "1.00 G"},
        {most, "18.4 E"}};
    for (const auto& [count, text] : expected) {
        CAPTURE(count);
        CHECK(holds(progress_line({.deliveries = count}, {.deliveries = most}, wide),
                    ", " + text + " of 18.4 E delivered"));
    }
}

TEST_CASE("rates that are no sound number do no harm") {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

    CHECK(holds(progress_line({.hops_per_second = infinite}, {}, wide), "18.4 E packet"));
    CHECK(holds(progress_line({.hops_per_second = nothing}, {}, wide), ", 0 packet"));
    CHECK(holds(progress_line({.hops_per_second = -1}, {}, wide), ", 0 packet"));
    CHECK(holds(progress_line({.deliveries_per_second = nothing}, {.deliveries = 1}, wide),
                "- left"));
    CHECK(holds(progress_line({.deliveries_per_second = 1e-300}, {.deliveries = most}, wide),
                "over 99 d left"));
}

TEST_CASE("the time left is rounded up") {
    const std::initializer_list<std::pair<std::uint64_t, std::string>> expected{
        {1, "0:01"},
        {118, "0:59"},
        {119, "1:00"},
        {7199, "1:00:00"},
        {172'799, "1 d 0 h"},
        {172'800, "1 d 0 h"},
        {17'107'199, "99 d 0 h"},
        {17'107'200, "over 99 d"}};
    for (const auto& [missing, text] : expected) {
        CAPTURE(missing);
        const progress_figures two_a_second{.deliveries_per_second = 2};

        CHECK(holds(progress_line(two_a_second, {.deliveries = missing}, wide),
                    ", " + text + " left"));
    }
}

TEST_CASE("a line is never wider than asked for and keeps what matters most") {
    const progress_figures figures{.now = std::numeric_limits<tutti::slot>::max(),
                                   .deliveries = most,
                                   .hops_per_second = 1e30};
    for (const run_target& target : {run_target{}, run_target{.deliveries = most}}) {
        for (std::size_t columns = 0; columns < 120; ++columns) {
            CAPTURE(columns);
            CHECK(progress_line(figures, target, columns).size() <= columns);
        }
    }

    const run_target full{.deliveries = 10};
    CHECK(progress_line({.now = 3}, full, 49) == "slot 3, 0 of 10 delivered (0%), - left");
    CHECK(progress_line({.now = 3}, full, 37) == "slot 3, 0 of 10 delivered (0%)");
    CHECK(progress_line({.now = 3}, full, 29) == "0 of 10 delivered (0%)");
    CHECK(progress_line({.now = 3}, full, 4) == "0 of");
    CHECK(progress_line({.now = 345}, {}, 8) == "slot 345");
    CHECK(progress_line({.now = 345}, {}, 6) == "slot 3");
}

TEST_CASE("a meter without two samples knows no rate") {
    progress_meter meter;
    CHECK(meter.figures().now == 0);

    meter.add({.seconds = 0, .now = 4, .transmissions = 10, .deliveries = 5});

    CHECK(meter.figures().now == 4);
    CHECK(meter.figures().deliveries == 5);
    CHECK(meter.figures().hops_per_second == 0);

    meter.add({.seconds = 0, .now = 5, .transmissions = 20, .deliveries = 6});
    CHECK(meter.figures().hops_per_second == 0);
}

TEST_CASE("a meter forgets what is older than about a second") {
    progress_meter meter;
    std::uint64_t hops = 0;
    for (int i = 0; i <= 80; ++i) {
        meter.add({.seconds = i * 0.25, .now = i, .transmissions = hops});
        hops += i < 40 ? 1 : 100;
    }

    CHECK(meter.figures().hops_per_second == doctest::Approx(400));
    CHECK(meter.figures().slots_per_second == doctest::Approx(4));
}

TEST_CASE("a meter goes by whole slots where they are slow, and falls when they stall") {
    progress_meter meter;
    for (int i = 0; i <= 9 * 4; ++i) {
        const int slots = i / 12;
        meter.add({.seconds = i * 0.25,
                   .now = slots,
                   .transmissions = static_cast<std::uint64_t>(slots) * 300});
        if (slots > 0) {
            CAPTURE(i);
            CHECK(meter.figures().hops_per_second == doctest::Approx(100));
        }
    }

    meter.add({.seconds = 19, .now = 3, .transmissions = 900});

    CHECK(meter.figures().hops_per_second == doctest::Approx(30));
}

TEST_CASE("a meter begins again with another run") {
    progress_meter meter;
    meter.add({.seconds = 0, .now = 0});
    meter.add({.seconds = 1, .now = 900, .transmissions = most, .deliveries = most});
    meter.add({.seconds = 2, .now = 1, .transmissions = 5, .deliveries = 1});
    CHECK(meter.figures().hops_per_second == 0);

    meter.add({.seconds = 3, .now = 2, .transmissions = 12, .deliveries = 1});

    CHECK(meter.figures().hops_per_second == doctest::Approx(7));
    CHECK(meter.figures().deliveries_per_second == 0);
}

TEST_CASE("the line of a sweep has the time left by the work that is missing") {
    const tutti::sweep_figures half{.runs = 1000,
                                    .finished = 345,
                                    .failed = 2,
                                    .work = 400,
                                    .work_done = 100,
                                    .runs_per_second = 115,
                                    .work_per_second = 100. / 3};
    CHECK(sweep_line(half, 200) == "run 345 of 1,000 (34%), 2 failed, 115 runs/s, 0:09 left");
    CHECK(sweep_line(half, 50) == "run 345 of 1,000 (34%), 2 failed, 0:09 left");
    CHECK(sweep_line(half, 40) == "run 345 of 1,000 (34%), 0:09 left");
    CHECK(sweep_line(half, 10) == "run 345 of");
    CHECK(sweep_line({.runs = 5, .work = 9}, 200) == "run 0 of 5 (0%), 0 failed, 0 runs/s, - left");
    CHECK(sweep_line({.runs = 5, .is_ending = true}, 200) ==
          "run 0 of 5 (0%), 0 failed, 0 runs/s, stopping when the current runs have ended");
    CHECK(sweep_line({}, 200) == "run 0 of 0 (0%), 0 failed, 0 runs/s, 0:00 left");
}

TEST_CASE("a sweep's lookups are shown, and its rates are those of the last seconds") {
    CHECK(tutti::lookup_line(1000, 345, 80) == "looking up stored runs, 345 of 1,000 (34%)");
    CHECK(tutti::lookup_line(0, 0, 7) == "looking");
    progress_meter meter{5};
    for (int i = 0; i <= 100; ++i) {
        meter.add({.seconds = i / 5.0, .now = i < 50 ? 9 * i : 400 + i});
    }
    CHECK(meter.figures().slots_per_second == doctest::Approx(5).epsilon(0.01));
    CHECK(progress_meter{}.figures().slots_per_second == 0);
}

TEST_CASE("a line begins with the number of the run, and keeps that longest") {
    const run_target target{.deliveries = 10, .name = "greedy"};
    CHECK(progress_line({.now = 3}, target, wide) ==
          "greedy: slot 3, 0 of 10 delivered (0%), 0 packet-hops/s, - left");
    CHECK(progress_line({.now = 3}, target, 37) == "greedy: 0 of 10 delivered (0%)");
    CHECK(progress_line({.now = 345}, {.name = "greedy"}, 16) == "greedy: slot 345");
    CHECK(progress_line({.now = 345}, {.name = "greedy"}, 9) == "greedy: s");
}

TEST_CASE("the line of a batch has trials, failures, rate and time left") {
    tutti::batch_figures figures{.trials = 1000,
                                 .finished = 345,
                                 .failed = 2,
                                 .work = 1000,
                                 .work_done = 345,
                                 .seconds = 0.5};
    CHECK(tutti::batch_line(figures, 80) ==
          "trial 345 of 1,000 (34%), 2 failed, 690 trials/s, 0:01 left");
    CHECK(tutti::batch_line(figures, 9) == "trial 345");
    CHECK(tutti::batch_line(figures, 0).empty());

    figures.workers = 4;
    figures.seconds = 200;
    CHECK(tutti::batch_line(figures, 80) ==
          "trial 345 of 1,000 (34%), 2 failed, 6.9 trials/s, 1:35 left");
    figures.workers = 1;
    figures.seconds = 0.5;

    figures.finished = 0;
    figures.work_done = 0;
    CHECK(tutti::batch_line(figures, 80) == "trial 0 of 1,000 (0%), 2 failed, 0 trials/s, - left");
    figures.finished = 1000;
    figures.work_done = 990;  // the trials had fewer packets than expected
    CHECK(tutti::batch_line(figures, 80) ==
          "trial 1,000 of 1,000 (100%), 2 failed, 2,000 trials/s, 0:00 left");
    figures.shrinking = 2;
    CHECK(tutti::batch_line(figures, 80) == "1,000 trials, 2 failed, shrinking failure 2");
    CHECK(tutti::batch_line(figures, 42) == "shrinking failure 2");
    CHECK(tutti::batch_line(figures, 9) == "shrinking");
    figures.finished = 1;
    CHECK(tutti::batch_line(figures, 80) == "1 trial, 2 failed, shrinking failure 2");
}

TEST_CASE("the time left of a batch is right from the first trials on, however unlike they are") {
    constexpr int trials = 60;
    constexpr double mean_packets = 4096.5;
    const auto work_of = [](double packets) { return packets + 512; };
    // The first trial has one packet, so that it takes a thirtieth of the mean; it ends while the
    // other worker is still at the second.
    const auto packets_of = [](int number) {
        return number == 0
                   ? 1.0
                   : static_cast<double>(1 + tutti::mix(static_cast<std::uint64_t>(number)) % 8192);
    };
    const auto seconds_of = [](double packets) { return 0.3 + 0.002 * packets; };
    std::array<double, 2> ends{};  // when each worker has ended what it is at
    std::vector<std::pair<double, int>> trial_ends;
    for (int number = 0; number < trials; ++number) {
        double& end = *std::ranges::min_element(ends);
        end += seconds_of(packets_of(number));
        trial_ends.emplace_back(end, number);
    }
    std::ranges::sort(trial_ends);

    tutti::batch_figures figures{
        .trials = trials, .work = trials * work_of(mean_packets), .workers = 2};
    CHECK_FALSE(tutti::seconds_left(figures).has_value());
    for (const auto& [now, number] : trial_ends) {
        ++figures.finished;
        figures.work_done += work_of(packets_of(number));
        figures.seconds += seconds_of(packets_of(number));
        CAPTURE(figures.finished);
        const double right = trial_ends.back().first - now;
        const double predicted = tutti::seconds_left(figures).value_or(0);
        const double factor = figures.finished < 3 ? 4 : 1.5;
        if (figures.finished + 5 < trials) {
            CHECK(predicted > right / factor);
            CHECK(predicted < right * factor);
        }
    }
}
}  // TEST_SUITE("control/progress_line")
