#include "tutti/catalog/arrivals.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/input/arrival_queue.hpp"
#include "support/derived_payloads.hpp"
#include "topology/random.hpp"
#include "tutti/node/rational.hpp"

TEST_SUITE("tutti/catalog/arrivals.hpp") {

namespace {

using tutti::arrival_queue;
using tutti::arrival_source;
using tutti::instant;
using tutti::instant_at;
using tutti::rational;
using tutti::timed_message;

constexpr tutti::derived_payloads contents{42};
constexpr instant slot_units = instant{1} << 32U;
constexpr instant latest = std::numeric_limits<instant>::max();

std::vector<timed_message> first_messages(arrival_source source, std::size_t count) {
    std::vector<timed_message> messages;
    while (messages.size() < count) {
        messages.push_back(*source.next_until(latest));
    }
    return messages;
}

/// Times between arrivals, in slots.
std::vector<double> gaps(const rational& rate, std::size_t count, std::uint64_t seed) {
    std::vector<double> values;
    instant before = 0;
    for (const timed_message& each :
         first_messages({3, rate, tutti::derived_payloads{seed}}, count)) {
        values.push_back(static_cast<double>(each.at - before) / static_cast<double>(slot_units));
        before = each.at;
    }
    return values;
}

double share_above(const std::vector<double>& values, double bound) {
    double above = 0;
    for (const double value : values) {
        above += value > bound ? 1 : 0;
    }
    return above / static_cast<double>(values.size());
}

double logarithm_of(std::uint64_t draw) {
    return std::ldexp(static_cast<double>(tutti::binary_logarithm_of_draw(draw)), -40);
}

}  // namespace

TEST_CASE("the logarithm of a draw is that of (x+1)/2^64") {
    // Powers of two have whole logarithms, and they are exact.
    for (unsigned int i = 0; i < 64; ++i) {
        CAPTURE(i);
        CHECK(tutti::binary_logarithm_of_draw((std::uint64_t{1} << i) - 1) == std::uint64_t{64 - i}
                                                                                  << 40U);
    }
    CHECK(tutti::binary_logarithm_of_draw(std::numeric_limits<std::uint64_t>::max()) == 0);

    tutti::split_mix random{5};
    const double tolerance = std::ldexp(1, -38);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t draw = random.next() >> (i % 64);
        const auto expected =
            static_cast<double>(64 - std::log2(static_cast<long double>(draw) + 1));
        CAPTURE(draw);
        CHECK(std::abs(logarithm_of(draw) - expected) <= tolerance);
    }
}

TEST_CASE("an instant is the latest that is not after a time in slots") {
    CHECK(instant_at(0) == 0);
    CHECK(instant_at(1) == slot_units);
    CHECK(instant_at({1, 2}) == slot_units / 2);
    CHECK(instant_at({1, 3}) == slot_units / 3);
    CHECK(instant_at({2, 3}) == 2863311530);
    CHECK(instant_at({1, std::int64_t{1} << 33U}) == 0);
    constexpr std::int64_t most = std::int64_t{1} << 31U;
    CHECK(instant_at(most - 1) == (most - 1) << 32U);
    CHECK_THROWS_AS((void)instant_at(most), std::overflow_error);
    CHECK_THROWS_AS((void)instant_at({-1, 2}), std::overflow_error);
}

TEST_CASE(
    "the times between arrivals have the mean, the variance and the tail of the exponential") {
    constexpr std::size_t count = 200000;
    for (const rational rate : {rational{1, 20}, rational{3}, rational{1000}}) {
        const std::vector<double> values = gaps(rate, count, 7);
        const double expected = 1 / rate.to_double();
        double sum = 0;
        double squares = 0;
        for (const double gap : values) {
            sum += gap;
            squares += gap * gap;
        }
        const double mean = sum / count;
        const double variance = squares / count - mean * mean;
        CAPTURE(rate.to_double());
        // Four standard errors: 1/sqrt(n) of the mean, sqrt(8/n) of the variance.
        CHECK(std::abs(mean / expected - 1) < 0.009);
        CHECK(std::abs(variance / (expected * expected) - 1) < 0.026);
        for (const double times : {0.01, 0.1, 0.5, 1.0, 2.0, 4.0, 8.0}) {
            const double tail = std::exp(-times);
            CAPTURE(times);
            CHECK(std::abs(share_above(values, times * expected) - tail) <
                  4 * std::sqrt(tail * (1 - tail) / count));
        }
    }
}

TEST_CASE("it does not matter how often a source is asked") {
    const std::vector<timed_message> messages = first_messages({3, {1, 5}, contents}, 300);
    for (const instant step : {slot_units / 7, slot_units, 100 * slot_units}) {
        arrival_source source{3, {1, 5}, contents};
        std::size_t next = 0;
        for (instant now = 0; next < messages.size(); now += step) {
            while (const auto arrived = source.next_until(now)) {
                if (next < messages.size()) {
                    CHECK(arrived->at == messages[next].at);
                    CHECK(arrived->content == messages[next].content);
                    CHECK(arrived->content.number == next);
                }
                CHECK(arrived->at <= now);
                CHECK(arrived->at > now - step);
                ++next;
            }
        }
    }
}

TEST_CASE("what arrives after a moment can be drawn anew, and nothing before it") {
    constexpr std::size_t count = 2000;
    constexpr tutti::derived_payloads others{43};
    const arrival_source source{3, {1, 4}, contents};
    const std::vector<timed_message> before = first_messages(source, count);
    for (const instant last : {instant{0}, before[99].at - 1, before[99].at, before[99].at + 1}) {
        CAPTURE(last);
        arrival_source changed = source;
        changed.redraw_after(last, others);
        const std::vector<timed_message> after = first_messages(changed, count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = static_cast<std::uint32_t>(i);
            const bool is_kept = before[i].at <= last;
            CHECK(after[i].content.payload == (is_kept ? contents : others).of(3, number));
            CHECK((after[i].at == before[i].at) == is_kept);
            CHECK((after[i].at <= last) == is_kept);
        }
        const double slots = static_cast<double>(after.back().at) / static_cast<double>(slot_units);
        CHECK(std::abs(slots - 4.0 * count) < 4 * 4 * std::sqrt(count));
    }
}

TEST_CASE("a message that arrives at the very instant is there, and not one earlier") {
    const instant at = first_messages({3, {1, 5}, contents}, 1)[0].at;
    arrival_source source{3, {1, 5}, contents};
    CHECK_FALSE(source.next_until(at - 1).has_value());
    CHECK(source.next_until(at).has_value());
    CHECK(first_messages({4, {1, 5}, contents}, 1)[0].at != at);
    // Later than any run ends: it does not come back to the beginning.
    arrival_source rare{3, {1, 1'000'000'000}, contents};
    for (instant before = 0; const auto arrived = rare.next_until(latest);) {
        REQUIRE(arrived->at > before);
        before = arrived->at;
    }
    CHECK_FALSE(rare.next_until(latest).has_value());
}

TEST_CASE("a queue gives first what came first, however it is asked") {
    const std::vector<timed_message> messages = first_messages({3, {1, 5}, contents}, 400);
    tutti::split_mix random{3};
    arrival_queue queue{{3, {1, 5}, contents}};
    queue.take_in();  // without a clock nothing comes
    CHECK(queue.empty());
    CHECK_FALSE(queue.front().has_value());
    instant now = 0;
    queue.follow([&now] { return rational{now, slot_units}; });
    CHECK_THROWS_AS(queue.follow([] { return rational{1000}; }), std::logic_error);
    std::size_t gone = 0;
    for (; gone < 300; now += static_cast<instant>(random.next() >> 28U)) {
        queue.take_in();
        std::size_t arrived = 0;
        while (messages[arrived].at <= now) {
            ++arrived;
        }
        REQUIRE(queue.size() == arrived - gone);
        REQUIRE(queue.empty() == (arrived == gone));
        for (std::uint64_t i = random.next() % (queue.size() + 1); i > 0; --i) {
            REQUIRE(queue.front().has_value());
            CHECK(queue.front()->at == messages[gone].at);
            CHECK(queue.front()->content == messages[gone].content);
            queue.pop();
            ++gone;
        }
        CHECK(queue.front().has_value() == !queue.empty());
    }
}

}  // TEST_SUITE("tutti/catalog/arrivals.hpp")
