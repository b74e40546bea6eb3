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

tutti::experiment on_3_cube(const algorithm& algorithm) {
    return {.algorithm = &algorithm,
            .network = tutti::network_specification::parse("hypercube:3"),
            .built_network = tutti::hypercube{3}};
}

std::string refusal(std::string_view text, const algorithm& algorithm) {
    try {
        (void)tutti::parse_message_range(text, on_3_cube(algorithm));
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("the usual range is 1 to N within what the algorithm takes") {
    const auto usual = [](tutti::message_limits limits) {
        const algorithm limited = limited_to(limits);
        return tutti::default_message_range(on_3_cube(limited));
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
    const algorithm any = greedy();
    CHECK(tutti::parse_message_range("5", on_3_cube(any)) == message_range{5, 5});
    CHECK(tutti::parse_message_range("0-100", on_3_cube(any)) == message_range{0, 100});
    const algorithm narrow = limited_to({.least = 2, .most = 3, .is_one_a_node = true});
    CHECK(tutti::parse_message_range("2-3", on_3_cube(narrow)) == message_range{2, 3});

    CHECK(refusal("1-3", narrow) == "'1-3': greedy takes 2 to 3 messages");
    CHECK(refusal("2-3", limited_to({.least = 2, .most = 2})) ==
          "'2-3': greedy takes exactly 2 messages");
    CHECK(refusal("1-3", limited_to({.least = 2})) == "'1-3': greedy takes 2 or more messages");
    CHECK(refusal("1-9", limited_to({.is_one_a_node = true})) ==
          "'1-9': greedy takes one message a node, and there are 8 nodes");
}

}  // TEST_SUITE("tutti/experiment/stress.hpp")
