#include "experiment/audit/log_comparison.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

TEST_SUITE("source/experiment/audit/log_comparison.hpp") {

namespace {

using tutti::node_event;

constexpr std::size_t place = 2;  // of a payload in the packets below

/// A packet whose bytes but one are zero, sent in the first slot.
node_event packet_with(std::size_t at, char value) {
    std::string packet(place + sizeof(std::uint64_t) + 2, '\0');
    packet[at] = value;
    return {.at = 0,
            .type = node_event::kind::sent,
            .content = std::string(sizeof(tutti::port), '\1') + packet,
            .text = "sends a packet"};
}

tutti::isolated_run expecting(const node_event& event) {
    tutti::isolated_run run;
    run.log.events = {event};
    run.is_rekeyed = true;
    run.payload_places = {place};
    return run;
}

tutti::isolated_run_result doing(const node_event& event) {
    tutti::isolated_run_result outcome;
    outcome.log.events = {event};
    return outcome;
}

tutti::first_run run_of_one() {
    tutti::first_run reference;
    reference.nodes = {0};
    reference.knowing = {"nothing"};
    reference.logs.resize(1);
    return reference;
}

}  // namespace

TEST_CASE("where words are the same, the bytes that differ are said") {
    const tutti::first_run reference = run_of_one();
    const auto difference = difference_of(reference, 0, expecting(packet_with(11, '\x0a')),
                                          doing(packet_with(11, '\x1b')));
    REQUIRE(difference);
    CHECK(difference->together == "sends a packet, byte 11 on: 0a");
    CHECK(difference->alone == "sends a packet, byte 11 on: 1b");
    node_event other = packet_with(0, '\1');
    other.text = "sends something else";
    const auto worded = difference_of(reference, 0, expecting(packet_with(0, '\0')), doing(other));
    REQUIRE(worded);
    CHECK(worded->together == "sends a packet");
    CHECK(worded->alone == "sends something else");
}

TEST_CASE("a packet that differs beside its payload only is told from one that does not") {
    const tutti::isolated_run plain = expecting(packet_with(0, '\0'));
    CHECK(differs_beside_payload(plain, doing(packet_with(0, '\1'))));
    CHECK(differs_beside_payload(plain, doing(packet_with(place + 8, '\1'))));
    CHECK(!differs_beside_payload(plain, doing(packet_with(place, '\1'))));
    CHECK(!differs_beside_payload(plain, doing(packet_with(place + 7, '\1'))));
    node_event late = packet_with(0, '\1');
    late.at = 1;
    CHECK(!differs_beside_payload(plain, doing(late)));
    node_event elsewhere = packet_with(0, '\0');
    elsewhere.content.front() = '\2';
    CHECK(!differs_beside_payload(plain, doing(elsewhere)));
    CHECK(!differs_beside_payload(plain, {}));
}

}  // TEST_SUITE("source/experiment/audit/log_comparison.hpp")
