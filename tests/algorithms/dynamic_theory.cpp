#include "algorithms/dynamic_theory.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/dynamic/forecast.hpp"
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

/// The exact mean delay with padded intervals below the limit of stability, from the ratio of the
/// second moment of the number of broadcasting nodes to the first.
double mean_delay(const interval_theory& theory, double moment_ratio) {
    const double x = theory.slope.to_double();
    const double v = theory.constant.to_double();
    const double rho = theory.utilisation();
    const double delta = 1 - rho - theory.rate * v;
    return v + x * moment_ratio + (x + (1 + rho) * v - (1 - rho) * x * moment_ratio) / (2 * delta);
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

TEST_CASE(
    "mean delay and its bound have the light-load limit, and no bound at the limit of stability") {
    for (const std::string network : {"torus:4x4", "array:3x3", "hypercube:4"}) {
        const interval_theory light =
            theory_on(network, {{"rate", "0.000000001"}, {"padded", "true"}});
        const double limit = 1.5 * light.constant.to_double() + light.slope.to_double();
        CAPTURE(network);
        CHECK(*light.delay_bound() == doctest::Approx(limit));
        CHECK(mean_delay(light, 1) == doctest::Approx(limit));

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
                  mean_delay(loaded, 1) + mean_delay(loaded, loaded.nodes));
        }
        for (const double share : {1.0001, 2.0}) {
            loaded.rate = share * most;
            CHECK_FALSE(loaded.delay_bound().has_value());
        }
    }
}

}  // TEST_SUITE("algorithms/dynamic_theory.hpp")
