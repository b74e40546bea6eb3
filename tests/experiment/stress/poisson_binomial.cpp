#include "experiment/stress/poisson_binomial.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "topology/random.hpp"

TEST_SUITE("experiment/stress/poisson_binomial.hpp") {

namespace {

using tutti::bound_of_at_least;
using tutti::event_counts;
using tutti::probability_of_at_least;

event_counts counted(const std::vector<double>& probabilities) {
    event_counts events;
    for (const double probability : probabilities) {
        ++events[probability];
    }
    return events;
}

/// By all subsets of the events.
double by_enumeration(std::uint64_t least, const std::vector<double>& probabilities) {
    double tail = 0;
    for (std::uint64_t happened = 0; happened < std::uint64_t{1} << probabilities.size();
         ++happened) {
        double probability = 1;
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < probabilities.size(); ++i) {
            const bool does = (happened >> i & 1U) != 0;
            probability *= does ? probabilities[i] : 1 - probabilities[i];
            count += does ? 1 : 0;
        }
        tail += count >= least ? probability : 0;
    }
    return tail;
}

}  // namespace

TEST_CASE("the tail is the sum over all subsets, for any probabilities") {
    tutti::split_mix random{5};
    for (std::size_t size = 0; size <= 8; ++size) {
        std::vector<double> probabilities(size);
        for (double& probability : probabilities) {
            probability = static_cast<double>(random.next() % 5) / 4;  // 0 and 1 among them
        }
        for (std::uint64_t least = 0; least <= size + 1; ++least) {
            CAPTURE(size);
            CAPTURE(least);
            CHECK(probability_of_at_least(least, counted(probabilities)) ==
                  doctest::Approx(by_enumeration(least, probabilities)).epsilon(1e-12));
        }
    }
}

TEST_CASE("Chernoff's bound is above the tail, and at most 1") {
    const event_counts events{{0.001, 500}, {0.01, 300}, {0.2, 10}};  // 5.5 are expected
    for (std::uint64_t least = 0; least <= 40; ++least) {
        CAPTURE(least);
        CHECK(bound_of_at_least(least, events) >= probability_of_at_least(least, events));
        CHECK(bound_of_at_least(least, events) <= 1);
    }
    CHECK(bound_of_at_least(5, events) == 1);
    CHECK(bound_of_at_least(20, events) ==
          doctest::Approx(std::exp(14.5) * std::pow(5.5 / 20, 20)));
    CHECK(bound_of_at_least(1, {{0.0, 5}}) == 0);
    CHECK(bound_of_at_least(0, {}) == 1);
}

TEST_CASE("what takes too long to add up is bounded instead") {
    constexpr std::uint64_t billion = 1'000'000'000;
    const event_counts many{{1e-6, billion}};  // 1,000 are expected

    CHECK(probability_of_at_least(1000, many) == 1);
    CHECK(probability_of_at_least(2000, many) == bound_of_at_least(2000, many));
    CHECK(probability_of_at_least(2000, many) < 1e-100);
    const event_counts at_most{{0.001, 1'000'000}};
    CHECK(probability_of_at_least(100, at_most) > 0.999999);
    CHECK(probability_of_at_least(100, at_most) < 1 + 1e-9);
    CHECK(probability_of_at_least(101, at_most) == bound_of_at_least(101, at_most));
}

}  // TEST_SUITE("experiment/stress/poisson_binomial.hpp")
