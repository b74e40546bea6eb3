#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/dynamic_theory.hpp"
#include "algorithms/trial.hpp"
#include "dynamic_trial.hpp"
#include "experiment/events/event_file.hpp"
#include "forecast.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "verification/dynamic_result.hpp"

TEST_SUITE("algorithms/dynamic/intervals.cpp") {

namespace {

using support::dynamic_experiment;
using support::forecast;
using support::named;
using support::planned_interval;
using tutti::rational;

/// Checks that the node delivered the messages of each interval while it went on, and no others.
void check_node(const forecast& expected, const std::vector<tutti::delivery>& seen) {
    std::size_t next = 0;
    for (const planned_interval& interval : expected.intervals) {
        std::set<named> heard;
        for (std::size_t i = 0; i < interval.broadcast.size(); ++i, ++next) {
            REQUIRE(next < seen.size());
            heard.emplace(seen[next].content.origin, seen[next].content.number);
            CHECK(seen[next].at >= interval.begin);
            CHECK(seen[next].at <= interval.end);
        }
        REQUIRE(heard == interval.broadcast);
    }
    CHECK(next == seen.size());
}

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

void check_figures(const forecast& expected, const tutti::dynamic_result& dynamic) {
    double active = 0;
    double squares = 0;
    for (const planned_interval& interval : expected.intervals) {
        const auto count = static_cast<double>(interval.broadcast.size());
        active += count;
        squares += count * count;
    }
    CHECK(dynamic.intervals == expected.intervals.size());
    CHECK(dynamic.packets == expected.packets);
    CHECK(dynamic.own_time == expected.intervals.back().ended);
    CHECK(dynamic.queue.max == expected.most_waiting);
    CHECK(dynamic.mean_active ==
          doctest::Approx(active / static_cast<double>(expected.intervals.size())));
    CHECK(dynamic.moment_ratio.value_or(0) == doctest::Approx(squares / active));
    REQUIRE(dynamic.delay.has_value());
    CHECK(dynamic.delay->mean == doctest::Approx(mean_of(expected.delays)).epsilon(1e-9));
    CHECK(dynamic.delay->max == std::ranges::max(expected.delays));
    std::vector<double> sorted = expected.delays;
    std::ranges::sort(sorted);
    const auto at = [&](double share) {
        return sorted[static_cast<std::size_t>(
                          std::ceil(share * static_cast<double>(sorted.size()))) -
                      1];
    };
    CHECK(std::abs(dynamic.delay->median / at(0.5) - 1) <= 0.004);
    CHECK(std::abs(dynamic.delay->p95 / at(0.95) - 1) <= 0.004);
    CHECK(std::abs(dynamic.delay->p99 / at(0.99) - 1) <= 0.004);
}

void check_packet_by_packet(const tutti::experiment& plan) {
    support::event_recorder log;
    const tutti::result outcome = support::run_logged(plan, log);
    const tutti::problem problem = problem_of(plan);
    const forecast expected = support::forecast_of(problem);
    REQUIRE(support::verdict_line(outcome) == "complete");
    REQUIRE(outcome.dynamic.has_value());
    check_figures(expected, *outcome.dynamic);
    CHECK(outcome.slots == expected.intervals.back().end);
    std::vector<std::vector<tutti::delivery>> at(node_count(plan.built_network));
    for (const tutti::delivery& each : log.deliveries()) {
        at[each.to].push_back(each);
    }
    for (const std::vector<tutti::delivery>& seen : at) {
        check_node(expected, seen);
    }
}

struct subject {
    std::string_view network;
    std::string_view algorithm;
};

constexpr std::array<subject, 12> subjects{{{"torus:4x4", "split-packing"},
                                            {"array:3x3", "split-packing"},
                                            {"torus:3x3x3", "split-packing"},
                                            {"torus:4x4", "packing"},
                                            {"array:3x3", "packing"},
                                            {"torus:4x4", "packing-alternating"},
                                            {"torus:3x3", "one-dimension"},
                                            {"array:3x3", "one-dimension"},
                                            {"array:5", "split-packing"},
                                            {"hypercube:4", "prefix-roots"},
                                            {"hypercube:3", "exchange-roots"},
                                            {"hypercube:3", "split-packing"}}};

/// The rate that is this multiple of the limit of stability.
std::string rate_at(const subject& subject, rational times) {
    const tutti::interval_theory theory = theory_of_intervals(problem_of(
        dynamic_experiment(subject.network, {{"algorithm", std::string{subject.algorithm}}})));
    return to_string(times / theory.lengths.back());
}

tutti::experiment at_load(const subject& subject, rational times, std::string_view intervals) {
    return dynamic_experiment(subject.network, {{"algorithm", std::string{subject.algorithm}},
                                                {"rate", rate_at(subject, times)},
                                                {"intervals", std::string{intervals}}});
}

}  // namespace

TEST_CASE("every interval, delivery and delay is the one that the arrivals lead to") {
    for (const subject& subject : subjects) {
        for (const rational load : {rational{1, 5}, rational{4, 5}, rational{3}}) {
            for (const std::string_view padded : {"false", "true"}) {
                tutti::experiment plan = at_load(subject, load, "80");
                plan.parameters["padded"] = padded;
                plan.seed = 9;
                CAPTURE(subject.network);
                CAPTURE(subject.algorithm);
                CAPTURE(padded);
                CAPTURE(plan.parameters["rate"].text());
                check_packet_by_packet(plan);
            }
        }
    }
}

TEST_CASE("short control steps make intervals shorter and change nothing else") {
    tutti::experiment plan = at_load(subjects[0], {4, 5}, "60");
    plan.parameters["prefix-step"] = "1/16";
    check_packet_by_packet(plan);
}

TEST_CASE("a run without any message is right, and one interval is enough") {
    const tutti::result idle = support::run(
        dynamic_experiment("torus:4x4", {{"rate", "0.000000001"}, {"intervals", "3"}}));
    CHECK(support::verdict_line(idle) == "complete");
    CHECK(idle.dynamic->packets == 0);
    CHECK_FALSE(idle.dynamic->delay.has_value());
    CHECK_FALSE(idle.dynamic->moment_ratio.has_value());
    CHECK(idle.units == idle.lower_bound.units);
    const tutti::result one = support::run(dynamic_experiment("torus:4x4", {{"intervals", "1"}}));
    CHECK(support::verdict_line(one) == "complete");
    CHECK(one.dynamic->packets == 0);
}

TEST_CASE("the mean delay with padded intervals is that of the identity of moments") {
    for (const std::string_view network : {"torus:3x3", "array:4x4", "hypercube:4"}) {
        for (const rational load : {rational{1, 10}, rational{1, 2}, rational{7, 10}}) {
            tutti::experiment plan = at_load({network, "split-packing"}, load, "6000");
            plan.parameters["padded"] = "true";
            plan.parameters["prefix-step"] = "1/8";
            const tutti::interval_theory shorter = theory_of_intervals(problem_of(plan));
            plan.parameters["rate"] = to_string(load / shorter.lengths.back());
            const tutti::interval_theory theory = theory_of_intervals(problem_of(plan));
            const tutti::result outcome = support::run(plan);
            CAPTURE(network);
            CAPTURE(theory.rate);
            REQUIRE(outcome.dynamic->delay.has_value());
            // Four standard errors of a number of arrivals.
            const double limit =
                std::max(0.05, 4 / std::sqrt(static_cast<double>(outcome.dynamic->packets)));
            const double expected = *theory.mean_delay(*outcome.dynamic->moment_ratio);
            CHECK(std::abs(outcome.dynamic->delay->mean / expected - 1) < limit);
            // E[M] = lambda N V / (1 - rho).
            const double active = theory.rate * theory.nodes * theory.constant.to_double() /
                                  (1 - theory.utilisation());
            CHECK(std::abs(outcome.dynamic->mean_active / active - 1) < limit);
            CHECK(outcome.dynamic->delay->mean < 1.1 * *theory.delay_bound());
        }
    }
}

TEST_CASE("at light load a message waits for half an interval and is broadcast in the next") {
    tutti::experiment plan = dynamic_experiment(
        "torus:4x4", {{"rate", "1/20000"}, {"intervals", "40000"}, {"padded", "true"}});
    const tutti::interval_theory theory = theory_of_intervals(problem_of(plan));
    const tutti::result outcome = support::run(plan);
    const double limit = 1.5 * theory.constant.to_double() + theory.slope.to_double();
    CHECK(std::abs(outcome.dynamic->delay->mean / limit - 1) < 0.03);
}

TEST_CASE("too much load is unstable, little is stable, and what is near is never judged wrongly") {
    for (const subject& subject : subjects) {
        CAPTURE(subject.network);
        CAPTURE(subject.algorithm);
        const auto judged = [&](rational load, std::string_view intervals) {
            const tutti::result outcome = support::run(at_load(subject, load, intervals));
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.dynamic->reason.find('\n') == std::string::npos);
            CHECK_FALSE(outcome.dynamic->reason.empty());
            return outcome.dynamic->stability;
        };
        CHECK(judged({3, 2}, "300") == tutti::stability_kind::unstable);
        CHECK(judged({1, 4}, "300") == tutti::stability_kind::stable);
        for (const std::string_view intervals : {"1", "2", "3", "10", "60"}) {
            CHECK(judged({19, 20}, intervals) != tutti::stability_kind::unstable);
            CHECK(judged({21, 20}, intervals) != tutti::stability_kind::stable);
            CHECK(judged({3}, intervals) != tutti::stability_kind::stable);
        }
    }
}

TEST_CASE("a run that is repeated forgets the one before") {
    const tutti::experiment plan = at_load(subjects[0], {4, 5}, "60");
    const tutti::result once = support::run(plan);
    const tutti::result again = tutti::run_experiment(plan, {.threads = 1, .repeats = 3}, "a test");
    CHECK(support::verdict_line(again) == "complete");
    CHECK(again.digest == once.digest);
    CHECK(again.dynamic->packets == once.dynamic->packets);
    CHECK(again.dynamic->delay->mean == once.dynamic->delay->mean);
}

TEST_CASE("an algorithm that does not fit the network, or too long a run, is refused in a line") {
    const auto complaint = [](std::string_view network, const tutti::parameter_values& values) {
        return inapplicable_reason(dynamic_experiment(network, values));
    };
    CHECK(complaint("torus:4x4", {{"algorithm", "prefix-roots"}}) ==
          "'algorithm=prefix-roots' runs on hypercubes only");
    CHECK(complaint("hypercube:4", {{"algorithm", "packing-alternating"}}) ==
          "'algorithm=packing-alternating' runs on tori only");
    CHECK(complaint("torus:16x16", {{"intervals", "100000000"}}).find("2^31 slots") !=
          std::string::npos);
    // The longest interval is of 75/4 slots.
    CHECK(complaint("torus:4x4", {{"intervals", "100000000"}}).empty());
    CHECK_FALSE(
        complaint("torus:4x4",
                  {{"intervals", "100000000"}, {"padded", "true"}, {"algorithm", "packing"}})
            .empty());
    const tutti::algorithm& entry = support::entry("dynamic-broadcast/intervals");
    CHECK(entry.inapplicable_reason(tutti::parse_network("torus:128x128")).empty());
    CHECK(entry.inapplicable_reason(tutti::parse_network("torus:129x129")) ==
          "takes networks of at most 16384 nodes");
    CHECK(entry.inapplicable_reason(tutti::parse_network("hypercube:20")) ==
          "takes networks of at most 16384 nodes");
}

TEST_CASE(
    "the events of a run are never more than estimated, nor ten times fewer under full load") {
    for (const subject& subject : subjects) {
        support::event_recorder log;
        const tutti::experiment plan = at_load(subject, 3, "40");
        (void)support::run_logged(plan, log);
        const std::uint64_t events =
            log.transmissions().size() + log.deliveries().size() + log.marks().size();
        CAPTURE(subject.network);
        CAPTURE(subject.algorithm);
        CHECK(events <= estimate_events(plan));
        CHECK(10 * events > estimate_events(plan));
    }
}

TEST_CASE("intervals run a broadcast that a user has added, and none that tells its nodes K") {
    tutti::catalogue catalogue = tutti::standard_catalogue();
    tutti::algorithm own_algorithm = support::entry("simultaneous-broadcast/prefix-roots");
    own_algorithm.name = "mine";
    catalogue.add(own_algorithm);
    own_algorithm.name = "told";
    own_algorithm.knowledge = {tutti::knowledge_item::message_count};
    catalogue.add(own_algorithm);

    tutti::experiment plan = dynamic_experiment(
        "hypercube:3", {{"algorithm", "prefix-roots"}, {"rate", "0.01"}, {"intervals", "40"}});
    const tutti::result expected = support::run(plan);
    plan.catalogue = &catalogue;
    plan.parameters["algorithm"] = "mine";
    const tutti::result outcome = support::run(plan);
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.digest == expected.digest);
    plan.parameters["algorithm"] = "told";
    CHECK_THROWS_AS((void)support::run(plan), std::invalid_argument);
}

}  // TEST_SUITE("algorithms/dynamic/intervals.cpp")
