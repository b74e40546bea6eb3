#include "topology/random.hpp"

#include <array>
#include <cstdint>

#include <doctest/doctest.h>

TEST_SUITE("topology/random.hpp") {

namespace {

using tutti::mix;
using tutti::node_random;
using tutti::split_mix;

constexpr std::array<std::uint64_t, 3> first_numbers(std::uint64_t seed) {
    split_mix random{seed};
    std::array<std::uint64_t, 3> numbers{};
    for (std::uint64_t& number : numbers) {
        number = random.next();
    }
    return numbers;
}

/// The random root of packet 1 of `node` in spec/hypercube.md, section 0, for seed 7 and d = 4.
constexpr std::uint64_t root_of(tutti::node_id node) { return 1 + node_random(7, node, 1) % 4; }

static_assert(mix(0) == 0);
static_assert(first_numbers(0) == std::array<std::uint64_t, 3>{
                                      0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f});
static_assert(root_of(0) == 4 && root_of(1) == 1 && root_of(2) == 1 && root_of(3) == 4);
static_assert(root_of(4) == 3 && root_of(5) == 3 && root_of(6) == 1 && root_of(7) == 3);

}  // namespace

TEST_CASE("what a node draws depends on seed, node and call, each") {
    CHECK(node_random(7, 3, 1) == node_random(7, 3, 1));
    CHECK(node_random(7, 3, 1) != node_random(8, 3, 1));
    CHECK(node_random(7, 3, 1) != node_random(7, 4, 1));
    CHECK(node_random(7, 3, 1) != node_random(7, 3, 2));
    CHECK(node_random(0, 0, 0) == 0xe220a8397b1dcdaf);
    CHECK(node_random(0, 0xffffffff, 0) == mix(0x9E3779B97F4A7C15U * 0x100000000U));
}

TEST_CASE("the stream of another seed is the same one, some calls on") {
    for (const tutti::node_id node : {0U, 3U, 70U}) {
        const std::uint64_t calls = tutti::calls_between(7, 0x123456789abcdef0);
        CHECK(node_random(7, node, calls + 1) == node_random(0x123456789abcdef0, node, 1));
        CHECK(node_random(7, node, calls + 9) == node_random(0x123456789abcdef0, node, 9));
    }
    CHECK(tutti::calls_between(7, 7) == 0);
}

}  // TEST_SUITE("topology/random.hpp")
