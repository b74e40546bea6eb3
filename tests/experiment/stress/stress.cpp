#include "tutti/experiment/stress.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "engine/memory/memory.hpp"
#include "planted.hpp"
#include "support/engines.hpp"
#include "support/standard.hpp"

TEST_SUITE("tutti/experiment/stress.hpp") {

namespace {

using support::on_cube;
using tutti::algorithm;
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

}  // namespace

TEST_CASE("every algorithm of the catalogue holds in every trial") {
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (!algorithm.inapplicable_reason(tutti::hypercube{4}).empty()) {
            continue;
        }
        const experiment plan = on_cube(algorithm, 4);
        const auto range = tutti::default_message_range(algorithm, plan.built_network);
        const stress_report report = tutti::stress(plan, many(100, range));

        CAPTURE(algorithm.name);
        CHECK(report.verdict == verdict::complete);
        CHECK(report.trials == 100);
        CHECK(report.failed == 0);
        CHECK(report.slots.has_value());
    }
}

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

TEST_CASE("a large network runs one trial after the other, and finds the same") {
    const algorithm& greedy = support::entry("simultaneous-broadcast/greedy");
    const experiment plan = on_cube(greedy, 13);
    const stress_report report = tutti::stress(plan, many(3, {1, 4}));

    CHECK(report.verdict == verdict::complete);
    CHECK(report.slots->maximum >= 13);
    CHECK(lasting(report) == lasting(tutti::stress(plan, many(3, {1, 4}, 1))));
}

TEST_CASE("a failure that does not repeat is reported as drawn, not shrunk") {
    const algorithm broken = support::broken_at_first(8);
    const stress_report report = tutti::stress(on_cube(broken, 3), many(20, {4, 8}, 1));

    CHECK(report.verdict == verdict::incorrect);
    REQUIRE(report.failures.size() == 1);
    const tutti::failed_trial& trial = report.failures.front();
    CHECK_FALSE(trial.is_shrunk);
    CHECK(trial.network == "hypercube:3");
    CHECK(trial.packets >= 4);
    CHECK_FALSE(trial.is_deterministic);
    CHECK(trial.text.starts_with("not deterministic: its repetition has deliveries "));
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

TEST_CASE("a program that some roots break is shrunk to the smallest of them") {
    const algorithm broken = support::broken_by_a_root();
    const stress_report report = tutti::stress(on_cube(broken, 5), many(20, {}));

    REQUIRE_FALSE(report.failures.empty());
    CHECK_FALSE(report.messages.has_value());
    for (const tutti::failed_trial& trial : report.failures) {
        CHECK(trial.network == "hypercube:3");
        CHECK(trial.root == 5U);
        CHECK_FALSE(trial.broadcasters.has_value());
        CHECK(holds(trial.command, "tutti run broadcast/binomial -n hypercube:3 --root 5 --seed "));
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

TEST_CASE("bad luck is what the draws foretell, and nothing else is wrong") {
    const algorithm lossy = support::lossy();
    const auto judged = [](const algorithm& chosen, const std::string& loss) {
        experiment plan = lossy_on_cube(chosen, loss);
        plan.broadcasters = tutti::broadcaster_specification::at({0, 1, 2});
        for (plan.seed = 1;; ++plan.seed) {
            const tutti::result outcome = support::run(plan);
            if (outcome.verdict != verdict::complete) {
                return outcome.verdict;
            }
        }
    };
    CHECK(judged(lossy, "announced") == verdict::unlucky);
    CHECK(judged(lossy, "doubled") == verdict::incorrect);

    algorithm other = lossy;
    other.transmissions = [](const tutti::problem& /*problem*/) {
        return std::optional{tutti::packet_hops{1, 0}};
    };
    CHECK(judged(other, "announced") == verdict::incorrect);

    other = lossy;
    other.failure = [](const tutti::problem& /*problem*/) {
        return tutti::failure_probability{.exact = 0.5, .bound = 1, .is_drawn = false};
    };
    CHECK(judged(other, "announced") == verdict::incorrect);

    other = lossy;
    other.failure = nullptr;
    CHECK(judged(other, "announced") == verdict::incorrect);

    other = lossy;
    other.kind = tutti::time_kind::upper_bound;
    CHECK(judged(other, "announced") == verdict::incorrect);
}

TEST_CASE("every trial is reported once when it has ended") {
    for (const int threads : {1, 3}) {
        std::set<std::uint64_t> numbers;
        std::uint64_t calls = 0;
        tutti::stress_progress progress;
        stress_options options = many(100, {1, 8}, threads);
        options.progress = &progress;
        options.finished = [&](const tutti::ended_trial& trial) {
            ++calls;
            numbers.insert(trial.number);
            CHECK(trial.result->verdict == verdict::complete);
            CHECK(trial.plan->seed == tutti::trial_seed(1, trial.number));
        };
        (void)tutti::stress(on_cube(support::entry("prefix-sum/tree"), 3), options);

        CHECK(calls == 100);
        CHECK(numbers.size() == 100);
        CHECK(progress.finished == 100);
        CHECK(progress.failed == 0);
        CHECK(progress.workers == threads);
        CHECK(progress.work_done == doctest::Approx(progress.work).epsilon(0.15));
        CHECK(progress.seconds > 0);
    }
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

TEST_CASE("a test that is asked to stop reports what was finished") {
    for (const int threads : {1, 2}) {
        std::stop_source source;
        std::uint64_t calls = 0;
        stress_options options = many(1'000'000'000, {1, 8}, threads);
        options.run.stop = source.get_token();
        options.finished = [&](const tutti::ended_trial&) {
            if (++calls == 50) {
                source.request_stop();
            }
        };
        const stress_report report =
            tutti::stress(on_cube(support::entry("prefix-sum/tree"), 3), options);

        CHECK(report.is_interrupted);
        CHECK(report.verdict == verdict::interrupted);
        CHECK(report.trials == calls);
        CHECK(report.trials >= 50);
        CHECK(report.trials <= 52);
        CHECK(report.verdicts.at(verdict::complete) == report.trials);
        CHECK(holds(to_table(report), "interrupted: "));
    }
}

TEST_CASE("trials that a stop cuts short count for nothing") {
    std::stop_source source;
    stress_options options = many(1000, {200, 256}, 8);
    options.run.stop = source.get_token();
    options.finished = [&](const tutti::ended_trial&) { source.request_stop(); };
    const stress_report report =
        tutti::stress(on_cube(support::entry("simultaneous-broadcast/greedy"), 8), options);

    CHECK(report.trials < 1000);
    CHECK(report.failed == 0);
    CHECK(report.verdicts.size() == 1);
    CHECK(report.verdicts.at(verdict::complete) == report.trials);
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

TEST_CASE("failures are reported as they are when there is no time to shrink them") {
    const algorithm broken = support::broken_by_a_pair();
    stress_options options = many(50, {8, 8});
    options.shrink_seconds_in_all = 0;
    const stress_report report = tutti::stress(on_cube(broken, 3), options);

    REQUIRE_FALSE(report.failures.empty());
    const tutti::failed_trial& trial = report.failures.front();
    CHECK_FALSE(trial.is_shrunk);
    CHECK(trial.verdict == verdict::incorrect);
    CHECK(holds(trial.text, "with a wrong payload"));
    experiment again = on_cube(broken, 3, *trial.broadcasters);
    again.seed = trial.seed;
    CHECK(tutti::problem_of(again).message_count() == 8);
    CHECK(support::run(again).verdict == verdict::incorrect);
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

}  // TEST_SUITE("tutti/experiment/stress.hpp")
