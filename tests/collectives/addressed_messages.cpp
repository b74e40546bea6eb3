#include <cstddef>
#include <cstdint>
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

using tutti::addressed_messages;
using tutti::delivery_counts;
using tutti::delivery_verifier;
using tutti::derived_payloads;
using tutti::message;
using tutti::node_id;

constexpr derived_payloads contents{42};
constexpr std::size_t nodes = 6;
constexpr std::uint64_t all = 7;

/// Node 1 has five messages, for the nodes after it, and node 4 two.
delivery_verifier addressed() {
    return {addressed_messages{.node_count = nodes,
                               .senders = {.nodes = {1, 4}, .packets = {5, 2}},
                               .destination =
                                   [](node_id origin, std::uint32_t number) {
                                       return static_cast<node_id>((origin + number + 1) % nodes);
                                   }},
            contents};
}

message sent(node_id origin, std::uint32_t number) {
    return {.origin = origin, .number = number, .payload = contents.of(origin, number)};
}

struct arrival {
    node_id at;
    message content;
};

std::vector<arrival> all_arrivals() {
    return {{2, sent(1, 0)}, {3, sent(1, 1)}, {4, sent(1, 2)}, {5, sent(1, 3)},
            {0, sent(1, 4)}, {5, sent(4, 0)}, {0, sent(4, 1)}};
}

delivery_counts counted(const std::vector<arrival>& arrivals) {
    delivery_verifier check = addressed();
    for (const arrival& each : arrivals) {
        check.accept(each.at, each.content);
    }
    return check.counts();
}

delivery_counts counted_with(const arrival& one_more) {
    std::vector<arrival> arrivals = all_arrivals();
    arrivals.push_back(one_more);
    return counted(arrivals);
}

}  // namespace

TEST_CASE("addressed messages are right at their destinations, in any order") {
    const std::vector<arrival> forwards = all_arrivals();

    CHECK(addressed().required() == all);
    CHECK(counted(forwards) == delivery_counts{.required = all, .delivered = all});
    CHECK(counted({forwards.rbegin(), forwards.rend()}).hold());
    CHECK(counted({}) == delivery_counts{.required = all, .missing = all});
}

TEST_CASE("an addressed message that does not come is missing, whichever it is") {
    for (std::size_t i = 0; i < all; ++i) {
        std::vector<arrival> arrivals = all_arrivals();
        arrivals.erase(arrivals.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(counted(arrivals) ==
              delivery_counts{.required = all, .delivered = all - 1, .missing = 1});
    }
}

TEST_CASE("an addressed message at any other node is unexpected, and missing at its own") {
    for (std::size_t i = 0; i < all; ++i) {
        for (node_id shift = 1; shift < nodes; ++shift) {
            std::vector<arrival> arrivals = all_arrivals();
            arrivals[i].at = static_cast<node_id>((arrivals[i].at + shift) % nodes);
            CHECK(counted(arrivals) ==
                  delivery_counts{
                      .required = all, .delivered = all - 1, .missing = 1, .unexpected = 1});
        }
    }
}

TEST_CASE("two addressed messages that change places are both wrong") {
    std::vector<arrival> arrivals = all_arrivals();
    std::swap(arrivals[0].content, arrivals[1].content);

    CHECK(counted(arrivals) ==
          delivery_counts{.required = all, .delivered = all - 2, .missing = 2, .unexpected = 2});
}

TEST_CASE("an addressed message that comes again is counted, every time") {
    CHECK(counted_with({5, sent(4, 0)}) ==
          delivery_counts{.required = all, .delivered = all, .duplicate = 1});

    std::vector<arrival> twice = all_arrivals();
    twice.insert(twice.end(), 2, {0, sent(1, 4)});
    CHECK(counted(twice) == delivery_counts{.required = all, .delivered = all, .duplicate = 2});

    // Nor does one twice replace another of the same node.
    std::vector<arrival> instead = all_arrivals();
    instead.back() = {0, sent(1, 4)};
    CHECK(counted(instead) ==
          delivery_counts{.required = all, .delivered = all - 1, .missing = 1, .duplicate = 1});
}

TEST_CASE("an addressed message with a wrong payload is unexpected, and still missing") {
    std::vector<arrival> arrivals = all_arrivals();
    arrivals[2].content.payload = contents.of(1, 3);

    CHECK(counted(arrivals) == delivery_counts{.required = all,
                                               .delivered = all - 1,
                                               .missing = 1,
                                               .unexpected = 1,
                                               .wrong_payload = 1});
}

TEST_CASE("a message of an unknown origin or number is unexpected at any node") {
    for (const message& unknown : {sent(1, 5), sent(4, 2), sent(0, 0), sent(5, 0), sent(nodes, 0),
                                   sent(~node_id{0}, ~std::uint32_t{0})}) {
        for (node_id at = 0; at < nodes; ++at) {
            CAPTURE(unknown.origin);
            CHECK(counted_with({at, unknown}) ==
                  delivery_counts{.required = all, .delivered = all, .unexpected = 1});
        }
    }
}

TEST_CASE("a reset check forgets what was addressed") {
    delivery_verifier check = addressed();
    for (const arrival& each : all_arrivals()) {
        check.accept(each.at, each.content);
        check.accept(each.at, each.content);
        check.accept(1, each.content);
    }
    check.reset();
    CHECK(check.counts() == delivery_counts{.required = all, .missing = all});
}

TEST_CASE("addressed messages may be delivered at the same time") {
    delivery_verifier check = addressed();
    {
        std::vector<std::jthread> team;
        for (node_id node = 0; node < nodes; ++node) {
            team.emplace_back([&check, node] {
                for (const arrival& each : all_arrivals()) {
                    check.accept(node, each.content);
                }
            });
        }
    }
    CHECK(check.counts() ==
          delivery_counts{.required = all, .delivered = all, .unexpected = all * (nodes - 1)});
}

}  // TEST_SUITE("collectives/delivery_verifier.hpp")
