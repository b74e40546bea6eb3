#include "experiment/processes/work_bytes.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/derived_payloads.hpp"
#include "support/standard.hpp"

TEST_SUITE("source/experiment/processes/work_bytes.hpp") {

namespace {

using tutti::byte_string;
using tutti::carried_input;
using tutti::experiment;
using tutti::knowledge_item;
using tutti::node_input_codec;
using tutti::detail::byte_reader;

carried_input after_a_journey(const carried_input& input) {
    byte_string bytes;
    node_input_codec::append(bytes, input);
    byte_reader from{bytes};
    carried_input arrived = node_input_codec::take(from);
    CHECK(from.is_at_end());
    return arrived;
}

}  // namespace

TEST_CASE("an experiment arrives as it was, but for what its names stand for") {
    experiment asked = support::on_network(support::entry("simultaneous-broadcast/random-roots"),
                                           "hypercube:4", "random:5");
    asked.root = 3;
    asked.seed = 77;
    asked.parameters.insert_or_assign("c", tutti::rational{1, 2});
    asked.parameters.insert_or_assign("text", "word");
    asked.parameters.insert_or_assign("yes", true);
    asked.parameters.insert_or_assign("nodes", std::vector<tutti::node_id>{1, 5});
    asked.drawn = std::make_shared<const tutti::broadcaster_set>(
        tutti::broadcaster_set{.nodes = {2, 9}, .packets = {1, 4}});
    byte_string bytes;
    append_experiment(bytes, asked);
    byte_reader from{bytes};
    std::string named;

    const experiment arrived = tutti::take_experiment(
        from, [&](experiment& /*one*/, std::string_view task, std::string_view name) {
            named = std::string{task} + "/" + std::string{name};
        });

    CHECK(from.is_at_end());
    CHECK(named == "simultaneous-broadcast/random-roots");
    CHECK(arrived.network == asked.network);
    CHECK(arrived.broadcasters.text() == "random:5");
    CHECK(arrived.drawn->nodes == asked.drawn->nodes);
    CHECK(arrived.drawn->packets == asked.drawn->packets);
    CHECK(arrived.root == 3);
    CHECK(arrived.seed == 77);
    CHECK(arrived.ports == asked.ports);
    CHECK(arrived.parameters == asked.parameters);
}

TEST_CASE("what a node is given arrives as it was") {
    carried_input input{.mine = {.messages = {4, {7, 8, 9}}, .value = 5, .call = 6}};
    input.mine.destination = 3;
    const carried_input several = after_a_journey(input);
    CHECK(several.mine.messages.size() == 3);
    CHECK(several.mine.messages[2] == input.mine.messages[2]);
    CHECK(several.mine.value == 5);
    CHECK(several.mine.call == 6);
    CHECK(several.mine.destination == 3);
    CHECK(!several.takes_notes);
    CHECK(!several.mine.arrivals.has_value());

    const tutti::message only{.origin = 4, .number = 9, .payload = 1};
    const carried_input one =
        after_a_journey({.mine = {.messages = tutti::initial_messages{only}}, .takes_notes = true});
    CHECK(one.mine.messages[0] == only);
    CHECK(one.takes_notes);
    CHECK(after_a_journey({}).mine.messages.empty());
}

TEST_CASE("arrivals go on elsewhere, and may say something else at the same moments") {
    const tutti::arrival_source source{2, {1, 4}, tutti::derived_payloads{42}};
    carried_input input;
    input.mine.arrivals.emplace(source);
    carried_input same = after_a_journey(input);
    node_input_codec::replace_contents(*input.mine.arrivals, tutti::derived_payloads{43});
    carried_input other = after_a_journey(input);
    for (carried_input* const each : {&same, &other}) {
        each->mine.arrivals->follow([] { return tutti::rational{1000}; });
        each->mine.arrivals->take_in();
    }
    CHECK(same.mine.arrivals->size() > 100);
    CHECK(other.mine.arrivals->size() == same.mine.arrivals->size());
    CHECK(other.mine.arrivals->front()->at == same.mine.arrivals->front()->at);
    CHECK(same.mine.arrivals->front()->content.payload == tutti::derived_payloads{42}.of(2, 0));
    CHECK(other.mine.arrivals->front()->content.payload == tutti::derived_payloads{43}.of(2, 0));
}

TEST_CASE("knowledge, phases and mail arrive as they were") {
    tutti::knowledge known;
    known.tell(knowledge_item::root, 3);
    known.tell_broadcasters(
        std::make_shared<const std::vector<tutti::node_id>>(std::vector<tutti::node_id>{1, 4}));
    const std::vector<tutti::phase> phases{
        {.name = "first", .slot_length = {1, 3}, .carries = {1, 3}, .expected_slots = 7},
        {.name = "second", .markers = {2, 5}, .is_synchronous = true}};
    const std::vector<tutti::mail_packet> mail{{.sent_in = 3, .through = 1, .content = {}},
                                               {.sent_in = 4, .content = {std::byte{9}}}};
    byte_string bytes;
    append_knowledge(bytes, known);
    append_phases(bytes, phases);
    append_mail(bytes, mail);
    byte_reader from{bytes};

    const tutti::knowledge told_there = tutti::take_knowledge(from);
    const std::vector<tutti::phase> there = tutti::take_phases(from);

    CHECK(to_string(told_there) == to_string(known));
    CHECK(told_there.broadcasters()[1] == 4);
    REQUIRE(there.size() == 2);
    CHECK(there[0].name == "first");
    CHECK(there[0].slot_length == tutti::rational{1, 3});
    CHECK(there[0].expected_slots == 7);
    CHECK(!there[1].expected_slots.has_value());
    CHECK(there[1].markers == phases[1].markers);
    CHECK(there[1].is_synchronous);
    CHECK(tutti::take_mail(from) == mail);
    CHECK(from.is_at_end());
}

}  // TEST_SUITE("source/experiment/processes/work_bytes.hpp")
