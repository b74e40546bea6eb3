#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "planted.hpp"
#include "support/standard.hpp"
#include "tutti/experiment/stress.hpp"

TEST_SUITE("tutti/experiment/stress.hpp") {

namespace {

namespace json = boost::json;

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

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("the text has the smallest failures in full, and the number of others") {
    stress_report report;
    const auto fail = [&](std::size_t nodes, std::uint64_t packets) -> tutti::failed_trial& {
        const std::uint64_t number = report.failures.size();
        report.failures.push_back({.number = number,
                                   .nodes = nodes,
                                   .packets = packets,
                                   .is_shrunk = true,
                                   .command = "repeat " + std::to_string(number)});
        return report.failures.back();
    };
    fail(16, 1);
    fail(8, 5);
    fail(8, 2);
    fail(8, 2).same_as = 2;
    fail(4, 9);
    report.failed = 5;
    const auto end_of = [&] {
        const std::string table = to_table(report);
        return table.substr(table.find("\ntrial"));
    };
    const auto one = [](const std::string& number) {
        return "\ntrial " + number +
               " is incorrect: \n  the smallest input found that fails in the same way:\n  "
               "repeat " +
               number + "\n";
    };

    CHECK(holds(end_of(),
                one("4") + one("2") + one("1") +
                    "\n2 more failed: 1 on inputs of their own, 1 on the same inputs again\n"));
    report.failed = 1005;
    CHECK(holds(end_of(),
                "\n1,002 more failed: 1 on inputs of their own, 1 on the same inputs again, 1,000 "
                "not examined\n"));
}

TEST_CASE("the text has distinct failures, JSON has all") {
    const algorithm& greedy = support::entry("simultaneous-broadcast/greedy");
    experiment plan = on_cube(greedy, 3);
    stress_options options = many(30, {1, 8});
    options.run.slot_budget = 2;
    const stress_report report = tutti::stress(plan, options);
    options.most_distinct = 1;
    const stress_report first = tutti::stress(plan, options);

    CHECK(report.verdict == verdict::budget_exceeded);
    CHECK(report.failures.size() == report.failed);
    CHECK(first.failures.size() == 1);
    CHECK(first.failed == report.failed);
    CHECK(holds(to_table(first), std::to_string(report.failed - 1) + " more failed"));
    CHECK(holds(report.failures[0].command, " --slot-budget 2"));
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

TEST_CASE("failures and the summary are JSON objects, one a line") {
    const algorithm broken = support::broken_by_a_pair();
    const stress_report report = tutti::stress(on_cube(broken, 3), many(20, {8, 8}));
    std::string lines = to_json_lines(report, "tutti stress x");
    std::vector<json::object> objects;
    for (std::size_t end = lines.find('\n'); end != std::string::npos; end = lines.find('\n')) {
        objects.push_back(json::parse(lines.substr(0, end)).as_object());
        lines.erase(0, end + 1);
    }

    CHECK(lines.empty());
    REQUIRE(objects.size() == report.failed + 1);
    CHECK(objects.front().at("broadcasters") == "nodes:3,5");
    CHECK(objects.front().at("root").is_null());
    CHECK(objects.front().at("shrunk").as_bool());
    CHECK(objects.front().at("verdict") == "incorrect");
    const json::object& summary = objects.back();
    CHECK(summary.at("command") == "tutti stress x");
    CHECK(summary.at("trials") == 20);
    CHECK(summary.at("failed").to_number<std::uint64_t>() == report.failed);
    CHECK(summary.at("verdict") == "incorrect");
    CHECK(summary.at("unlucky") == 0);
    CHECK(summary.at("unlucky_tail").is_null());
}

}  // TEST_SUITE("tutti/experiment/stress.hpp")
