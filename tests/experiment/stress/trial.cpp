#include "algorithms/trial.hpp"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "support/standard.hpp"
#include "tutti/experiment/stress.hpp"

TEST_SUITE("tutti/experiment/stress.hpp") {

namespace {

using tutti::algorithm;
using tutti::message_range;

algorithm greedy() { return support::entry("simultaneous-broadcast/greedy"); }

algorithm limited_to(tutti::message_limits limits) {
    algorithm changed = greedy();
    changed.limits = [limits](const tutti::network& /*network*/) { return limits; };
    return changed;
}

std::string refusal(std::string_view text, const algorithm& algorithm) {
    try {
        (void)tutti::parse_message_range(text, algorithm, tutti::hypercube{3});
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("the usual range is 1 to N within what the algorithm takes") {
    const tutti::hypercube cube{3};
    const auto usual = [&](tutti::message_limits limits) {
        return tutti::default_message_range(limited_to(limits), cube);
    };
    CHECK(usual({}) == message_range{1, 8});
    CHECK(usual({.most = 4}) == message_range{1, 4});
    CHECK(usual({.most = 0}) == message_range{0, 0});
    CHECK(usual({.least = 20}) == message_range{20, 20});
    CHECK_THROWS_WITH_AS((void)usual({.least = 20, .is_one_a_node = true}),
                         "greedy takes one message a node, and there are 8 nodes",
                         std::invalid_argument);
}

TEST_CASE("a range is read as K or LO-HI, and refused where it cannot be") {
    const tutti::hypercube cube{3};
    CHECK(tutti::parse_message_range("5", greedy(), cube) == message_range{5, 5});
    CHECK(tutti::parse_message_range("0-100", greedy(), cube) == message_range{0, 100});
    const algorithm narrow = limited_to({.least = 2, .most = 3, .is_one_a_node = true});
    CHECK(tutti::parse_message_range("2-3", narrow, cube) == message_range{2, 3});

    CHECK(refusal("1-3", narrow) == "'1-3': greedy takes 2 to 3 messages");
    CHECK(refusal("2-3", limited_to({.least = 2, .most = 2})) ==
          "'2-3': greedy takes exactly 2 messages");
    CHECK(refusal("1-3", limited_to({.least = 2})) == "'1-3': greedy takes 2 or more messages");
    CHECK(refusal("1-9", limited_to({.is_one_a_node = true})) ==
          "'1-9': greedy takes one message a node, and there are 8 nodes");
}

}  // TEST_SUITE("tutti/experiment/stress.hpp")
