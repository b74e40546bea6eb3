#include "tutti/experiment/stress.hpp"

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "engine/memory/memory.hpp"
#include "planted.hpp"
#include "support/engines.hpp"

TEST_SUITE("tutti/experiment/stress.hpp") {

namespace {

using support::on_cube;
using tutti::algorithm;
using tutti::draw_trial;
using tutti::experiment;
using tutti::stress_options;
using tutti::stress_report;
using tutti::verdict;

/// Plain threads, which ThreadSanitizer understands.
stress_options many(std::uint64_t trials, tutti::message_range messages, int threads = 2) {
    return {.trials = trials,
            .messages = messages,
            .run = {.threads = threads, .executor = tutti::executor_kind::plain_threads}};
}

/// The report without what the machine and the clock have in it.
std::string lasting(stress_report report) {
    report.wall_seconds = 0;
    report.threads = 1;
    return to_json_lines(report, "a test");
}

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

experiment lossy_on_cube(const algorithm& algorithm, const std::string& loss) {
    experiment plan = on_cube(algorithm, 3);
    plan.parameters["loss"] = loss;
    return plan;
}

algorithm greedy() { return support::entry("simultaneous-broadcast/greedy"); }

tutti::broadcaster_set senders(const experiment& trial) {
    return tutti::problem_of(trial).broadcasters;
}

}  // namespace

TEST_CASE("a report is the same for every number of threads") {
    const algorithm pair = support::broken_by_a_pair();
    const algorithm lossy = support::lossy();
    for (const experiment& plan : {on_cube(pair, 3), on_cube(lossy, 3)}) {
        const std::string once = lasting(tutti::stress(plan, many(300, {1, 8}, 1)));
        for (const int threads : {2, 3, 8}) {
            CAPTURE(threads);
            CHECK(lasting(tutti::stress(plan, many(300, {1, 8}, threads))) == once);
        }
    }
}

TEST_CASE("a program that one pair of nodes breaks is caught, and shrunk to the pair") {
    const algorithm broken = support::broken_by_a_pair();
    const stress_report report = tutti::stress(on_cube(broken, 6), many(200, {1, 20}));

    CHECK(report.verdict == verdict::incorrect);
    REQUIRE(report.failed > 0);
    CHECK(report.failed < 100);
    CHECK(report.failures.size() == report.failed);
    for (const tutti::failed_trial& trial : report.failures) {
        CHECK(trial.is_shrunk);
        CHECK(trial.network == "hypercube:3");
        CHECK(trial.broadcasters == "nodes:3,5");
        CHECK_FALSE(trial.root.has_value());
        CHECK(trial.seed == tutti::trial_seed(1, trial.number));
        CHECK(trial.text == "delivery: 2 missing, 0 twice, 2 unexpected (2 with a wrong payload)");
        CHECK(trial.command ==
              "tutti run simultaneous-broadcast/greedy -n hypercube:3 -b "
              "nodes:3,5 --seed " +
                  std::to_string(trial.seed));
        CHECK(trial.same_as.has_value() == (trial.number != report.failures.front().number));

        experiment again = on_cube(broken, 3, "nodes:3,5");
        again.seed = trial.seed;
        CHECK(support::run(again).verdict == trial.verdict);
    }
}

TEST_CASE("packets that are lost as often as announced are bad luck") {
    const algorithm lossy = support::lossy();
    const stress_report report =
        tutti::stress(lossy_on_cube(lossy, "announced"), many(1000, {1, 8}));

    CHECK(report.unlucky == doctest::Approx(50).epsilon(0.5));
    CHECK(report.failed == 0);
    CHECK(report.verdicts.at(verdict::unlucky) == report.unlucky);
    CHECK(report.unlucky_tail.value_or(0) > 0.001);
    CHECK(report.verdict == verdict::complete);
}

TEST_CASE("more bad luck than can be fails the batch, though no trial fails") {
    const algorithm lossy = support::lossy();
    const stress_report report = tutti::stress(lossy_on_cube(lossy, "frequent"), many(200, {1, 8}));

    CHECK(report.unlucky == doctest::Approx(100).epsilon(0.3));
    CHECK(report.failed == 0);
    CHECK(report.unlucky_tail.value_or(1) < tutti::impossible_probability);
    CHECK(report.verdict == verdict::incorrect);
    CHECK(holds(to_table(report), "impossible"));
}

TEST_CASE("what is delivered twice is no bad luck, nor what an algorithm that never fails loses") {
    const algorithm lossy = support::lossy();
    const stress_report twice = tutti::stress(lossy_on_cube(lossy, "doubled"), many(200, {1, 8}));
    CHECK(twice.failed > 0);
    CHECK(twice.unlucky == 0);
    CHECK(twice.verdict == verdict::incorrect);

    const stress_report mixed = tutti::stress(lossy_on_cube(lossy, "mixed"), many(200, {1, 8}));
    REQUIRE(mixed.failed > 0);
    CHECK(mixed.unlucky > 0);
    // Fewer packets would only be lost: another thing than what failed.
    CHECK(mixed.failures.front().broadcasters == "nodes:0,0,0");

    algorithm certain = support::lossy();
    certain.failure = nullptr;
    const stress_report never =
        tutti::stress(lossy_on_cube(certain, "announced"), many(200, {1, 8}));
    CHECK(never.failed > 0);
    CHECK(never.unlucky == 0);
    CHECK_FALSE(never.unlucky_tail.has_value());

    algorithm exact = support::lossy();
    exact.kind = tutti::time_kind::upper_bound;
    CHECK(tutti::stress(lossy_on_cube(exact, "announced"), many(200, {1, 8})).failed > 0);
}

TEST_CASE("what the listener throws ends the test") {
    for (const int threads : {1, 3}) {
        int calls = 0;
        stress_options options = many(1'000'000'000, {1, 8}, threads);
        options.finished = [&](const tutti::ended_trial&) {
            if (++calls == 20) {
                // Meanwhile the other threads end their trials and wait to report them.
                (void)support::run(on_cube(support::entry("simultaneous-broadcast/greedy"), 7));
                throw std::runtime_error{"no room"};
            }
        };
        CHECK_THROWS_WITH(
            (void)tutti::stress(on_cube(support::entry("prefix-sum/tree"), 3), options), "no room");
        CHECK(calls == 20);
    }
}

TEST_CASE("what one trial cannot have is refused, and what several cannot runs side by side less") {
    const experiment plan = on_cube(support::entry("simultaneous-broadcast/greedy"), 5);
    stress_options options = many(20, {1, 32}, 8);
    options.run.memory_limit_bytes = 10'000;
    CHECK_THROWS_AS(tutti::check_stress(plan, options), tutti::memory_limit_exceeded);
    CHECK_THROWS_AS((void)tutti::stress(plan, options), tutti::memory_limit_exceeded);

    options.run.memory_limit_bytes = tutti::estimate_memory(plan, 32).total_bytes() + 32 * 32;
    CHECK(tutti::stress(plan, options).verdict == verdict::complete);
    options.messages.most = 33;
    CHECK_THROWS_AS(tutti::check_stress(plan, options), tutti::memory_limit_exceeded);
}

TEST_CASE("processes take the trials of a test, and process 0 reports all") {
    const algorithm lossy = support::lossy();
    const experiment plan = lossy_on_cube(lossy, "mixed");
    stress_options options = many(200, {.least = 1, .most = 8}, 1);
    std::multiset<std::string> due;
    options.finished = [&](const tutti::ended_trial& trial) { due.insert(to_json(trial)); };
    const std::string alone = lasting(stress(plan, options));
    for (const auto& [processes, threads] : {std::pair{2, 1}, {3, 2}}) {
        std::multiset<std::string> seen;
        const auto outcomes = support::on_engines(processes, [&](tutti::transport& end) {
            stress_options own = many(200, {.least = 1, .most = 8}, threads);
            own.run.carrier = &end;
            if (end.self() == 0) {
                own.finished = [&](const tutti::ended_trial& trial) {
                    seen.insert(to_json(trial));
                };
            }
            return lasting(stress(plan, own));
        });
        REQUIRE(outcomes.front().value);
        CHECK(*outcomes.front().value == alone);
        CHECK(seen == due);
    }
}

TEST_CASE("the spread is over the trials, and the ratio over those with a bound") {
    const experiment plan = on_cube(support::entry("simultaneous-broadcast/greedy"), 4);
    std::vector<double> slots;
    std::vector<double> ratios;
    stress_options options = many(10, {0, 3}, 1);
    options.finished = [&](const tutti::ended_trial& trial) {
        slots.push_back(static_cast<double>(trial.result->slots));
        const double bound = trial.result->lower_bound.units.to_double();
        if (bound > 0) {
            ratios.push_back(trial.result->units.to_double() / bound);
        }
    };
    const stress_report report = tutti::stress(plan, options);
    std::ranges::sort(slots);
    std::ranges::sort(ratios);

    REQUIRE(slots.size() == 10);
    REQUIRE(ratios.size() < 10);
    REQUIRE_FALSE(ratios.empty());
    CHECK(report.slots->minimum == slots.front());
    CHECK(report.slots->median == (slots[4] + slots[5]) / 2);
    CHECK(report.slots->maximum == slots.back());
    CHECK(report.ratio_to_lower_bound->minimum == ratios.front());
    CHECK(report.ratio_to_lower_bound->median ==
          (ratios[(ratios.size() - 1) / 2] + ratios[ratios.size() / 2]) / 2);
    CHECK(report.ratio_to_lower_bound->maximum == ratios.back());
}

TEST_CASE("a trial is a function of seed and number, and has its own seed") {
    const algorithm algorithm = greedy();
    experiment plan = on_cube(algorithm, 6);
    plan.seed = 40;
    const experiment trial = draw_trial(plan, {1, 64}, 2);

    CHECK(trial.seed == tutti::mix(42));
    CHECK(draw_trial(plan, {1, 64}, 2).broadcasters.text() == trial.broadcasters.text());
    CHECK(draw_trial(plan, {1, 64}, 3).broadcasters.text() != trial.broadcasters.text());
}

TEST_CASE("K is uniform, and one trial in four gives nodes several packets") {
    const algorithm algorithm = greedy();
    const experiment plan = on_cube(algorithm, 6);
    constexpr int trials = 4000;
    std::vector<int> of_size(8, 0);
    int spelled = 0;
    for (std::uint64_t number = 0; number < trials; ++number) {
        const experiment trial = draw_trial(plan, {3, 7}, number);
        const tutti::broadcaster_set set = senders(trial);
        ++of_size.at(set.packet_count());
        if (trial.broadcasters.text().starts_with("nodes:")) {
            ++spelled;
        } else {
            CHECK(set == tutti::broadcasters_at(
                             tutti::pick(64, set.packet_count(), tutti::trial_seed(1, number))));
        }
    }

    for (std::size_t k = 3; k <= 7; ++k) {
        CHECK(of_size[k] == doctest::Approx(trials / 5).epsilon(0.15));
    }
    CHECK(of_size[0] + of_size[1] + of_size[2] == 0);
    CHECK(spelled == doctest::Approx(trials / 4).epsilon(0.1));
}

TEST_CASE("a draw that does not suit the algorithm is repeated, the nodes then drawn anew") {
    algorithm picky = greedy();
    picky.inapplicable_input_reason = [](const tutti::problem& problem) {
        return problem.broadcasters.packets_of(0) > 0 ? std::string{"node 0 must be silent"}
                                                      : std::string{};
    };
    const experiment plan = on_cube(picky, 3);
    std::set<std::string> drawn;
    for (std::uint64_t number = 0; number < 100; ++number) {
        const experiment trial = draw_trial(plan, {2, 2}, number);
        CHECK(senders(trial).packets_of(0) == 0);
        drawn.insert(support::written(senders(trial)));
    }
    CHECK(drawn.size() > 20);

    CHECK_THROWS_WITH_AS((void)draw_trial(plan, {8 * 64, 8 * 64}, 0),
                         doctest::Contains("none of 100 draws suits simultaneous-broadcast/greedy"),
                         std::invalid_argument);
}

}  // TEST_SUITE("tutti/experiment/stress.hpp")
