#include "tutti/node/rational.hpp"

#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <rapidcheck.h>

TEST_SUITE("tutti/node/rational.hpp") {

namespace {

using tutti::parse_rational;
using tutti::rational;
using tutti::to_string;

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

static_assert(rational{6, 4} == rational{3, 2});
static_assert(rational{1, 8} * 8 == 1);
static_assert(rational{1, 3} + rational{1, 6} == rational{1, 2});

rational small_rational() { return {*rc::gen::inRange(-1000, 1000), *rc::gen::inRange(1, 1000)}; }

}  // namespace

TEST_CASE("a rational is reduced and its denominator positive") {
    CHECK(rational{}.numerator() == 0);
    CHECK(rational{}.denominator() == 1);
    CHECK(to_string(rational{30, 4}) == "15/2");
    CHECK(to_string(rational{-30, 4}) == "-15/2");
    CHECK(to_string(rational{30, -4}) == "-15/2");
    CHECK(to_string(rational{-30, -4}) == "15/2");
    CHECK(to_string(rational{0, -7}) == "0");
    CHECK(to_string(rational{14, 2}) == "7");
    CHECK(to_string(rational{smallest, smallest}) == "1");
}

TEST_CASE("the laws of an ordered field hold, and results are reduced") {
    CHECK(rc::check([] {
        const rational a = small_rational();
        const rational b = small_rational();
        const rational c = small_rational();

        RC_ASSERT(a + b == b + a);
        RC_ASSERT((a + b) + c == a + (b + c));
        RC_ASSERT(a * (b + c) == a * b + a * c);
        RC_ASSERT(a - b == -(b - a));
        RC_ASSERT(a + 0 == a);
        RC_ASSERT(a * 1 == a);
        RC_ASSERT((b == 0 || a / b * b == a));
        for (const rational& result : {a + b, a - b, a * b}) {
            RC_ASSERT(result.denominator() > 0);
            RC_ASSERT(std::gcd(result.numerator(), result.denominator()) == 1);
        }
        RC_ASSERT((a < b) == ((a - b).numerator() < 0));
    }));
}

TEST_CASE("floor and ceil are the whole numbers around") {
    CHECK(rational{7, 2}.floor() == 3);
    CHECK(rational{7, 2}.ceil() == 4);
    CHECK(rational{-7, 2}.floor() == -4);
    CHECK(rational{-7, 2}.ceil() == -3);
    CHECK(rational{-1, 2}.ceil() == 0);
    CHECK(rational{smallest}.floor() == smallest);
    CHECK(rational{largest}.ceil() == largest);
    CHECK(rc::check([] {
        const rational a = small_rational();
        RC_ASSERT(a.floor() <= a);
        RC_ASSERT(a < a.floor() + 1);
        RC_ASSERT(a <= a.ceil());
        RC_ASSERT(a.ceil() - 1 < a);
    }));
}

TEST_CASE("comparison is exact where doubles and 64 bits are not") {
    const rational just_below{largest - 1, largest};
    const rational next_below{largest - 2, largest - 1};

    CHECK(just_below.to_double() == next_below.to_double());
    CHECK(next_below < just_below);
    CHECK(just_below < 1);
    CHECK(rational{smallest} < rational{smallest + 1});
    CHECK((rational{1, 2} <=> rational{2, 4}) == std::strong_ordering::equal);
}

TEST_CASE("a result that fits is right though what it passes through does not fit") {
    CHECK(rational{largest, 2} * 2 == largest);
    CHECK(rational{largest, 3} * rational{3, largest} == 1);
    CHECK(rational{1, largest} + rational{largest - 1, largest} == 1);
    CHECK(rational{smallest} + largest == -1);
    CHECK(rational{smallest} / rational{smallest} == 1);
    CHECK(rational{largest} / rational{largest, 5} == 5);
}

TEST_CASE("a result that does not fit is refused and changes nothing") {
    rational value = largest;

    CHECK_THROWS_AS(value += 1, std::overflow_error);
    CHECK(value == largest);
    CHECK_THROWS_AS((void)(value * 2), std::overflow_error);
    CHECK_THROWS_AS((void)(rational{smallest} - 1), std::overflow_error);
    CHECK_THROWS_AS((void)-rational{smallest}, std::overflow_error);
    CHECK_THROWS_AS((void)rational(1, smallest), std::overflow_error);
    CHECK_THROWS_AS((void)(rational{1, largest} + rational{1, largest - 1}), std::overflow_error);
    CHECK_THROWS_AS((void)(rational{smallest} / -1), std::overflow_error);
    CHECK_THROWS_AS((void)rational{std::uint64_t{1} << 63U}, std::overflow_error);
    CHECK_THROWS_AS((void)rational(0, 0), std::invalid_argument);
    CHECK_THROWS_AS((void)(rational{1} / 0), std::invalid_argument);
}

TEST_CASE("fractions, decimals and exponents are read exactly, and back as they were written") {
    for (const auto& [text, value] : {
             std::pair<const char*, rational>{"3", 3},
             {"15/2", {15, 2}},
             {"30/4", {15, 2}},
             {"0/5", 0},
             {"9223372036854775807", largest},
             {".125", {1, 8}},
             {"1.25e-1", {1, 8}},
             {"1e-06", {1, 1'000'000}},
             {"2.50", {5, 2}},
             {"4.0", 4},
             {"0.0e9", 0},
             {"1E+3", 1000},
             {"0.1", {1, 10}},
             {"0.100000000000000001", {100'000'000'000'000'001, 1'000'000'000'000'000'000}},
             {"9223372036854775807000e-3", largest},
             {"0.00000000000000000021684043449710088680149056017398834228515625",
              {1, std::int64_t{1} << 62U}},
             {"0e-999999999", 0},
         }) {
        CHECK(parse_rational(text) == value);
    }
    CHECK(rc::check([] {
        const rational value{*rc::gen::inRange<std::int64_t>(0, largest),
                             *rc::gen::inRange<std::int64_t>(1, largest)};
        RC_ASSERT(parse_rational(to_string(value)) == value);
    }));
}

TEST_CASE("a decimal of up to 18 digits is the fraction of its digits, wherever the point is") {
    CHECK(rc::check([] {
        const auto digits = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000'000'000);
        const auto exponent = *rc::gen::inRange(0, 18);
        std::int64_t power = 1;
        for (int i = 0; i < exponent; ++i) {
            power *= 10;
        }
        const rational value{digits, power};
        const std::string fraction = std::to_string(digits % power + power).substr(1);
        const std::string decimal =
            std::to_string(digits / power) + (exponent == 0 ? "" : "." + fraction);
        RC_ASSERT(parse_rational(decimal) == value);
        RC_ASSERT(parse_rational(std::to_string(digits) + "e-" + std::to_string(exponent)) ==
                  value);
        if (digits / power == 0 && exponent > 0) {
            RC_ASSERT(parse_rational("." + fraction) == value);
        }
    }));
}

TEST_CASE("what is not a rational number is refused by name") {
    for (const std::string text :
         {"",     "/",     "1/",    "/2",    "1/2/3", "1/-2",  "01",   "1/02",  " 1",    "1 ",
          "1 /2", "0x1",   "a",     "1.",    ".",     "00.5",  "01.5", "1.5/2", "1/2.5", "1/2e",
          "e5",   "1e",    "1e+",   ".e1",   "5.e1",  "1e1.5", "1e5e", "1e1/2", "nan",   "inf",
          "1,5",  "1'000", "1_000", "1.2.3", "--1",   "1e--1", "1d5",  "1f"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS((void)parse_rational(text),
                             ("'" + (text == "1'000" ? "1\\'000" : text) +
                              "' is not a number such as 3, 15/2, 0.125 or 5e-2")
                                 .c_str(),
                             std::invalid_argument);
    }
}

TEST_CASE("a sign, and a number that 64 bits do not hold, are refused as such, however long") {
    for (const std::string text : {"-1", "+1", "-0.5", "+.5", "-5e-2"}) {
        CHECK_THROWS_WITH((void)parse_rational(text), ("'" + text + "' has a sign").c_str());
    }
    for (const std::string text : {"9223372036854775808", "1/9223372036854775808", "1e19", "1e-19",
                                   "0.1e-18", "9223372036854775807.5", "0.3333333333333333333"}) {
        CHECK_THROWS_WITH((void)parse_rational(text),
                          ("'" + text +
                           "' does not fit 64 bits; in lowest terms, numerator and denominator go "
                           "up to 9223372036854775807")
                              .c_str());
    }
    CHECK_THROWS_WITH((void)parse_rational("1/0"), "'1/0' has the denominator 0");
    CHECK_THROWS_WITH((void)parse_rational("1e999999999"), "'1e999999999' is too large");
    CHECK_THROWS_WITH((void)parse_rational("1e99999999999999999999999"),
                      "'1e99999999999999999999999' is too large");
    CHECK_THROWS_WITH((void)parse_rational("1e-999999999"),
                      "'1e-999999999' has more than 1000 decimals");
    const std::string million(1'000'000, '7');
    for (const std::string& text : {million, "1/" + million, "." + million + "e1000000"}) {
        CHECK_THROWS_WITH((void)parse_rational(text),
                          ("'" + text.substr(0, 60) + "'... has more than 1000 digits").c_str());
    }
    const std::string zeros(1'000'000, '0');
    CHECK(parse_rational("1" + zeros + "e-1000000") == 1);
    CHECK(parse_rational("0." + zeros + "1e1000001") == 1);
    CHECK(parse_rational("1e" + zeros + "1") == 10);
}

}  // TEST_SUITE("tutti/node/rational.hpp")
