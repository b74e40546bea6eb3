#include "tutti/workload/payloads.hpp"

#include <cstdint>
#include <set>

#include <doctest/doctest.h>

#include "tutti/topology/topology.hpp"

using tutti::node_id;
using tutti::payloads;

TEST_SUITE_BEGIN("tutti/workload/payloads.hpp");

TEST_CASE("no two messages of a run say the same") {
    const payloads contents{42};

    std::set<std::uint64_t> seen;
    for (node_id origin = 0; origin < 300; ++origin) {
        for (std::uint32_t number = 0; number < 30; ++number) {
            seen.insert(contents.of(origin, number));
        }
    }
    CHECK(seen.size() == 300 * 30);
}

TEST_CASE("the same key says the same, another key something else") {
    const payloads contents{42};

    CHECK(contents.of(7, 3) == payloads{42}.of(7, 3));
    CHECK(contents.of(7, 3) != payloads{43}.of(7, 3));
    static_assert(payloads{1}.of(0, 1) == tutti::mix(0));
}

TEST_CASE("the largest origin and number are told apart from their neighbours") {
    const payloads contents{42};
    const node_id last = ~node_id{0};
    const std::uint32_t most = ~std::uint32_t{0};

    const std::set<std::uint64_t> seen{contents.of(last, most), contents.of(last, most - 1),
                                       contents.of(last - 1, most), contents.of(0, most),
                                       contents.of(last, 0)};
    CHECK(seen.size() == 5);
}

TEST_SUITE_END();
