#include "collectives/input/interval_record.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "topology/random.hpp"
#include "tutti/catalog/arrivals.hpp"

TEST_SUITE("collectives/input/interval_record.hpp") {

namespace {

using tutti::delay_histogram;
using tutti::instant;
using tutti::interval_record;

constexpr double units_a_slot = 4294967296.0;
constexpr instant slot_units = instant{1} << 32U;

/// The delay that a share of all do not exceed, by sorting.
double exact_quantile(std::vector<instant> instants, double share) {
    std::ranges::sort(instants);
    const auto rank =
        static_cast<std::size_t>(std::ceil(share * static_cast<double>(instants.size()))) - 1;
    return static_cast<double>(instants[rank]) / units_a_slot;
}

void check_quantiles(const std::vector<instant>& instants, const delay_histogram& seen) {
    for (const double share : {0.001, 0.01, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999, 1.0}) {
        const double exact = exact_quantile(instants, share);
        CAPTURE(share);
        CHECK(std::abs(seen.quantile(share) - exact) <= 0.004 * exact);
    }
}

/// Delays of every length, from 2^-32 slots to 2^30 slots.
std::vector<instant> drawn_delays(std::size_t count, unsigned int least_bits,
                                  unsigned int most_bits, std::uint64_t seed) {
    tutti::split_mix random{seed};
    std::vector<instant> instants;
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned int bits =
            least_bits + static_cast<unsigned int>(random.next() % (most_bits - least_bits + 1));
        instants.push_back(static_cast<instant>((random.next() | 1ULL << 63U) >> (64 - bits)));
    }
    return instants;
}

/// Notes of a run: in interval i, i messages wait, one is served after i+1 slots, i nodes are
/// active, and it ends in slot i+1.
interval_record noted(std::uint64_t intervals, std::uint64_t warm_up, std::uint64_t run) {
    interval_record record;
    record.reset(intervals, warm_up);
    for (std::uint64_t i = 0; i < run; ++i) {
        const auto at = static_cast<instant>(i);
        record.begin(i, at * slot_units);
        record.served((at + 1) * slot_units);
        record.end(i, i + 1);
    }
    return record;
}

}  // namespace

TEST_CASE("quantiles of delays are right within 0.4 %") {
    for (const auto& [least, most] :
         {std::pair{1U, 62U}, std::pair{30U, 40U}, std::pair{40U, 41U}, std::pair{1U, 9U}}) {
        const std::vector<instant> instants = drawn_delays(5000, least, most, least);
        delay_histogram seen;
        for (const instant delay : instants) {
            seen.add(delay);
        }
        CAPTURE(least);
        CAPTURE(most);
        check_quantiles(instants, seen);
    }
}

TEST_CASE("a sum of histograms is the histogram of all, whichever is shorter") {
    const std::vector<instant> low = drawn_delays(1000, 20, 25, 1);
    const std::vector<instant> high = drawn_delays(1000, 40, 45, 2);
    delay_histogram of_low;
    delay_histogram of_high;
    std::vector<instant> instants = low;
    instants.insert(instants.end(), high.begin(), high.end());
    std::ranges::for_each(low, [&](instant delay) { of_low.add(delay); });
    std::ranges::for_each(high, [&](instant delay) { of_high.add(delay); });
    for (const bool is_low_first : {true, false}) {
        delay_histogram sum;
        sum.add(delay_histogram{});
        sum.add(is_low_first ? of_low : of_high);
        sum.add(delay_histogram{});
        sum.add(is_low_first ? of_high : of_low);
        check_quantiles(instants, sum);
    }
}

TEST_CASE("a record sums up what was noted") {
    const interval_record record = noted(40, 4, 40);
    CHECK(record.sums().intervals == 40);
    CHECK(record.sums().active == 39 * 40 / 2);
    CHECK(record.sums().active_squares == 39.0 * 40 * 79 / 6);
    CHECK(record.sums().most_waiting == 39);
    CHECK(record.sums().busy == 39);
    CHECK(record.sums().arrived == 39 + 39);
    CHECK(record.sums().last_begin == 39 * slot_units);
    CHECK(record.sums().time == 40);
    CHECK(record.served_messages() == 40);
    CHECK(record.longest_delay() == 40 * slot_units);
}

TEST_CASE("messages of the warm-up count for no delay, and all others in the batch of their time") {
    const interval_record record = noted(40, 5, 40);
    for (std::size_t part = 0; part < interval_record::batches; ++part) {
        // Two intervals a part; the warm-up ends inside the third.
        const std::uint64_t packets = part < 2 ? 0 : part == 2 ? 1 : 2;
        const double first = 2 * static_cast<double>(part) + 1;
        CAPTURE(part);
        CHECK(record.batch_of(2 * part) == part);
        CHECK(record.batch_of(2 * part + 1) == part);
        CHECK(record.delays().at(part).packets == packets);
        const double both = 2 * first + 1;
        CHECK(record.delays().at(part).delay == (packets == 0   ? 0
                                                 : packets == 1 ? first + 1
                                                                : both));
        CHECK(record.queues().at(part) == first - 1 + first);
    }
}

TEST_CASE("nodes agree if they saw the same intervals, and only then") {
    const auto agreement = [](std::uint64_t active, const tutti::rational& at, int others) {
        interval_record record;
        record.reset(10, 1);
        record.end(active, at);
        for (int i = 0; i < others; ++i) {
            record.end(2, 20);
        }
        return record.sums().agreement;
    };
    CHECK(agreement(3, {19, 2}, 2) == agreement(3, {19, 2}, 2));
    CHECK(agreement(3, {19, 2}, 2) != agreement(4, {19, 2}, 2));
    CHECK(agreement(3, {19, 2}, 2) != agreement(3, {21, 2}, 2));
    CHECK(agreement(3, {19, 2}, 2) != agreement(3, {19, 3}, 2));
    CHECK(agreement(3, {19, 2}, 2) != agreement(3, {19, 2}, 1));
    CHECK(agreement(1, 5, 0) != agreement(5, 1, 0));
}

TEST_CASE("a reset record has forgotten everything") {
    interval_record record = noted(40, 4, 40);
    record.reset(40, 4);
    CHECK(record.sums().intervals == 0);
    CHECK(record.sums().agreement == interval_record{}.sums().agreement);
    CHECK(record.served_messages() == 0);
    CHECK(record.longest_delay() == 0);
    record.begin(1, 0);
    record.served(slot_units);
    record.end(1, 1);
    CHECK(record.delays().at(0).packets == 0);
}

}  // TEST_SUITE("collectives/input/interval_record.hpp")
