#include "tutti/model/rational.hpp"

#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>
#include <rapidcheck.h>

TEST_SUITE("tutti/model/rational.hpp") {

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

TEST_CASE("the laws of a field hold") {
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
        if (b != 0) {
            RC_ASSERT(a / b * b == a);
        }
    }));
}

TEST_CASE("every result is reduced, and ordered as its difference says") {
    CHECK(rc::check([] {
        const rational a = small_rational();
        const rational b = small_rational();

        for (const rational& result : {a + b, a - b, a * b}) {
            RC_ASSERT(result.denominator() > 0);
            RC_ASSERT(std::gcd(result.numerator(), result.denominator()) == 1);
        }
        RC_ASSERT((a < b) == ((a - b).numerator() < 0));
        RC_ASSERT((a == b) == ((a - b).numerator() == 0));
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

TEST_CASE("compound operators do what the plain ones do") {
    rational value{1, 2};

    CHECK((value += 1) == rational{3, 2});
    CHECK((value -= rational{1, 4}) == rational{5, 4});
    CHECK((value *= 4) == 5);
    CHECK((value /= 3) == rational{5, 3});
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
}

TEST_CASE("the denominator 0 is refused") {
    CHECK_THROWS_AS((void)rational(1, 0), std::invalid_argument);
    CHECK_THROWS_AS((void)rational(0, 0), std::invalid_argument);
    CHECK_THROWS_AS((void)(rational{1} / 0), std::invalid_argument);
}

TEST_CASE("a rational is read back as it was written") {
    CHECK(parse_rational("3") == 3);
    CHECK(parse_rational("0") == 0);
    CHECK(parse_rational("15/2") == rational{15, 2});
    CHECK(parse_rational("30/4") == rational{15, 2});
    CHECK(parse_rational("0/5") == 0);
    CHECK(parse_rational("9223372036854775807") == largest);
    CHECK(rc::check([] {
        const rational value{*rc::gen::inRange<std::int64_t>(0, largest),
                             *rc::gen::inRange<std::int64_t>(1, largest)};
        RC_ASSERT(parse_rational(to_string(value)) == value);
    }));
}

TEST_CASE("what is not a rational number is refused by name") {
    for (const std::string text :
         {"", "/", "1/", "/2", "1/0", "1/2/3", "-1", "+1", "1/-2", "1.5", "01", "1/02", " 1", "1 ",
          "1 /2", "0x1", "9223372036854775808", "1/9223372036854775808", "a"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)parse_rational(text), std::invalid_argument);
    }
    CHECK_THROWS_WITH((void)parse_rational("1/0"),
                      "'1/0' is not a rational number; write it as 3 or 15/2, with parts up to "
                      "9223372036854775807");
}

}  // TEST_SUITE("tutti/model/rational.hpp")
