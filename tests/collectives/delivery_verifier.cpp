#include "collectives/delivery_verifier.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/input/broadcasters.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

TEST_SUITE("collectives/delivery_verifier.hpp") {

namespace {

using tutti::all_messages_everywhere;
using tutti::delivery_counts;
using tutti::delivery_verifier;
using tutti::derived_payloads;
using tutti::message;
using tutti::node_id;
using tutti::one_message_each;

constexpr derived_payloads contents{42};
constexpr std::size_t nodes = 6;
constexpr std::uint64_t k = 70;  // more than the bits of a word
constexpr std::uint64_t all = nodes * k;

// As bits, and as sums.
constexpr std::array<std::uint64_t, 2> budgets{delivery_verifier::default_budget_bytes, 0};

/// Node 2 has 69 messages, node 4 has one.
tutti::broadcaster_set senders() {
    return {.nodes = {2, 4}, .packets = {static_cast<std::uint32_t>(k - 1), 1}};
}

message sent(node_id origin, std::uint32_t number) {
    return {.origin = origin, .number = number, .payload = contents.of(origin, number)};
}

std::vector<message> all_messages() {
    std::vector<message> messages{sent(4, 0)};
    for (std::uint32_t number = 0; number + 1 < k; ++number) {
        messages.push_back(sent(2, number));
    }
    return messages;
}

delivery_verifier everywhere(std::uint64_t budget_bytes) {
    return {all_messages_everywhere{.node_count = nodes, .senders = senders()}, contents,
            budget_bytes};
}

/// Counts of `check` when every node but one gets everything once, and node 3 the messages `at_3`.
delivery_counts when_node_3_gets(const std::vector<message>& at_3, std::uint64_t budget_bytes) {
    delivery_verifier check = everywhere(budget_bytes);
    for (node_id node = 0; node < nodes; ++node) {
        for (const message& each : node == 3 ? at_3 : all_messages()) {
            check.accept(node, each);
        }
    }
    return check.counts();
}

/// One message for each of four nodes.
delivery_verifier singles() {
    return {one_message_each{.expected = {{.origin = 0, .number = 0, .payload = 10},
                                          {.origin = 1, .number = 0, .payload = 11},
                                          {.origin = 2, .number = 0, .payload = 12},
                                          {.origin = 3, .number = 0, .payload = 13}}},
            contents};
}

/// Counts when every node gets its own messages, and then node `node` gets `one_more`.
delivery_counts when_also(node_id node, const message& one_more) {
    delivery_verifier check = singles();
    for (node_id each = 0; each < 4; ++each) {
        check.accept(each, {.origin = each, .number = 0, .payload = 10 + each});
    }
    REQUIRE(check.counts() == delivery_counts{.required = 4, .delivered = 4});
    check.accept(node, one_more);
    return check.counts();
}

}  // namespace

TEST_CASE("everything everywhere once is right, in any order") {
    for (const std::uint64_t budget : budgets) {
        CAPTURE(budget);
        const std::vector<message> forwards = all_messages();
        const std::vector<message> backwards{forwards.rbegin(), forwards.rend()};

        const delivery_counts counts = when_node_3_gets(backwards, budget);

        CHECK(counts.hold());
        CHECK(counts == delivery_counts{.required = all, .delivered = all});
    }
}

TEST_CASE("nothing delivered is everything missing") {
    for (const std::uint64_t budget : budgets) {
        const delivery_counts counts = everywhere(budget).counts();

        CHECK_FALSE(counts.hold());
        CHECK(counts == delivery_counts{.required = all, .missing = all});
    }
}

TEST_CASE("a missing delivery is counted") {
    for (const std::uint64_t budget : budgets) {
        CAPTURE(budget);
        std::vector<message> one_short = all_messages();
        one_short.pop_back();

        CHECK(when_node_3_gets(one_short, budget) ==
              delivery_counts{.required = all, .delivered = all - 1, .missing = 1});
        CHECK(when_node_3_gets({}, budget) ==
              delivery_counts{.required = all, .delivered = all - k, .missing = k});
    }
}

TEST_CASE("a second delivery is counted, every time") {
    for (const std::uint64_t budget : budgets) {
        CAPTURE(budget);
        std::vector<message> twice = all_messages();
        twice.push_back(twice.front());
        CHECK(when_node_3_gets(twice, budget) ==
              delivery_counts{.required = all, .delivered = all, .duplicate = 1});

        twice.push_back(twice.front());
        CHECK(when_node_3_gets(twice, budget) ==
              delivery_counts{.required = all, .delivered = all, .duplicate = 2});
    }
}

TEST_CASE("one message twice does not stand in for another") {
    for (const std::uint64_t budget : budgets) {
        CAPTURE(budget);
        std::vector<message> mixed_up = all_messages();
        mixed_up.back() = mixed_up.front();

        CHECK(when_node_3_gets(mixed_up, budget) ==
              delivery_counts{.required = all, .delivered = all - 1, .missing = 1, .duplicate = 1});
    }
}

TEST_CASE("a wrong payload is unexpected, and the message is still missing") {
    for (const std::uint64_t budget : budgets) {
        CAPTURE(budget);
        for (std::size_t which = 0; which < k; ++which) {
            CAPTURE(which);
            std::vector<message> invented = all_messages();
            invented[which].payload ^= 1U;

            CHECK(when_node_3_gets(invented, budget) == delivery_counts{.required = all,
                                                                        .delivered = all - 1,
                                                                        .missing = 1,
                                                                        .unexpected = 1,
                                                                        .wrong_payload = 1});
        }
    }
}

TEST_CASE("a message that no node sent is unexpected") {
    const std::array<message, 5> unknown{sent(2, 69), sent(4, 1), sent(3, 0), sent(nodes, 0),
                                         sent(~node_id{0}, ~std::uint32_t{0})};
    for (const std::uint64_t budget : budgets) {
        for (const message& each : unknown) {
            CAPTURE(budget);
            CAPTURE(each.origin);
            std::vector<message> one_more = all_messages();
            one_more.push_back(each);

            CHECK(when_node_3_gets(one_more, budget) ==
                  delivery_counts{.required = all, .delivered = all, .unexpected = 1});
        }
    }
}

TEST_CASE("without broadcasters every delivery is unexpected") {
    for (const std::uint64_t budget : budgets) {
        delivery_verifier check{all_messages_everywhere{.node_count = nodes, .senders = {}},
                                contents, budget};
        CHECK(check.counts().hold());
        CHECK(check.required() == 0);

        check.accept(1, sent(0, 0));
        CHECK(check.counts() == delivery_counts{.unexpected = 1});
    }
}

TEST_CASE("one message for each node is right at its node alone") {
    CHECK(singles().required() == 4);
    CHECK(singles().counts() == delivery_counts{.required = 4, .missing = 4});
    CHECK(when_also(1, {.origin = 2, .number = 0, .payload = 12}) ==
          delivery_counts{.required = 4, .delivered = 4, .unexpected = 1});
}

TEST_CASE("one message for each node: repeated, wrong and unknown ones are distinguished") {
    CHECK(when_also(1, {.origin = 1, .number = 0, .payload = 11}) ==
          delivery_counts{.required = 4, .delivered = 4, .duplicate = 1});
    CHECK(when_also(1, {.origin = 1, .number = 0, .payload = 12}) ==
          delivery_counts{.required = 4, .delivered = 4, .unexpected = 1, .wrong_payload = 1});
    CHECK(when_also(1, {.origin = 1, .number = 1, .payload = 11}) ==
          delivery_counts{.required = 4, .delivered = 4, .unexpected = 1});

    delivery_verifier wrong = singles();
    wrong.accept(0, {.origin = 0, .number = 0, .payload = 11});
    CHECK(wrong.counts() ==
          delivery_counts{.required = 4, .missing = 4, .unexpected = 1, .wrong_payload = 1});
}

TEST_CASE("a reset check forgets all") {
    for (const std::uint64_t budget : budgets) {
        delivery_verifier check = everywhere(budget);
        check.accept(3, sent(2, 1));
        check.accept(3, sent(2, 1));
        check.accept(3, sent(2, 99));
        check.accept(3, {.origin = 2, .number = 1, .payload = 0});

        check.reset();
        CHECK(check.counts() == delivery_counts{.required = all, .missing = all});
    }

    delivery_verifier check = singles();
    check.accept(1, {.origin = 1, .number = 0, .payload = 11});
    check.accept(1, {.origin = 1, .number = 0, .payload = 11});
    check.reset();
    CHECK(check.counts() == delivery_counts{.required = 4, .missing = 4});
}

TEST_CASE("nodes may be served at the same time") {
    for (const std::uint64_t budget : budgets) {
        delivery_verifier check = everywhere(budget);
        {
            std::vector<std::jthread> team;
            for (node_id node = 0; node < nodes; ++node) {
                team.emplace_back([&check, node] {
                    for (const message& each : all_messages()) {
                        check.accept(node, each);
                        check.accept(node, {.origin = 0, .number = 0, .payload = 0});
                    }
                });
            }
        }
        CHECK(check.counts() ==
              delivery_counts{.required = all, .delivered = all, .unexpected = all});
    }
}

TEST_CASE("more messages than can be distinguished are refused") {
    const tutti::broadcaster_set senders{.nodes = {0, 1}, .packets = {~std::uint32_t{0}, 1}};

    CHECK_THROWS_WITH_AS(
        (delivery_verifier{tutti::all_messages_everywhere{.node_count = 2, .senders = senders},
                           tutti::derived_payloads{1}, 0}),
        "4294967296 messages cannot be told apart, 4294967295 can", std::invalid_argument);
}

TEST_CASE("the memory is known beforehand, and bounded where bits would be too many") {
    const std::uint64_t billion = std::uint64_t{1} << 30U;

    CHECK(delivery_verifier::bytes(1024, 300) >= 1024 * 300 / 8);
    CHECK(delivery_verifier::bytes(1024, 300) < 1024 * 300 / 8 + 64 * 1024);
    CHECK(delivery_verifier::bytes(billion, billion) <= 32 * billion);
    CHECK(delivery_verifier::bytes(1024, 300, 0) < delivery_verifier::bytes(1024, 300));
}

}  // TEST_SUITE("collectives/delivery_verifier.hpp")
