#include "algorithms/occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

TEST_SUITE("algorithms/occupancy.hpp") {

namespace {

using tutti::overflow_bound;
using tutti::overflow_probability;

/// The share of the words of `balls` letters out of `bins` in which some letter occurs more than
/// `capacity` times, by counting all of them.
double counted(int bins, int balls, int capacity) {
    std::vector<int> word(static_cast<std::size_t>(balls));
    int words = 0;
    int overflows = 0;
    for (;;) {
        std::vector<int> occurrences(static_cast<std::size_t>(bins));
        for (const int letter : word) {
            ++occurrences[static_cast<std::size_t>(letter)];
        }
        ++words;
        overflows += std::ranges::max(occurrences) > capacity ? 1 : 0;
        std::size_t place = 0;
        while (place < word.size() && ++word[place] == bins) {
            word[place] = 0;
            ++place;
        }
        if (place == word.size()) {
            return static_cast<double>(overflows) / words;
        }
    }
}

/// Two digits, as the specification gives them.
std::string rounded(double probability) { return fmt::format("{:.1e}", probability); }

double probability(int bins, std::uint64_t balls, std::uint64_t capacity) {
    return overflow_probability(bins, balls, capacity).value_or(-1);
}

}  // namespace

TEST_CASE("probabilities and bounds are those of the specification's table") {
    struct row {
        int d;
        std::uint64_t k;
        int factor;
        std::uint64_t budget;
        const char* exact;
        const char* bound;
    };
    const std::vector<row> rows{
        {4, 16, 2, 8, "3.0e-02", "8.5e-01"},   {4, 16, 3, 12, "1.5e-05", "2.2e-02"},
        {6, 64, 3, 32, "9.6e-10", "6.0e-06"},  {8, 64, 3, 24, "5.9e-07", "2.5e-04"},
        {8, 256, 3, 96, "4.8e-24", "7.8e-18"}, {10, 100, 3, 30, "6.0e-08", "2.4e-05"},
        {10, 2, 3, 1, "1.0e-01", "1.0e+00"},
    };
    for (const row& each : rows) {
        CAPTURE(each.d);
        CAPTURE(each.k);
        CHECK(rounded(probability(each.d, each.k, each.budget)) == each.exact);
        CHECK(rounded(overflow_bound(each.d, each.k, each.factor)) == each.bound);
    }
}

TEST_CASE("small cases are as counted word by word") {
    for (int bins = 1; bins <= 4; ++bins) {
        for (int balls = 0; balls <= 7; ++balls) {
            for (int capacity = 0; capacity <= balls + 1; ++capacity) {
                CAPTURE(bins);
                CAPTURE(balls);
                CAPTURE(capacity);
                const double exact = counted(bins, balls, capacity);
                CHECK(probability(bins, static_cast<std::uint64_t>(balls),
                                  static_cast<std::uint64_t>(capacity)) ==
                      doctest::Approx(exact).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("two balls meet in one of so many bins with the inverse of their number") {
    for (int bins = 1; bins <= 1000; bins += 37) {
        CHECK(probability(bins, 2, 1) == doctest::Approx(1.0 / bins).epsilon(1e-12));
    }
}

// The largest of all: one bin gets every ball, any of them.
TEST_CASE("probabilities far below what is left of 1 in a double are exact too") {
    double all_in_one = 1;
    for (std::uint64_t balls = 1; balls <= 300; ++balls) {
        CHECK(probability(10, balls, balls - 1) == doctest::Approx(all_in_one).epsilon(1e-8));
        all_in_one /= 10;
    }
}

TEST_CASE("more balls and less room make an overflow more likely, and never more than certain") {
    constexpr double rounding = 1 + 1e-12;
    for (const int bins : {1, 2, 5, 16}) {
        for (std::uint64_t balls = 0; balls <= 60; ++balls) {
            for (std::uint64_t capacity = 0; capacity <= 20; ++capacity) {
                const double here = probability(bins, balls, capacity);
                CAPTURE(bins);
                CAPTURE(balls);
                CAPTURE(capacity);
                CHECK(here >= 0);
                CHECK(here <= 1);
                CHECK(here <= rounding * probability(bins, balls + 1, capacity));
                CHECK(rounding * here >= probability(bins, balls, capacity + 1));
            }
        }
    }
}

TEST_CASE("room for all never overflows, too little for the mean always does") {
    for (const int bins : {1, 2, 3, 10, 64}) {
        const auto count = static_cast<std::uint64_t>(bins);
        for (std::uint64_t capacity = 0; capacity <= 12; ++capacity) {
            CAPTURE(bins);
            CAPTURE(capacity);
            CHECK(probability(bins, 0, capacity) == 0);
            CHECK(probability(bins, capacity, capacity) == 0);
            CHECK(probability(bins, capacity, capacity + 5) == 0);
            CHECK(probability(bins, count * capacity + 1, capacity) == 1);
            CHECK(probability(bins, count * capacity + 9, capacity) == 1);
        }
        CHECK(probability(bins, 1, 0) == 1);
    }
    CHECK(probability(1, 9, 8) == 1);
    CHECK(probability(1, 1000, 1) == 1);
}

// As many balls as bins, room for one: all fit in bins! of bins^bins words.
TEST_CASE("many bins are as exact as few, also where an overflow is nearly certain") {
    double spread = 1;
    for (int bins = 1; bins <= 64; ++bins) {
        CAPTURE(bins);
        CHECK(probability(bins, static_cast<std::uint64_t>(bins), 1) ==
              doctest::Approx(1 - spread).epsilon(1e-9));
        spread *= std::pow(static_cast<double>(bins) / (bins + 1), bins);
    }
}

TEST_CASE("too much work is declined, less is not") {
    CHECK_FALSE(overflow_probability(10, 10'000'001, 2'000'000).has_value());
    CHECK_FALSE(overflow_probability(20, std::uint64_t{1} << 62U, 1).has_value());
    CHECK(overflow_probability(10, 100'000, 11'000).has_value());
}

TEST_CASE("the bound lies above the exact probability, up to 1") {
    for (const int bins : {2, 3, 4, 8, 20}) {
        for (std::uint64_t balls = 1; balls <= 120; balls += 7) {
            for (const int tenths : {11, 15, 20, 30, 45}) {
                const auto divisor = 10 * static_cast<std::uint64_t>(bins);
                const auto wanted = static_cast<std::uint64_t>(tenths) * balls;
                const std::uint64_t budget = (wanted + divisor - 1) / divisor;
                const double bound = overflow_bound(bins, balls, tenths / 10.0);
                CAPTURE(bins);
                CAPTURE(balls);
                CAPTURE(tenths);
                CHECK(probability(bins, balls, budget) <= bound);
                CHECK(bound <= 1);
            }
        }
    }
}

TEST_CASE("factors up to 1 are not bounded, nor is a wait for nothing") {
    CHECK(overflow_bound(8, 256, 1) == 1);
    CHECK(overflow_bound(8, 256, 0.5) == 1);
    CHECK(overflow_bound(8, 256, 1e-300) == 1);
    CHECK(overflow_bound(8, 0, 3) == 1);
    CHECK(overflow_bound(8, 256, 1e6) < 1e-100);
}

}  // TEST_SUITE("algorithms/occupancy.hpp")
