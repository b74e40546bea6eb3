#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/delivery_verifier.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

TEST_SUITE("collectives/delivery_verifier.hpp") {

namespace {

using tutti::delivery_counts;
using tutti::delivery_verifier;
using tutti::derived_payloads;
using tutti::message;
using tutti::node_id;
using tutti::ordered_everywhere;

constexpr derived_payloads contents{42};
constexpr std::size_t nodes = 5;
constexpr std::array<node_id, 4> order{3, 0, 4, 1};
constexpr std::uint64_t all = nodes * order.size();

message sent(node_id origin, std::uint32_t number = 0) {
    return {.origin = origin, .number = number, .payload = contents.of(origin, number)};
}

std::vector<message> in_order() {
    std::vector<message> messages;
    std::ranges::transform(order, std::back_inserter(messages),
                           [](node_id origin) { return sent(origin); });
    return messages;
}

delivery_verifier ordered() {
    return {ordered_everywhere{.node_count = nodes, .order = {order.begin(), order.end()}},
            contents};
}

/// Counts when every node but one gets all in order, and node 2 the messages `at_2`.
delivery_counts when_node_2_gets(const std::vector<message>& at_2) {
    delivery_verifier check = ordered();
    for (node_id node = 0; node < nodes; ++node) {
        for (const message& each : node == 2 ? at_2 : in_order()) {
            check.accept(node, each);
        }
    }
    return check.counts();
}

/// Counts for given numbers of correct and of unexpected messages of node 2.
delivery_counts right_with(std::uint64_t delivered, std::uint64_t unexpected) {
    const std::uint64_t missing = order.size() - delivered;
    return {
        .required = all, .delivered = all - missing, .missing = missing, .unexpected = unexpected};
}

}  // namespace

TEST_CASE("one message of each origin everywhere, in the given order, is right") {
    CHECK(ordered().required() == all);
    CHECK(ordered().counts() == delivery_counts{.required = all, .missing = all});
    CHECK(when_node_2_gets(in_order()) == right_with(4, 0));
    CHECK(when_node_2_gets(in_order()).hold());
    CHECK(when_node_2_gets({}) == right_with(0, 0));
}

TEST_CASE("two messages that change places are never right") {
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            std::vector<message> messages = in_order();
            std::swap(messages[i], messages[j]);
            CAPTURE(i);
            CAPTURE(j);
            // The one that comes too late is taken in its place; what belongs between is lost.
            const std::uint64_t right = i + 1;
            CHECK(when_node_2_gets(messages) == right_with(right, order.size() - right));
        }
    }
}

TEST_CASE("after a message that is skipped nothing is right any more") {
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::vector<message> messages = in_order();
        messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(i));
        CAPTURE(i);
        CHECK(when_node_2_gets(messages) == right_with(i, order.size() - 1 - i));
    }
}

TEST_CASE("a message again, or one too many, is unexpected") {
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::vector<message> messages = in_order();
        messages.insert(messages.begin() + static_cast<std::ptrdiff_t>(i), messages[i]);
        CAPTURE(i);
        CHECK(when_node_2_gets(messages) == right_with(4, 1));
    }
    std::vector<message> messages = in_order();
    messages.push_back(sent(order[0]));
    CHECK(when_node_2_gets(messages) == right_with(4, 1));
}

TEST_CASE("a message of an unknown origin or number is unexpected, and does not count") {
    for (const message& unknown : {sent(2), sent(nodes), sent(~node_id{0}), sent(3, 1)}) {
        std::vector<message> messages = in_order();
        messages.insert(messages.begin(), unknown);
        CAPTURE(unknown.origin);
        CHECK(when_node_2_gets(messages) == right_with(4, 1));
    }
    std::vector<message> messages = in_order();
    messages[0] = sent(3, 1);
    CHECK(when_node_2_gets(messages) == right_with(0, 4));
}

TEST_CASE("a message with a wrong payload is unexpected, and those after it are, too") {
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::vector<message> messages = in_order();
        messages[i].payload ^= 1U;
        delivery_counts expected = right_with(i, order.size() - i);
        expected.wrong_payload = 1;
        CAPTURE(i);
        CHECK(when_node_2_gets(messages) == expected);
    }
}

TEST_CASE("a reset check begins the order again") {
    delivery_verifier check = ordered();
    check.accept(1, sent(3));
    check.accept(1, sent(3));
    check.accept(2, sent(0));
    check.reset();
    CHECK(check.counts() == delivery_counts{.required = all, .missing = all});
    check.accept(1, sent(3));
    CHECK(check.counts().delivered == 1);
}

TEST_CASE("nodes may store in order at the same time") {
    delivery_verifier check = ordered();
    {
        std::vector<std::jthread> team;
        for (node_id node = 0; node < nodes; ++node) {
            team.emplace_back([&check, node] {
                for (const message& each : in_order()) {
                    check.accept(node, each);
                    check.accept(node, each);
                }
            });
        }
    }
    CHECK(check.counts() == delivery_counts{.required = all, .delivered = all, .unexpected = all});
}

}  // TEST_SUITE("collectives/delivery_verifier.hpp")
