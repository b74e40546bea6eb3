#include "collectives/input/participants.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "bounds/journeys.hpp"
#include "collectives/delivery_verifier.hpp"
#include "collectives/reduction.hpp"
#include "support/derived_payloads.hpp"
#include "support/scratch.hpp"
#include "topology/participant_set.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("collectives/input/participants.hpp") {

namespace {

using tutti::delivery_counts;
using tutti::node_id;
using tutti::participant_set;
using tutti::participant_specification;

constexpr tutti::derived_payloads contents{42};

std::string drawn(std::string_view text, std::string_view network, std::uint64_t seed = 1) {
    return short_text(
        participant_specification::parse(text).draw(tutti::parse_network(network), seed));
}

tutti::message sent(node_id origin) {
    return {.origin = origin, .number = 0, .payload = contents.of(origin, 0)};
}

delivery_counts counts_of(tutti::requirement required, const std::vector<node_id>& at,
                          const tutti::message& content, std::uint64_t budget_bytes) {
    tutti::delivery_verifier verifier{std::move(required), contents, budget_bytes};
    for (const node_id node : at) {
        verifier.accept(node, content);
    }
    return verifier.counts();
}

}  // namespace

TEST_CASE("ranks follow the ids, whether the set is a beginning, a selection, or everyone") {
    const participant_set everyone{{0, 1, 2, 3}, 4};
    CHECK(everyone == participant_set{});
    const participant_set first{{0, 1, 2}, 5};
    const participant_set some{{1, 2, 4}, 5};
    std::vector<node_id> even;
    for (node_id node = 0; node < 200; node += 2) {
        even.push_back(node);
    }
    const participant_set many{even, 200};
    for (const participant_set& set : {first, some, many}) {
        std::size_t rank = 0;
        for (node_id node = 0; node < 300; ++node) {
            CHECK(set.rank_of(node) == rank);
            if (set.contains(node)) {
                CHECK(set.at(rank) == node);
                ++rank;
            }
        }
        CHECK(set.size(300) == rank);
        CHECK_FALSE(set.is_everyone());
    }
    CHECK(to_string(first) == "0-2");
    CHECK(to_string(some) == "1-2,4");
    CHECK(some.nodes(5) == tutti::number_sequence{1, 2, 4});
    CHECK_FALSE(first == some);
    CHECK(short_text(many) ==
          "0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,42,.. "
          "(100 nodes)");
}

TEST_CASE("hosts take part where there are switches, and all nodes elsewhere") {
    CHECK(short_text(participant_specification{}.draw(tutti::parse_network("fat-tree:4"), 1)) ==
          "0-15");
    CHECK(short_text(participant_specification{}.draw(tutti::parse_network("ring:5"), 1)) == "all");
    CHECK(drawn("hosts", "switch:3") == "0-2");
    CHECK(drawn("hosts", "torus:4x4") == "all");
    CHECK(drawn("all", "switch:3") == "all");
    CHECK(drawn("nodes:4,1", "ring:5") == "1,4");
    CHECK(drawn("nodes:0,1,2", "ring:3") == "all");
    CHECK(drawn("random:2", "ring:8", 3) == drawn("random:2", "ring:8", 3));
    CHECK(drawn("bernoulli:1", "ring:8") == "all");
}

TEST_CASE("a set that is empty, names a node twice or an unknown one is refused") {
    const auto refused = [](std::string_view text) -> std::string {
        try {
            return drawn(text, "ring:5");
        } catch (const std::invalid_argument& wrong) {
            return wrong.what();
        }
    };
    CHECK(refused("random:0") == "'random:0' are no participants; there is at least one");
    CHECK(refused("bernoulli:0").find("no participants") != std::string::npos);
    CHECK(refused("nodes:1,2,1") == "'nodes:1,2,1' names node 1 twice; name each participant once");
    CHECK(refused("nodes:0-4,0-3") ==
          "'nodes:0-4,0-3' names 9 nodes, and the network has 5; name each participant once");
    CHECK(refused("nodes:7").find("names node 7") != std::string::npos);
    CHECK(refused("none").find("unknown set of participants") != std::string::npos);
    CHECK(refused("adversarial").find("unknown set of participants") != std::string::npos);
    CHECK(refused("hosts:3") == "'hosts:3' has a value, but takes none");
}

TEST_CASE("a file is read once, and copies of a specification keep its content") {
    participant_specification copy;
    const tutti::network ring = tutti::parse_network("ring:5");
    {
        const support::scratch place;
        const auto named =
            participant_specification::parse("file:" + place.file("nodes", "1\n4\n"));
        CHECK(short_text(named.draw(ring, 1)) == "1,4");
        copy = named;
    }
    CHECK(short_text(copy.draw(ring, 2)) == "1,4");
}

TEST_CASE("deliveries are required at participants alone, and others make none") {
    const participant_set some{{1, 4}, 6};
    const std::array<tutti::requirement, 2> plain{
        tutti::all_messages_everywhere{
            .node_count = 6, .senders = {.nodes = {1}, .packets = {1}}, .receivers = some},
        tutti::one_message_each{.expected = std::vector<tutti::message>(6, sent(1)),
                                .receivers = some}};
    constexpr std::uint64_t no_bits = 0;
    for (const std::uint64_t budget : {no_bits, tutti::delivery_verifier::default_budget_bytes}) {
        for (const tutti::requirement& required : plain) {
            CHECK(counts_of(required, {1, 4}, sent(1), budget) ==
                  delivery_counts{.required = 2, .delivered = 2});
            CHECK(counts_of(required, {1, 3, 3}, sent(1), budget) ==
                  delivery_counts{.required = 2, .delivered = 1, .missing = 1, .unexpected = 2});
        }
    }
}

TEST_CASE(
    "each message is required at the nodes that it is for, as groups and multicasts have it") {
    // Node 1 sends number n to the nodes n mod 2, 70 messages in all.
    const tutti::messages_for_some groups{
        .node_count = 6,
        .senders = {.nodes = {1}, .packets = {70}},
        .is_for = [](node_id /*origin*/, std::uint32_t number, node_id node) {
            return node % 2 == number % 2;
        }};
    tutti::delivery_verifier verifier{groups, contents};
    CHECK(verifier.required() == 210);
    CHECK(least_journeys(groups, tutti::parse_network("ring:6"), groups.senders).messages == 175);
    const auto deliver = [&](node_id node, std::uint32_t number) {
        verifier.accept(node, {.origin = 1, .number = number, .payload = contents.of(1, number)});
    };
    for (std::uint32_t number = 0; number < 70; ++number) {
        for (const node_id node : {0U, 2U, 4U}) {
            deliver(node + number % 2, number);
        }
    }
    CHECK(verifier.counts().hold());
    deliver(2, 69);
    deliver(2, 69);
    deliver(4, 68);
    CHECK(verifier.counts() ==
          delivery_counts{.required = 210, .delivered = 210, .duplicate = 1, .unexpected = 2});
    verifier.reset();
    CHECK(verifier.counts() == delivery_counts{.required = 210, .missing = 210});
    CHECK_THROWS_WITH_AS((tutti::delivery_verifier{groups, contents, 1}),
                         "70 messages for some of 6 nodes take more than 1 bytes to verify",
                         std::invalid_argument);
}

TEST_CASE("results are folds over participants, and dealt out by rank") {
    const tutti::folded_values folded{.node_count = 6,
                                      .count = 3,
                                      .place = tutti::result_place::in_turn,
                                      .participants = {{1, 4}, 6}};
    CHECK(folded.keeper(0) == 1);
    CHECK(folded.keeper(1) == 4);
    CHECK(folded.keeper(2) == 1);
    CHECK(folded.results(contents)[2] == contents.of(1, 2) + contents.of(4, 2));
    for (const auto operation : {tutti::fold_operator::sum, tutti::fold_operator::exclusive_or,
                                 tutti::fold_operator::least, tutti::fold_operator::greatest}) {
        CHECK(folded_by(operation, neutral_value(operation), 17) == 17);
    }
}

}  // TEST_SUITE("collectives/input/participants.hpp")
