#include "collectives/input/assignment.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/input/broadcasters.hpp"
#include "collectives/input/initial_messages.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

TEST_SUITE("collectives/input/assignment.hpp") {

using tutti::assignment;
using tutti::derived_payloads;
using tutti::initial_messages;
using tutti::node_id;

TEST_CASE("a node gets its own messages, numbered from 0, and those alone") {
    const derived_payloads contents{42};
    const assignment assignment{tutti::broadcasters_at({5, 2, 5, 9, 5}), contents};
    const std::vector<std::uint32_t> counts{0, 0, 1, 0, 0, 3, 0, 0, 0, 1, 0};

    for (node_id node = 0; node < counts.size(); ++node) {
        const initial_messages messages = assignment.given_to(node);
        CAPTURE(node);
        CHECK(messages.size() == counts[node]);
        CHECK(messages.empty() == (counts[node] == 0));
        for (std::uint32_t number = 0; number < messages.size(); ++number) {
            CHECK(messages[number] == tutti::message{.origin = node,
                                                     .number = number,
                                                     .payload = contents.of(node, number)});
        }
    }
}

TEST_CASE("without broadcasters no node gets a message") {
    const assignment assignment{{}, derived_payloads{42}};

    CHECK(assignment.given_to(0).empty());
    CHECK(assignment.given_to(1000).empty());
    CHECK(initial_messages{}.empty());
}

}  // TEST_SUITE("collectives/input/assignment.hpp")
