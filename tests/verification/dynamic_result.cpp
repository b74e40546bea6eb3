#include "verification/dynamic_result.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/interval_record.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/catalog/arrivals.hpp"
#include "tutti/experiment/result.hpp"

TEST_SUITE("verification/dynamic_result.hpp") {

namespace {

namespace json = boost::json;

using tutti::arrival_source;
using tutti::dynamic_result;
using tutti::instant;
using tutti::interval_record;
using tutti::interval_theory;
using tutti::stability_kind;

constexpr instant slot_units = instant{1} << 32U;

/// Nothing arrives before any run ends.
arrival_source silence(tutti::node_id node) {
    return {node, {1, 1'000'000'000}, tutti::derived_payloads{1}};
}

/// Intervals of a slot; a node saturates above one message a slot.
interval_theory theory_at(double rate) {
    return {.rate = rate,
            .nodes = 2,
            .slope = {1, 4},
            .constant = {1, 2},
            .slots = {},
            .lengths = {{1, 2}, {3, 4}, 1},
            .pads = {1, 1, 0},
            .pad_length = {1, 4}};
}

/// Two nodes whose queue in interval i, of `intervals`, has `waiting(i)` messages. Delays are i+1
/// slots.
template <class Waiting>
std::vector<interval_record> records(std::uint64_t intervals, std::uint64_t run,
                                     const Waiting& waiting) {
    std::vector<interval_record> gathered(2);
    for (interval_record& record : gathered) {
        record.reset(intervals, 0);
        for (std::uint64_t i = 0; i < run; ++i) {
            record.begin(waiting(i), 0);
            record.served(static_cast<instant>(i + 1) * slot_units);
            record.end(2, i + 1);
        }
    }
    return gathered;
}

stability_kind judged(double rate, const std::vector<interval_record>& seen) {
    const dynamic_result dynamic = sum_up(seen, theory_at(rate), silence);
    CHECK_FALSE(dynamic.reason.empty());
    CHECK(dynamic.reason.find('\n') == std::string::npos);
    return dynamic.stability;
}

std::uint64_t growing(std::uint64_t interval) { return interval; }
std::uint64_t steady(std::uint64_t /*interval*/) { return 100; }
std::uint64_t short_and_growing(std::uint64_t interval) { return interval / 30; }

}  // namespace

TEST_CASE("figures are sums over all nodes") {
    const dynamic_result dynamic = sum_up(
        records(100, 100, [](std::uint64_t i) { return 1 + i % 3; }), theory_at(0.1), silence);
    CHECK(dynamic.intervals == 100);
    CHECK(dynamic.packets == 200);
    CHECK(dynamic.mean_active == 2);
    CHECK(dynamic.moment_ratio == 2.0);
    CHECK(dynamic.queue.max == 3);
    CHECK(dynamic.queue.mean == doctest::Approx(1.99));
    // In the last five, the last part of the run, 3, 1, 2, 3 and 1 wait.
    CHECK(dynamic.queue.mean_at_end == 2);
    CHECK(dynamic.own_time == 100);
    CHECK(dynamic.do_agree);
    REQUIRE(dynamic.delay.has_value());
    CHECK(dynamic.delay->mean == doctest::Approx(50.5));
    CHECK(dynamic.delay->max == 100);
    CHECK(std::abs(dynamic.delay->median / 50 - 1) <= 0.004);
    CHECK(std::abs(dynamic.delay->p95 / 95 - 1) <= 0.004);
    CHECK(std::abs(dynamic.delay->p99 / 99 - 1) <= 0.004);
    // Batches of 5: means 3, 8, .. 98; their standard error is 6.61.
    CHECK(dynamic.delay->confidence_95 == doctest::Approx(2.1 * 6.6144).epsilon(1e-3));
}

TEST_CASE("a run is stable or unstable if theory and queues say so, else undecided") {
    const auto grow = records(200, 200, growing);
    const auto stay = records(200, 200, steady);
    CHECK(judged(0.5, stay) == stability_kind::stable);
    CHECK(judged(0.5, grow) == stability_kind::undecided);
    CHECK(judged(1.5, stay) == stability_kind::undecided);
    CHECK(judged(1.5, grow) == stability_kind::unstable);
    // At the limit itself queues do not stay finite.
    CHECK(judged(1, grow) == stability_kind::unstable);
    CHECK(judged(1, stay) == stability_kind::undecided);
}

TEST_CASE("queues of a few messages that grow say nothing") {
    CHECK(judged(0.5, records(120, 120, short_and_growing)) == stability_kind::stable);
    CHECK(judged(1.5, records(120, 120, short_and_growing)) == stability_kind::undecided);
}

TEST_CASE("a run that was cut short is verified by the part that was run") {
    CHECK(judged(1.5, records(200, 100, growing)) == stability_kind::unstable);
    CHECK(judged(0.5, records(200, 100, growing)) == stability_kind::undecided);
    CHECK(judged(0.5, records(200, 100, steady)) == stability_kind::stable);
    for (const std::uint64_t run : {0U, 5U, 39U}) {
        CHECK(judged(0.5, records(200, run, steady)) == stability_kind::undecided);
        CHECK(judged(1.5, records(200, run, growing)) == stability_kind::undecided);
    }
}

TEST_CASE("nodes whose intervals differ do not agree") {
    std::vector<interval_record> seen = records(20, 20, steady);
    CHECK(sum_up(seen, theory_at(0.5), silence).do_agree);
    seen[1].end(1, 21);
    CHECK_FALSE(sum_up(seen, theory_at(0.5), silence).do_agree);
}

TEST_CASE("a node whose notes do not have all that arrived is careless") {
    const auto arrivals = [](tutti::node_id node) {
        return arrival_source{node, 1, tutti::derived_payloads{1}};
    };
    const instant now = 10 * slot_units;
    const auto noted = [&](std::uint64_t less) {
        std::vector<interval_record> seen(2);
        for (tutti::node_id node = 0; node < 2; ++node) {
            arrival_source source = arrivals(node);
            std::uint64_t arrived = 0;
            while (source.next_until(now)) {
                ++arrived;
            }
            seen[node].reset(1, 0);
            seen[node].begin(arrived - (node == 1 ? less : 0), now);
            seen[node].served(slot_units);
            seen[node].end(2, 11);
        }
        return sum_up(seen, theory_at(0.5), arrivals).careless;
    };
    CHECK_FALSE(noted(0).has_value());
    CHECK(noted(1) == 1U);
}

TEST_CASE("no message that counts has no delay, and no message at all no ratio of moments") {
    std::vector<interval_record> seen(2);
    for (interval_record& record : seen) {
        record.reset(20, 2);
        record.begin(1, 0);
        record.served(slot_units);
        record.end(0, 1);
    }
    const dynamic_result dynamic = sum_up(seen, theory_at(0.5), silence);
    CHECK(dynamic.packets == 2);
    CHECK_FALSE(dynamic.delay.has_value());
    CHECK_FALSE(dynamic.moment_ratio.has_value());
}

TEST_CASE("a dynamic result has every promised field, and null where there is nothing to say") {
    tutti::experiment plan =
        support::on_network(support::entry("dynamic-broadcast/intervals"), "torus:3x3");
    plan.parameters = {{"rate", "1/50"}, {"intervals", "50"}};
    json::object object = json::parse(to_json(support::run(plan))).at("dynamic").as_object();
    for (const std::string name :
         {"intervals", "packets", "delay", "queue", "utilisation", "stability_limit", "delay_bound",
          "stability", "reason", "mean_active", "moment_ratio", "time"}) {
        CAPTURE(name);
        REQUIRE(object.contains(name));
        CHECK_FALSE(object.at(name).is_null());
    }
    for (const std::string name : {"mean", "confidence_95", "median", "p95", "p99", "max"}) {
        CAPTURE(name);
        CHECK(object.at("delay").as_object().contains(name));
    }
    CHECK(object.at("queue").as_object().contains("mean"));
    CHECK(object.at("intervals") == 50);
    CHECK(object.at("stability") == "stable");

    plan.parameters = {{"rate", "3"}, {"intervals", "50"}};
    object = json::parse(to_json(support::run(plan))).at("dynamic").as_object();
    CHECK(object.at("delay_bound").is_null());
    CHECK(object.at("stability") == "unstable");

    plan.parameters = {{"rate", "0.000000001"}, {"intervals", "50"}};
    object = json::parse(to_json(support::run(plan))).at("dynamic").as_object();
    CHECK(object.at("delay").is_null());
    CHECK(object.at("moment_ratio").is_null());
}

TEST_CASE("only broadcasts that arrive while the run goes on have a dynamic result") {
    const tutti::result outcome = support::run(
        support::on_network(support::entry("simultaneous-broadcast/split-packing"), "torus:3x3"));
    CHECK_FALSE(outcome.dynamic.has_value());
    CHECK(json::parse(to_json(outcome)).at("dynamic").is_null());
}

}  // TEST_SUITE("verification/dynamic_result.hpp")
