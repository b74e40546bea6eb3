// Programs whose runs differ: repetitions and the replays of stress tests have to say so.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "algorithms/mutating_node.hpp"
#include "algorithms/trial.hpp"
#include "experiment/stress/planted.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/experiment/stress.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::on_cube;
using tutti::check_result;
using tutti::experiment;
using tutti::result;
using tutti::verdict;

tutti::experiment_options repeated(int repeats) {
    return {.threads = 2, .executor = tutti::executor_kind::plain_threads, .repeats = repeats};
}

/// The check of that name, or one without a name.
check_result check_of(const result& outcome, std::string_view name) {
    for (const check_result& each : outcome.checks) {
        if (each.name == name) {
            return each;
        }
    }
    return {};
}

/// The greedy algorithm, in which node 1 delivers a wrong payload: another one in every run.
tutti::algorithm never_the_same() {
    tutti::algorithm changed = support::entry("simultaneous-broadcast/greedy");
    const auto begun = std::make_shared<std::atomic<std::uint64_t>>(0);
    changed.program = [inner = changed.program, begun](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::short_packet>(
            tutti::cube_of(setting),
            [program = inner(setting), begun](auto& self, tutti::node_input input,
                                              tutti::knowledge knowledge) -> tutti::task<> {
                if (self.id() == 1) {
                    self.deliver({.origin = 0, .number = 0, .payload = ++*begun});
                }
                co_await support::run_tampered(self, program, std::move(input), knowledge, {});
            });
    };
    return changed;
}

}  // namespace

TEST_CASE("repeated runs are compared") {
    const experiment plan = on_cube(support::entry("simultaneous-broadcast/greedy"), 3);
    const result outcome = tutti::run_experiment(plan, repeated(3), "a test");

    CHECK(outcome.verdict == verdict::complete);
    CHECK(check_of(outcome, "determinism").holds);
    CHECK(check_of(tutti::run_experiment(plan, repeated(1), "a test"), "determinism").name == "");
}

TEST_CASE("a program whose repeated runs differ is not deterministic") {
    // Node programs are made anew for every run; those of the first run lose what they deliver.
    const tutti::algorithm first_run = support::broken_at_first(8);
    const result outcome =
        tutti::run_experiment(on_cube(first_run, 3, "nodes:0,5"), repeated(3), "a test");
    const check_result check = check_of(outcome, "determinism");

    CHECK(outcome.verdict == verdict::incorrect);
    CHECK_FALSE(check.holds);
    CHECK(check.text ==
          "not deterministic: run 2 has deliveries 16 delivered, 0 missing, 0 twice, 0 unexpected, "
          "and run 1 has 0 delivered, 16 missing, 0 twice, 0 unexpected");
}

TEST_CASE("a trial that fails in another way when it is repeated is not deterministic") {
    const tutti::algorithm changing = never_the_same();
    const auto report =
        tutti::stress(on_cube(changing, 3),
                      {.trials = 2,
                       .messages = {2, 4},
                       .run = {.threads = 1, .executor = tutti::executor_kind::plain_threads}});

    CHECK(report.verdict == verdict::incorrect);
    REQUIRE(report.failures.size() == 2);
    const tutti::failed_trial& trial = report.failures.front();
    CHECK_FALSE(trial.is_deterministic);
    CHECK_FALSE(trial.is_shrunk);
    CHECK(trial.network == "hypercube:3");
    CHECK(trial.text.starts_with("not deterministic: its repetition has digest "));
    CHECK(trial.text.find(", and trial 0 has ") != std::string::npos);
    CHECK(to_json_lines(report, "a test").find("\"deterministic\":false") != std::string::npos);
    CHECK(to_table(report).find("the input, whose runs differ:") != std::string::npos);
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
