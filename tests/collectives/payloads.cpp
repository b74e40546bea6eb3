#include <cstdint>
#include <set>

#include <doctest/doctest.h>

#include "support/derived_payloads.hpp"
#include "topology/random.hpp"
#include "tutti/topology/topology.hpp"

TEST_SUITE("collectives/input/payloads.hpp") {

using tutti::derived_payloads;
using tutti::node_id;

namespace {

/// Inverse of `mix`: any holder of a payload can compute it.
constexpr std::uint64_t unmixed(std::uint64_t value) {
    value = (value ^ (value >> 31U) ^ (value >> 62U)) * 0x319642B2D24D8EC3U;
    value = (value ^ (value >> 27U) ^ (value >> 54U)) * 0x96DE1B173F119089U;
    return value ^ (value >> 30U) ^ (value >> 60U);
}

}  // namespace

TEST_CASE("no two messages of a run say the same") {
    const derived_payloads contents{42};

    std::set<std::uint64_t> seen;
    for (node_id origin = 0; origin < 300; ++origin) {
        for (std::uint32_t number = 0; number < 30; ++number) {
            seen.insert(contents.of(origin, number));
        }
    }
    CHECK(seen.size() == 300 * 30);
}

TEST_CASE("one message does not give the others away") {
    const derived_payloads contents{42};
    static_assert(unmixed(tutti::mix(0x123456789ABCDEF0)) == 0x123456789ABCDEF0);

    const std::uint64_t origin_7 = std::uint64_t{7} << 32U;
    const std::uint64_t guessed_key = unmixed(contents.of(7, 0)) ^ origin_7;

    for (std::uint32_t number = 1; number < 100; ++number) {
        CHECK(contents.of(7, number) != tutti::mix(guessed_key ^ (origin_7 | number)));
    }
}

}  // TEST_SUITE("collectives/input/payloads.hpp")
