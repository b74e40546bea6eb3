#include "algorithms/occupancy.hpp"

#include <algorithm>
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
