#include <stop_token>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/standard.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::on_cube;
using support::verdict_line;
using tutti::experiment;
using tutti::experiment_options;

const tutti::algorithm& prefix_roots() {
    return support::entry("simultaneous-broadcast/prefix-roots");
}

/// Two threads of the plain kind.
experiment_options calmly() {
    return {.threads = 2, .executor = tutti::executor_kind::plain_threads};
}

/// A token on which stop has been requested.
std::stop_token stopped() {
    const std::stop_source source;
    source.request_stop();
    return source.get_token();
}

/// Requests a stop when a packet is sent in a slot.
class stopping_log final : public tutti::sink {
public:
    stopping_log(std::stop_source source, tutti::slot at) : source_{std::move(source)}, at_{at} {}
    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::sums;
    }
    void slot(const tutti::slot_record& record) override {
        if (record.at >= at_ && record.packets > 0) {
            source_.request_stop();
        }
    }

private:
    std::stop_source source_;
    tutti::slot at_;
};

}  // namespace

TEST_CASE("a run is given up after its slot budget") {
    const experiment plan = on_cube(prefix_roots(), 4, "all");
    experiment_options options = calmly();
    options.slot_budget = 10;
    const tutti::result given_up = tutti::run_experiment(plan, options, "");

    CHECK(given_up.verdict == tutti::verdict::budget_exceeded);
    CHECK(given_up.slots >= 10);
    CHECK(given_up.delivery.missing > 0);
    CHECK(given_up.text ==
          "simultaneous-broadcast/prefix-roots: not over after the 10 slots of the slot budget");

    options.slot_budget = 23;
    CHECK(tutti::run_experiment(plan, options, "").verdict == tutti::verdict::budget_exceeded);
    options.slot_budget = 24;
    CHECK(verdict_line(tutti::run_experiment(plan, options, "")) == "complete");
}

TEST_CASE("a run that is asked to stop before its first slot does not begin") {
    experiment_options options = calmly();
    options.stop = stopped();
    const tutti::result outcome = tutti::run_experiment(on_cube(prefix_roots(), 4), options, "");

    CHECK(outcome.verdict == tutti::verdict::interrupted);
    CHECK(outcome.slots == 0);
    CHECK(outcome.transmissions == 0);
    CHECK(outcome.delivery.missing == outcome.delivery.required);
}

TEST_CASE("a run that is asked to stop ends at the next slot, and reports what was done") {
    for (const tutti::slot at : {0, 3, 12}) {
        const std::stop_source source;
        stopping_log log{source, at};
        experiment_options options = calmly();
        options.stop = source.get_token();
        options.sinks.push_back(&log);
        const tutti::result outcome =
            tutti::run_experiment(on_cube(prefix_roots(), 6), options, "");

        CAPTURE(at);
        CHECK(outcome.verdict == tutti::verdict::interrupted);
        CHECK(outcome.slots == at + 1);
        CHECK(outcome.transmissions > 0);
        CHECK_FALSE(outcome.termination.has_value());
        CHECK(outcome.text == "simultaneous-broadcast/prefix-roots: interrupted after slot " +
                                  std::to_string(at + 1));
    }
}

TEST_CASE("phases of a run that is interrupted take no less than no time") {
    for (const tutti::slot at : {10, 25, 30, 40, 55}) {
        CAPTURE(at);
        std::stop_source source;
        stopping_log log{source, at};
        experiment_options options = calmly();
        options.stop = source.get_token();
        options.sinks.push_back(&log);
        const tutti::result outcome = tutti::run_experiment(
            on_cube(support::entry("dynamic-broadcast/intervals"), 6), options, "");

        CHECK(outcome.verdict == tutti::verdict::interrupted);
        for (const tutti::phase_result& each : outcome.phases) {
            CHECK(each.slots.value_or(0) >= 0);
        }
    }
}

TEST_CASE("an interrupted repetition begins no other run") {
    experiment_options options = calmly();
    options.stop = stopped();
    options.repeats = 1000;
    const tutti::result outcome = tutti::run_experiment(on_cube(prefix_roots(), 4), options, "");

    CHECK(outcome.verdict == tutti::verdict::interrupted);
    CHECK(outcome.repeat.value_or(tutti::repeat_result{.runs = 0, .seconds = {}}).runs == 1);
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
