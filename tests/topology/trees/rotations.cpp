#include "topology/trees/rotations.hpp"

#include <set>
#include <vector>

#include <doctest/doctest.h>

TEST_SUITE("topology/trees/rotations.hpp") {

using tutti::node_id;
using tutti::rotated;

TEST_CASE("a rotation moves every bit to the left, and those at the end to the start") {
    CHECK(rotated(0b0011, 1, 4) == 0b0110);
    CHECK(rotated(0b1001, 1, 4) == 0b0011);
    CHECK(rotated(0b10010, 3, 5) == 0b10100);
    CHECK(rotated(1, 0, 1) == 1);
    for (int d = 1; d <= 10; ++d) {
        for (node_id node = 0; node < node_id{1} << d; ++node) {
            node_id turned = node;
            for (int left = 0; left < d; ++left) {
                REQUIRE(rotated(node, left, d) == turned);
                turned = (turned << 1U | turned >> (d - 1)) & ((node_id{1} << d) - 1);
            }
            REQUIRE(turned == node);
        }
    }
}

TEST_CASE("every node but the first and the last is a rotation of one of the smallest, once") {
    for (int d = 1; d <= 12; ++d) {
        const std::vector<node_id> smallest = tutti::smallest_rotations(d);
        const node_id last = (node_id{1} << d) - 1;
        std::vector<int> visits(std::size_t{last} + 1);
        for (const node_id each : smallest) {
            std::set<node_id> members;
            for (int left = 0; left < d; ++left) {
                members.insert(rotated(each, left, d));
            }
            CHECK(*members.begin() == each);
            for (const node_id member : members) {
                ++visits[member];
            }
        }
        std::vector<int> once(visits.size(), 1);
        once.front() = 0;
        once.back() = 0;
        CAPTURE(d);
        CHECK(visits == once);
    }
}

}  // TEST_SUITE("topology/trees/rotations.hpp")
