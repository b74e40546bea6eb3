#include "collectives/delivery_verifier.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/input/broadcasters.hpp"
#include "delivery_cases.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

TEST_SUITE("collectives/delivery_verifier.hpp") {

namespace {

using support::delivery_cases::all_cases;
using support::delivery_cases::arrival;
using support::delivery_cases::arrivals;
using support::delivery_cases::nodes;
using support::delivery_cases::order;
using support::delivery_cases::requirement_case;
using support::delivery_cases::sent;
using support::delivery_cases::stream_length;
using support::delivery_cases::unordered_cases;
using tutti::delivery_counts;
using tutti::delivery_verifier;
using tutti::message;
using tutti::node_id;

std::ptrdiff_t place(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

}  // namespace

TEST_CASE("what is required is right, once; at other nodes and of unknown origins nothing is") {
    for (const requirement_case& each : all_cases()) {
        CAPTURE(each.name);
        CHECK(each.counts_of(each.right) == each.lacking(0));
        CHECK(each.counts_of(each.right).hold());
        for (const message& unknown : each.unknown) {
            for (node_id node = 0; node < nodes; ++node) {
                CAPTURE(unknown.origin);
                arrivals one_more = each.right;
                one_more.push_back({node, unknown});
                CHECK(each.counts_of(one_more) == each.lacking(0, 1));
            }
        }
    }
}

TEST_CASE("in any order each delivery is missing, twice, or wrong by itself") {
    for (const requirement_case& each : unordered_cases()) {
        CAPTURE(each.name);
        CHECK(each.verifier().required() == each.required());
        CHECK(each.counts_of({}) == each.lacking(each.required()));
        CHECK(each.counts_of({each.right.rbegin(), each.right.rend()}).hold());
        for (std::size_t i = 0; i < each.right.size(); ++i) {
            arrivals fewer = each.right;
            fewer.erase(fewer.begin() + place(i));
            CHECK(each.counts_of(fewer) == each.lacking(1));

            arrivals twice = each.right;
            twice.insert(twice.end(), 2, twice[i]);
            delivery_counts expected = each.lacking(0);
            expected.duplicate = 2;
            CHECK(each.counts_of(twice) == expected);

            arrivals invented = each.right;
            invented[i].content.payload ^= 1U;
            expected = each.lacking(1, 1);
            expected.wrong_payload = 1;
            CHECK(each.counts_of(invented) == expected);
        }
    }
}

TEST_CASE("one delivery twice does not stand in for another, nor does one at another node") {
    for (const requirement_case& each : unordered_cases()) {
        CAPTURE(each.name);
        arrivals elsewhere = each.right;
        elsewhere.back().at = (elsewhere.back().at + 1) % nodes;
        delivery_counts expected = each.lacking(1, each.is_addressed ? 1 : 0);
        expected.duplicate = each.is_addressed ? 0 : 1;
        CHECK(each.counts_of(elsewhere) == expected);
    }
    for (const requirement_case& each : {unordered_cases()[0], unordered_cases()[1]}) {
        arrivals mixed_up = each.right;
        mixed_up.back() = mixed_up[mixed_up.size() - 2];
        delivery_counts expected = each.lacking(1);
        expected.duplicate = 1;
        CHECK(each.counts_of(mixed_up) == expected);
    }
}

TEST_CASE("a reset verifier forgets all, and nodes may be served at the same time") {
    for (const requirement_case& each : all_cases()) {
        CAPTURE(each.name);
        delivery_verifier check = each.verifier();
        const delivery_counts fresh = check.counts();
        for (int round = 0; round < 2; ++round) {
            for (const message& unknown : each.unknown) {
                check.accept(1, unknown);
            }
            for (const arrival& one : each.right) {
                check.accept(one.at, one.content);
                check.accept(one.at, one.content);
            }
            check.reset();
            CHECK(check.counts() == fresh);
        }
        {
            std::vector<std::jthread> team;
            for (node_id node = 0; node < nodes; ++node) {
                team.emplace_back([&, node] {
                    for (const arrival& one : each.right) {
                        if (one.at == node) {
                            check.accept(node, one.content);
                        }
                        check.accept(node, each.unknown.front());
                    }
                });
            }
        }
        CHECK(check.counts() == each.lacking(0, nodes * each.right.size()));
    }
}

TEST_CASE("after an ordered message that is skipped, wrong or late nothing is right any more") {
    const requirement_case each = support::delivery_cases::ordered();
    for (std::size_t i = 0; i < order.size(); ++i) {
        CAPTURE(i);
        const std::uint64_t after = order.size() - i;
        arrivals skipped = each.right;
        skipped.erase(skipped.begin() + place(i));
        CHECK(each.counts_of(skipped) == each.lacking(after, after - 1));

        arrivals wrong = each.right;
        wrong[i].content.payload ^= 1U;
        delivery_counts expected = each.lacking(after, after);
        expected.wrong_payload = 1;
        CHECK(each.counts_of(wrong) == expected);

        arrivals renumbered = each.right;
        renumbered[i].content = sent(order.at(i), 1);
        CHECK(each.counts_of(renumbered) == each.lacking(after, after));

        arrivals again = each.right;
        again.insert(again.begin() + place(i), again[i]);
        CHECK(each.counts_of(again) == each.lacking(0, 1));

        for (std::size_t j = i + 1; j < order.size(); ++j) {
            // The one that comes too late is taken in its place; what belongs between is lost.
            arrivals swapped = each.right;
            std::swap(swapped[i], swapped[j]);
            CHECK(each.counts_of(swapped) == each.lacking(after - 1, after - 1));
        }
    }
}

TEST_CASE("of a stream the messages after one that is skipped or wrong are missing, no others") {
    const requirement_case each = support::delivery_cases::streamed();
    for (std::size_t i = 0; i < nodes * stream_length; ++i) {
        CAPTURE(i);
        const std::uint32_t after = stream_length - 1 - each.right[i].content.number;
        arrivals skipped = each.right;
        skipped.erase(skipped.begin() + place(i));
        CHECK(each.counts_of(skipped) == each.lacking(after + 1, after));

        arrivals wrong = each.right;
        wrong[i].content.payload ^= 1U;
        delivery_counts expected = each.lacking(after + 1, after + 1);
        expected.wrong_payload = 1;
        CHECK(each.counts_of(wrong) == expected);

        arrivals again = each.right;
        again.push_back(again[i]);
        expected = each.lacking(0);
        expected.duplicate = 1;
        CHECK(each.counts_of(again) == expected);
    }
    // What one node alone has is missing at all others.
    arrivals more = each.right;
    more.push_back({2, sent(1, stream_length)});
    delivery_counts expected = each.lacking(0);
    expected.required += nodes;
    expected.delivered += 1;
    expected.missing = nodes - 1;
    CHECK(each.counts_of(more) == expected);
}

TEST_CASE("more messages than can be distinguished are refused, and the memory is bounded") {
    const tutti::broadcaster_set senders{.nodes = {0, 1}, .packets = {~std::uint32_t{0}, 1}};
    CHECK_THROWS_WITH_AS(
        (delivery_verifier{tutti::all_messages_everywhere{.node_count = 2, .senders = senders},
                           tutti::derived_payloads{1}, 0}),
        "4294967296 messages cannot be told apart, 4294967295 can", std::invalid_argument);
    const std::uint64_t billion = std::uint64_t{1} << 30U;
    CHECK(delivery_verifier::bytes(1024, 300) >= 1024 * 300 / 8);
    CHECK(delivery_verifier::bytes(1024, 300) < 1024 * 300 / 8 + 64 * 1024);
    CHECK(delivery_verifier::bytes(billion, billion) <= 32 * billion);
    CHECK(delivery_verifier::bytes(1024, 300, 0) < delivery_verifier::bytes(1024, 300));
}

}  // TEST_SUITE("collectives/delivery_verifier.hpp")
