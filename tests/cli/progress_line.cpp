#include "cli/output/progress_line.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

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
TEST_CASE("a line has slot, deliveries, rate and time left, as much as fits") {
    struct expected_line {
        progress_figures figures;
        run_target target;
        std::size_t columns = wide;
        std::string_view text;
    };
    const progress_figures flying{.now = 35,
                                  .deliveries = 12'345'678,
                                  .slots_per_second = 1,
                                  .hops_per_second = 45.6e6,
                                  .deliveries_per_second = 453'670};
    const progress_figures slots{.now = 30, .slots_per_second = 10, .hops_per_second = 999.9};
    const run_target full{.deliveries = 10};
    const run_target named{.deliveries = 10, .name = "greedy"};
    const std::vector<expected_line> lines{
        {flying,
         {.deliveries = 50'000'000},
         wide,
         "slot 35, 12.3 M of 50.0 M delivered (24%), 45.6 M packet-hops/s, 1:23 left"},
        {slots, {.slots = 100}, wide, "slot 30 of 100, 999 packet-hops/s, 0:07 left"},
        {slots, {}, wide, "slot 30, 999 packet-hops/s, - left"},
        {slots, {.slots = 29}, wide, "slot 30 of 29, 999 packet-hops/s, - left"},
        {{},
         {.deliveries = 7, .slots = 9},
         wide,
         "slot 0, 0 of 7 delivered (0%), 0 packet-hops/s, - left"},
        {{.deliveries = 6},
         {.deliveries = 5},
         wide,
         "slot 0, 6 of 5 delivered (120%), 0 packet-hops/s, 0:00 left"},
        {{.hops_per_second = std::numeric_limits<double>::infinity()},
         {},
         wide,
         "slot 0, 18.4 E packet-hops/s, - left"},
        {{.hops_per_second = std::numeric_limits<double>::quiet_NaN()},
         {},
         wide,
         "slot 0, 0 packet-hops/s, - left"},
        {{.now = 3}, full, 49, "slot 3, 0 of 10 delivered (0%), - left"},
        {{.now = 3}, full, 37, "slot 3, 0 of 10 delivered (0%)"},
        {{.now = 3}, full, 29, "0 of 10 delivered (0%)"},
        {{.now = 3}, full, 4, "0 of"},
        {{.now = 345}, {}, 8, "slot 345"},
        {{.now = 345}, {}, 6, "slot 3"},
        {{.now = 3},
         named,
         wide,
         "greedy: slot 3, 0 of 10 delivered (0%), 0 packet-hops/s, - left"},
        {{.now = 3}, named, 37, "greedy: 0 of 10 delivered (0%)"},
        {{.now = 345}, {.name = "greedy"}, 9, "greedy: s"}};
    for (const expected_line& each : lines) {
        CHECK(progress_line(each.figures, each.target, each.columns) == each.text);
    }
}

TEST_CASE("counts keep three digits and are never rounded up, the time left is rounded up") {
    const std::vector<std::pair<std::uint64_t, std::string>> counts{{0, "0"},
                                                                    {999, "999"},
                                                                    {1000, "1.00 k"},
                                                                    {1'139'999, "1.13 M"},
                                                                    {9'999'999, "9.99 M"},
                                                                    {10'000'000, "10.0 M"},
                                                                    {1'000'000'000, "1.00 G"},
                                                                    {most, "18.4 E"}};
    for (const auto& [count, text] : counts) {
        CHECK(holds(progress_line({.deliveries = count}, {.deliveries = most}, wide),
                    ", " + text + " of 18.4 E delivered"));
    }
    const std::vector<std::pair<std::uint64_t, std::string>> times{{1, "0:01"},
                                                                   {118, "0:59"},
                                                                   {119, "1:00"},
                                                                   {7199, "1:00:00"},
                                                                   {172'799, "1 d 0 h"},
                                                                   {17'107'199, "99 d 0 h"},
                                                                   {17'107'200, "over 99 d"}};
    for (const auto& [missing, text] : times) {
        CHECK(holds(progress_line({.deliveries_per_second = 2}, {.deliveries = missing}, wide),
                    ", " + text + " left"));
    }
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

TEST_CASE("the lines of batches and sweeps have failures, rate and time left") {
    const auto batch = [](std::size_t columns, const auto& change) {
        tutti::batch_figures figures{.trials = 1000,
                                     .finished = 345,
                                     .failed = 2,
                                     .work = 1000,
                                     .work_done = 345,
                                     .seconds = 0.5};
        change(figures);
        return tutti::batch_line(figures, columns);
    };
    const auto as_it_is = [](tutti::batch_figures&) {};
    const auto shrinking = [](tutti::batch_figures& figures) { figures.shrinking = 2; };
    CHECK(batch(80, as_it_is) == "trial 345 of 1,000 (34%), 2 failed, 690 trials/s, 0:01 left");
    CHECK(batch(9, as_it_is) == "trial 345");
    CHECK(batch(0, as_it_is).empty());
    CHECK(batch(80, [](tutti::batch_figures& figures) {
              figures.workers = 4;
              figures.seconds = 200;
          }) == "trial 345 of 1,000 (34%), 2 failed, 6.9 trials/s, 1:35 left");
    CHECK(batch(80, shrinking) == "345 trials, 2 failed, shrinking failure 2");
    CHECK(batch(30, shrinking) == "shrinking failure 2");
    const tutti::sweep_figures half{.runs = 1000,
                                    .finished = 345,
                                    .failed = 2,
                                    .work = 400,
                                    .work_done = 100,
                                    .runs_per_second = 115,
                                    .work_per_second = 100. / 3};
    CHECK(sweep_line(half, 200) == "run 345 of 1,000 (34%), 2 failed, 115 runs/s, 0:09 left");
    CHECK(sweep_line(half, 40) == "run 345 of 1,000 (34%), 0:09 left");
    CHECK(sweep_line(half, 10) == "run 345 of");
    CHECK(tutti::lookup_line(1000, 345, 80) == "looking up stored runs, 345 of 1,000 (34%)");
    CHECK(sweep_line({.runs = 5, .is_ending = true}, 200) ==
          "run 0 of 5 (0%), 0 failed, 0 runs/s, stopping when the current runs have ended");
}

}  // TEST_SUITE("control/progress_line")
