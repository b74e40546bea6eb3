#include "util/number_sequence.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

TEST_SUITE("util/number_sequence.hpp") {

namespace {

using tutti::number_sequence;
using numbers = std::vector<std::uint32_t>;

static_assert(std::random_access_iterator<number_sequence::iterator>);

/// It has these numbers, however they are asked for.
void check_is(const number_sequence& sequence, const numbers& due) {
    CHECK(sequence == number_sequence{due});
    CHECK(numbers(sequence) == due);
    CHECK(sequence.size() == due.size());
    CHECK(sequence.empty() == due.empty());
    CHECK(std::ranges::equal(sequence, due));
    std::uint64_t sum = 0;
    for (std::size_t place = 0; place < due.size(); ++place) {
        CHECK(sequence[place] == due[place]);
        CHECK(sequence.begin()[static_cast<std::ptrdiff_t>(place)] == due[place]);
        sum += due[place];
    }
    CHECK(sequence.sum() == sum);
    CHECK_THROWS_AS(static_cast<void>(sequence.at(due.size())), std::out_of_range);
    if (!due.empty()) {
        CHECK(sequence.front() == due.front());
        CHECK(sequence.back() == due.back());
        CHECK(sequence.at(due.size() - 1) == due.back());
        CHECK(sequence.least() == std::ranges::min(due));
        CHECK(sequence.most() == std::ranges::max(due));
    }
}

}  // namespace

TEST_CASE("numbers that follow from a rule are those that a list would have") {
    check_is({}, {});
    check_is({7, 3, 7}, {7, 3, 7});
    check_is(number_sequence::ascending(0), {});
    check_is(number_sequence::ascending(1), {0});
    check_is(number_sequence::ascending(4), {0, 1, 2, 3});
    check_is(number_sequence::ascending(4, 0), {1, 2, 3});
    check_is(number_sequence::ascending(4, 2), {0, 1, 3});
    check_is(number_sequence::ascending(4, 3), {0, 1, 2});
    check_is(number_sequence::ascending(4, 4), {0, 1, 2, 3});
    check_is(number_sequence::ascending(1, 0), {});
    check_is(number_sequence::repeated(0, 5), {});
    check_is(number_sequence::repeated(3, 5), {5, 5, 5});
}

TEST_CASE("all numbers below a limit are recognised, listed or not") {
    CHECK(number_sequence::ascending(4).is_all_below(4));
    CHECK(number_sequence{0, 1, 2, 3}.is_all_below(4));
    CHECK(number_sequence{}.is_all_below(0));
    CHECK(number_sequence::repeated(1, 0).is_all_below(1));
    CHECK_FALSE(number_sequence::ascending(4).is_all_below(5));
    CHECK_FALSE(number_sequence::ascending(5, 2).is_all_below(4));
    CHECK_FALSE(number_sequence{0, 1, 3, 2}.is_all_below(4));
    CHECK_FALSE(number_sequence::repeated(2, 0).is_all_below(2));
}

TEST_CASE("what is put at the end of a sequence by a rule makes it a listed one") {
    number_sequence sequence = number_sequence::ascending(3, 1);
    sequence.push_back(9);
    check_is(sequence, {0, 2, 9});
    number_sequence none;
    none.push_back(4);
    check_is(none, {4});
}

TEST_CASE("a rule takes no memory, however many numbers it has") {
    const auto sequence = number_sequence::ascending(std::size_t{1} << 30U, 5);
    CHECK(sequence.size() == (std::size_t{1} << 30U) - 1);
    CHECK(sequence.back() == (1U << 30U) - 1);
    CHECK(*std::ranges::lower_bound(sequence, 1'000'000U) == 1'000'000U);
    CHECK(number_sequence::repeated(std::size_t{1} << 30U, 3).sum() == std::uint64_t{3} << 30U);
}

}  // TEST_SUITE("util/number_sequence.hpp")
