#include "results/statistics.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

TEST_SUITE("results/statistics.hpp") {

namespace {

using tutti::interval;
using tutti::interval_method;
using tutti::interval_of;
using tutti::mean_of;
using tutti::median_of;

interval known_interval(const std::vector<double>& values, interval_method method) {
    const auto range = interval_of(values, method);
    REQUIRE(range);
    return range.value_or(interval{});
}

}  // namespace

TEST_CASE("mean and median are what they are by hand") {
    CHECK(mean_of(std::vector{7.0}) == 7);
    CHECK(mean_of(std::vector{1.0, 2.0, 6.0}) == 3);
    CHECK(median_of(std::vector{6.0, 1.0, 2.0}) == 2);
    CHECK(median_of(std::vector{6.0, 1.0, 2.0, 4.0}) == 3);
    // Values whose mean no sum of three gives back.
    CHECK(mean_of(std::vector{0.1, 0.1, 0.1}) == 0.1);
}

TEST_CASE("Student's interval is that of the tables") {
    // t(0.975, 4) = 2.776445, standard deviation sqrt(5/2).
    const interval five =
        known_interval(std::vector{1.0, 2.0, 3.0, 4.0, 5.0}, interval_method::student);
    CHECK(five.low == doctest::Approx(3 - 1.9632432).epsilon(1e-6));
    CHECK(five.high == doctest::Approx(3 + 1.9632432).epsilon(1e-6));
    // t(0.975, 1) = 12.706205, standard error 1/2.
    const interval two = known_interval(std::vector{0.0, 1.0}, interval_method::student);
    CHECK(two.high == doctest::Approx(0.5 + 6.3531024).epsilon(1e-6));
    // Ten speeds of light by Newcomb: mean 18.2, t(0.975, 9) = 2.262157.
    const interval ten =
        known_interval(std::vector{28.0, 26.0, 33.0, 24.0, 34.0, -44.0, 27.0, 16.0, 40.0, -2.0},
                       interval_method::student);
    CHECK((ten.low + ten.high) / 2 == doctest::Approx(18.2));
    CHECK(ten.high - ten.low == doctest::Approx(2 * 2.2621572 * 7.8128100).epsilon(1e-6));
}

TEST_CASE("there is no interval for one value, and none where all agree") {
    for (const interval_method method : {interval_method::student, interval_method::bootstrap}) {
        CHECK_FALSE(interval_of(std::vector{3.0}, method));
        CHECK_FALSE(interval_of(std::vector{3.0, 3.0, 3.0}, method));
        CHECK(interval_of(std::vector{3.0, 3.0, 4.0}, method));
    }
}

TEST_CASE("the bootstrap's interval lies among the values, around the mean, always the same") {
    rc::check([] {
        auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<double>>(
            rc::gen::cast<double>(rc::gen::inRange(0, 50))));
        values.push_back(values.front() + 1);
        const auto interval = interval_of(values, interval_method::bootstrap);
        RC_ASSERT(interval.has_value());
        RC_ASSERT(interval == interval_of(values, interval_method::bootstrap));
        RC_ASSERT(interval->low >= *std::ranges::min_element(values));
        RC_ASSERT(interval->high <= *std::ranges::max_element(values));
        RC_ASSERT(interval->low <= mean_of(values));
        RC_ASSERT(interval->high >= mean_of(values));
    });
}

}  // TEST_SUITE("results/statistics.hpp")
