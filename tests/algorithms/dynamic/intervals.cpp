#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/dynamic_theory.hpp"
#include "algorithms/trial.hpp"
#include "forecast.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/topology/grid.hpp"

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

TEST_CASE("a run that is repeated forgets the one before, and ends within the slots foretold") {
    for (const std::string_view network : {"torus:3x3", "array:3x3x3", "hypercube:3"}) {
        for (const std::string_view algorithm : {"split-packing", "one-dimension", "packing"}) {
            tutti::experiment plan = dynamic_experiment(network, {{"algorithm", algorithm},
                                                                  {"intervals", "60"},
                                                                  {"rate", "10"},
                                                                  {"prefix-step", "1/16"}});
            CAPTURE(network);
            CAPTURE(algorithm);
            const tutti::result once = support::run(plan);
            const tutti::result again =
                tutti::run_experiment(plan, {.threads = 1, .repeats = 2}, "a test");
            CHECK(support::verdict_line(again) == "complete");
            CHECK(again.digest == once.digest);
            CHECK(again.dynamic->packets == once.dynamic->packets);
            // All but the first interval are of all nodes.
            CHECK(once.slots <= most_interval_slots(problem_of(plan)));
            CHECK(once.slots > most_interval_slots(problem_of(plan)) * 58 / 60);
        }
    }
}

TEST_CASE("an algorithm that does not fit the network, or too long a run, is refused in a line") {
    const auto complaint = [](std::string_view network, const tutti::parameter_values& values) {
        return inapplicable_reason(dynamic_experiment(network, values));
    };
    CHECK(complaint("torus:4x4", {{"algorithm", "prefix-roots"}}) ==
          "'algorithm=prefix-roots' runs on hypercubes only");
    CHECK(complaint("hypercube:4", {{"algorithm", "packing-alternating"}}) ==
          "'algorithm=packing-alternating' runs on tori only");
    CHECK(complaint("torus:4x4", {{"intervals", "100000000"}}).empty());
    // The number that it names is the largest with which all intervals end before slot 2^31.
    const std::string refused = complaint("torus:16x16", {{"intervals", "100000000"}});
    const auto most = std::stoll(refused.substr(refused.rfind(' ')));
    const rational longest =
        theory_of_intervals(problem_of(dynamic_experiment("torus:16x16", {}))).lengths.back();
    CHECK(refused.starts_with("'intervals=100000000' may take 2^31 slots or more; use at most "));
    CHECK(longest * rational{most} < rational{std::int64_t{1} << 31U});
    CHECK(longest * rational{most + 1} >= rational{std::int64_t{1} << 31U});
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

TEST_CASE("on a hypercube a program for arrays hears its neighbours through the array's ports") {
    tutti::catalogue catalogue = tutti::standard_catalogue();
    tutti::algorithm swap = support::entry("simultaneous-broadcast/split-packing");
    swap.name = "swap";
    swap.phases = [](const tutti::problem&) {
        return std::vector<tutti::phase>{{.name = "broadcast", .expected_slots = 1}};
    };
    swap.transmissions = nullptr;
    swap.parameters.clear();
    swap.program = [](const tutti::setting& setting) {
        return tutti::any_program::on_any<tutti::long_packet>(
            std::get<tutti::grid>(setting.network),
            [](auto& self, tutti::node_input input,
               const tutti::knowledge&) -> tutti::task<std::uint64_t> {
                std::uint64_t messages = input.messages.size();
                if (messages > 0) {
                    self.deliver(input.messages[0]);
                    self.send(self.id() == 0 ? 1 : 0, tutti::long_packet::of(input.messages[0], 0));
                }
                co_await self.next_slot();
                for (const auto& [through, packet] : self.inbox()) {
                    CHECK(self.has(through));
                    self.deliver(packet.content());
                    ++messages;
                }
                self.mark("broadcast");
                co_return messages;
            });
    };
    catalogue.add(swap);
    tutti::experiment plan = dynamic_experiment(
        "hypercube:1", {{"algorithm", "swap"}, {"rate", "1/5"}, {"intervals", "40"}});
    plan.catalogue = &catalogue;
    CHECK(support::verdict_line(support::run(plan)) == "complete");
}

}  // TEST_SUITE("algorithms/dynamic/intervals.cpp")
