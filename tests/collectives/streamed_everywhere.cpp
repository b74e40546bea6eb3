#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/delivery_verifier.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/node/message.hpp"

TEST_SUITE("collectives/delivery_verifier.hpp") {

namespace {

using tutti::delivery_counts;
using tutti::delivery_verifier;
using tutti::message;
using tutti::node_id;

constexpr tutti::derived_payloads contents{42};
constexpr std::size_t nodes = 4;
constexpr std::uint32_t messages = 3;  // of each origin
constexpr std::uint64_t all = nodes * nodes * messages;

message sent(node_id origin, std::uint32_t number) {
    return {.origin = origin, .number = number, .payload = contents.of(origin, number)};
}

std::vector<message> in_order() {
    std::vector<message> stream;
    for (std::uint32_t number = 0; number < messages; ++number) {
        for (node_id origin = 0; origin < nodes; ++origin) {
            stream.push_back(sent(origin, number));
        }
    }
    return stream;
}

delivery_verifier streamed() { return {tutti::streamed_everywhere{.node_count = nodes}, contents}; }

/// Counts when every node but one gets all in order, and node 2 the messages `at_2`.
delivery_counts when_node_2_gets(const std::vector<message>& at_2) {
    delivery_verifier check = streamed();
    for (node_id node = 0; node < nodes; ++node) {
        for (const message& each : node == 2 ? at_2 : in_order()) {
            check.accept(node, each);
        }
    }
    return check.counts();
}

delivery_counts lacking(std::uint64_t missing, std::uint64_t unexpected) {
    return {
        .required = all, .delivered = all - missing, .missing = missing, .unexpected = unexpected};
}

}  // namespace

TEST_CASE("streams that all nodes have, each in its order, are right; nothing is, too") {
    CHECK(streamed().required() == 0);
    CHECK(streamed().counts() == delivery_counts{});
    CHECK(when_node_2_gets(in_order()) == lacking(0, 0));
    CHECK(when_node_2_gets(in_order()).hold());

    std::vector<message> origin_by_origin;
    for (node_id origin = 0; origin < nodes; ++origin) {
        for (std::uint32_t number = 0; number < messages; ++number) {
            origin_by_origin.push_back(sent(origin, number));
        }
    }
    CHECK(when_node_2_gets(origin_by_origin) == lacking(0, 0));
}

TEST_CASE("what one node alone has, or all but one, is missing elsewhere") {
    std::vector<message> more = in_order();
    more.push_back(sent(1, messages));
    CHECK(when_node_2_gets(more) ==
          delivery_counts{.required = all + nodes, .delivered = all + 1, .missing = nodes - 1});
    std::vector<message> fewer = in_order();
    fewer.pop_back();
    CHECK(when_node_2_gets(fewer) == lacking(1, 0));
    CHECK_FALSE(when_node_2_gets(fewer).hold());
    CHECK(when_node_2_gets({}) == lacking(nodes * messages, 0));
}

TEST_CASE("a message that is skipped is missing, and those of its stream that follow are, too") {
    for (std::size_t i = 0; i < in_order().size(); ++i) {
        std::vector<message> stream = in_order();
        const std::uint32_t after = messages - 1 - stream[i].number;
        stream.erase(stream.begin() + static_cast<std::ptrdiff_t>(i));
        CAPTURE(i);
        CHECK(when_node_2_gets(stream) == lacking(after + 1, after));
    }
}

TEST_CASE("a message that comes again is there twice, at once or later") {
    for (std::size_t i = 0; i < in_order().size(); ++i) {
        for (std::size_t later = i + 1; later <= in_order().size(); ++later) {
            std::vector<message> stream = in_order();
            stream.insert(stream.begin() + static_cast<std::ptrdiff_t>(later), in_order()[i]);
            delivery_counts expected = lacking(0, 0);
            expected.duplicate = 1;
            CAPTURE(i);
            CHECK(when_node_2_gets(stream) == expected);
        }
    }
}

TEST_CASE("messages of one stream that change places are never right") {
    for (const auto& [first, second] : {std::pair{0U, 1U}, std::pair{1U, 2U}, std::pair{0U, 2U}}) {
        std::vector<message> stream = in_order();
        std::swap(stream[first * nodes + 1], stream[second * nodes + 1]);
        CAPTURE(first);
        CHECK_FALSE(when_node_2_gets(stream).hold());
        CHECK(when_node_2_gets(stream).unexpected > 0);
        CHECK(when_node_2_gets(stream).missing > 0);
    }
}

TEST_CASE("a wrong payload is unexpected, and its message and those after it are missing") {
    for (std::size_t i = 0; i < in_order().size(); ++i) {
        std::vector<message> stream = in_order();
        stream[i].payload ^= 1U;
        const std::uint32_t after = messages - 1 - stream[i].number;
        delivery_counts expected = lacking(after + 1, after + 1);
        expected.wrong_payload = 1;
        CAPTURE(i);
        CHECK(when_node_2_gets(stream) == expected);
    }
}

TEST_CASE("a message of an origin that is no node is unexpected, and one of the future is, too") {
    for (const message& unknown :
         {sent(nodes, 0), sent(~node_id{0}, 0), sent(1, messages + 1), sent(1, ~0U)}) {
        std::vector<message> stream = in_order();
        stream.push_back(unknown);
        CAPTURE(unknown.origin);
        CHECK(when_node_2_gets(stream) == lacking(0, 1));
    }
}

TEST_CASE("a reset check begins all streams again") {
    delivery_verifier check = streamed();
    check.accept(1, sent(2, 0));
    check.accept(1, sent(2, 0));
    check.reset();
    CHECK(check.counts() == delivery_counts{});
    check.accept(1, sent(2, 0));
    CHECK(check.counts() ==
          delivery_counts{.required = nodes, .delivered = 1, .missing = nodes - 1});
}

TEST_CASE("nodes may hear their streams at the same time") {
    delivery_verifier check = streamed();
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
    CHECK(check.counts() == delivery_counts{.required = all, .delivered = all, .duplicate = all});
}

}  // TEST_SUITE("collectives/delivery_verifier.hpp")
