#include "algorithms/dynamic_theory.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/dynamic/dynamic_trial.hpp"
#include "trial.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("algorithms/dynamic_theory.hpp") {

namespace {

using support::dynamic_experiment;
using tutti::interval_theory;
using tutti::rational;

interval_theory theory_on(std::string_view network, const tutti::parameter_values& values = {}) {
    return theory_of_intervals(problem_of(dynamic_experiment(network, values)));
}

/// p, and d = `dimensions` times.
std::string sides(int p, int dimensions) {
    std::string text;
    for (int i = 0; i < dimensions; ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : "x", p);
    }
    return text;
}

}  // namespace

TEST_CASE("an interval with M active nodes is as long as a broadcast of M messages") {
    for (const std::string network : {"torus:3x3", "array:4x4", "array:2x2x2", "torus:3x3x3"}) {
        const interval_theory theory = theory_on(network, {{"prefix-step", "1/8"}});
        for (std::size_t active = 0; active < theory.lengths.size(); ++active) {
            tutti::experiment plan =
                support::on_network(support::entry("simultaneous-broadcast/split-packing"), network,
                                    fmt::format("random:{}", active));
            plan.parameters["prefix-step"] = "1/8";
            CHECK(support::run(plan).units == theory.lengths[active]);
        }
    }
    // The array of sides 2 is the hypercube, too.
    CHECK(theory_on("hypercube:4").lengths == theory_on("array:2x2x2x2").lengths);
}

TEST_CASE("no interval is longer than V + XM, and padded intervals are that long") {
    for (const std::string network :
         {"array:4", "array:3x3", "array:2x2x2", "array:5x5", "torus:3", "torus:4x4", "torus:5x5",
          "torus:3x3x3", "torus:4x4x4", "hypercube:1", "hypercube:4", "hypercube:6"}) {
        for (const std::string algorithm : {"split-packing", "packing", "packing-alternating",
                                            "one-dimension", "prefix-roots", "exchange-roots"}) {
            const tutti::experiment plan = dynamic_experiment(
                network, {{"algorithm", algorithm}, {"prefix-step", "1/4"}, {"padded", "false"}});
            if (!inapplicable_reason(plan).empty()) {
                continue;
            }
            tutti::experiment padded = plan;
            padded.parameters["padded"] = "true";
            const interval_theory theory = theory_of_intervals(problem_of(plan));
            const interval_theory longer = theory_of_intervals(problem_of(padded));
            CAPTURE(network);
            CAPTURE(algorithm);
            CHECK(theory.lengths.size() == node_count(plan.built_network) + 1);
            CHECK(longer.pads.size() == theory.lengths.size());
            for (std::size_t active = 0; active < theory.lengths.size(); ++active) {
                CHECK(theory.lengths[active] <= theory.constant + theory.slope * active);
                CHECK(longer.lengths[active] == theory.constant + theory.slope * active);
                CHECK(theory.lengths[active] + longer.pad_length * longer.pads[active] ==
                      longer.lengths[active]);
            }
        }
    }
}

TEST_CASE("X, V and the utilisation are those of the table") {
    for (const auto& [p, d] :
         {std::pair{3, 2}, std::pair{4, 2}, std::pair{5, 1}, std::pair{3, 3}}) {
        for (const bool is_torus : {false, true}) {
            const int g = is_torus ? 2 : 1;
            const std::string network = (is_torus ? "torus:" : "array:") + sides(p, d);
            const auto nodes = static_cast<std::int64_t>(std::pow(p, d));
            CAPTURE(network);

            const interval_theory split =
                theory_on(network, {{"prefix-step", "1/8"}, {"rate", "1/40"}});
            CHECK(split.slope == rational{nodes - 1, g * d * nodes});
            CHECK(split.constant == rational{2 * d * (p - 1), 8} + rational{(1 + g) * (p - 1), g});
            CHECK(split.utilisation() ==
                  doctest::Approx(static_cast<double>(nodes - 1) / (40.0 * g * d)));

            const interval_theory whole =
                theory_on(network, {{"prefix-step", "1/8"}, {"algorithm", "packing"}});
            const int q = is_torus ? p / 2 : p - 1;
            const rational slope{q * (nodes - 1), d * (p - 1) * nodes};
            CHECK(whole.slope == slope);
            CHECK(whole.constant ==
                  rational{4 * d * (p - 1), 8} + d * (p - 1) + d * q + slope * (d - 1));
        }
    }
}

TEST_CASE("the limit of the utilisation is where a node is served as fast as messages arrive") {
    for (const std::string network : {"torus:4x4", "array:3x3", "hypercube:4"}) {
        const interval_theory sched = theory_on(network);
        const interval_theory padded = theory_on(network, {{"padded", "true"}});
        const double nodes = sched.nodes;
        const double x = sched.slope.to_double();
        const double v = sched.constant.to_double();
        CAPTURE(network);
        // lambda T(N) = 1, and rho + lambda V = 1.
        const std::string served = to_string(rational{1} / sched.lengths.back());
        CHECK(sched.stability_limit() ==
              doctest::Approx(theory_on(network, {{"rate", served}}).utilisation()));
        CHECK(padded.stability_limit() == doctest::Approx(1 / (1 + v / (nodes * x))));
        CHECK(padded.stability_limit() < sched.stability_limit());
        CHECK(sched.stability_limit() < 1);
    }
}

TEST_CASE(
    "mean delay and its bound have the light-load limit, and none at the limit of stability") {
    for (const std::string network : {"torus:4x4", "array:3x3", "hypercube:4"}) {
        const interval_theory light =
            theory_on(network, {{"rate", "0.000000001"}, {"padded", "true"}});
        const double limit = 1.5 * light.constant.to_double() + light.slope.to_double();
        CAPTURE(network);
        CHECK(*light.delay_bound() == doctest::Approx(limit));
        CHECK(*light.mean_delay(1) == doctest::Approx(limit));

        interval_theory loaded = light;
        double before = limit;
        const double most = 1 / light.lengths.back().to_double();
        for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
            loaded.rate = share * most;
            REQUIRE(loaded.delay_bound().has_value());
            CHECK(*loaded.delay_bound() > before);
            before = *loaded.delay_bound();
            // The bound is the mean delay for some ratio of moments that is possible.
            CHECK(*loaded.delay_bound() <=
                  *loaded.mean_delay(1) + *loaded.mean_delay(loaded.nodes));
        }
        for (const double share : {1.0001, 2.0}) {
            loaded.rate = share * most;
            CHECK_FALSE(loaded.delay_bound().has_value());
            CHECK_FALSE(loaded.mean_delay(1).has_value());
        }
    }
}

TEST_CASE("rates are read as fractions or decimals, and nothing else is") {
    const tutti::algorithm& algorithm = support::entry("dynamic-broadcast/intervals");
    const auto entry = std::ranges::find(algorithm.parameters, "rate", &tutti::parameter::name);
    REQUIRE(entry != algorithm.parameters.end());
    const auto read_rate = [&](std::string_view text) {
        const auto read = entry->taken(text);
        return read ? std::optional{std::get<rational>(read->content())} : std::nullopt;
    };
    CHECK(read_rate("1/20") == rational{1, 20});
    CHECK(read_rate("0.05") == rational{1, 20});
    CHECK(read_rate("2.500") == rational{5, 2});
    CHECK(read_rate("3") == rational{3});
    CHECK(read_rate("1000") == rational{1000});
    CHECK(read_rate("1000.0") == rational{1000});
    CHECK(read_rate("0.000000001") == rational{1, 1'000'000'000});
    for (const std::string_view wrong : {"",
                                         "0",
                                         "0.0",
                                         "-1",
                                         "+1",
                                         "x",
                                         "1/0",
                                         "0/5",
                                         "1e9",
                                         "1001",
                                         "1000.1",
                                         "5.",
                                         ".",
                                         "0.0000000001",
                                         "1/1000000001",
                                         "1.5/2",
                                         "1/2.5",
                                         " 1",
                                         "1 ",
                                         "0x1",
                                         "1.-5",
                                         "1.+5",
                                         "99999999999999999999",
                                         "1/99999999999999999999",
                                         "nan",
                                         "inf",
                                         "1,5",
                                         "1.2.3"}) {
        CAPTURE(wrong);
        CHECK_FALSE(read_rate(wrong).has_value());
    }
}

TEST_CASE("the slots of a run are bounded by those of its longest intervals") {
    for (const std::string network : {"torus:3x3x3", "array:3x3x3", "hypercube:3"}) {
        for (const std::string algorithm : {"split-packing", "one-dimension", "packing"}) {
            tutti::experiment plan = dynamic_experiment(network, {{"algorithm", algorithm},
                                                                  {"intervals", "60"},
                                                                  {"rate", "10"},
                                                                  {"prefix-step", "1/16"}});
            const tutti::result outcome = support::run(plan);
            CAPTURE(network);
            CAPTURE(algorithm);
            // All but the first interval are of all nodes.
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.slots <= most_interval_slots(problem_of(plan)));
            CHECK(outcome.slots > most_interval_slots(problem_of(plan)) * 58 / 60);
        }
    }
}

}  // TEST_SUITE("algorithms/dynamic_theory.hpp")
