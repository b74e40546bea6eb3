#include "experiment/audit/rekeyed_log.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "node/pieces.hpp"
#include "support/derived_payloads.hpp"

TEST_SUITE("source/experiment/audit/rekeyed_log.hpp") {

namespace {

using tutti::derived_payloads;
using tutti::message;
using tutti::node_event;
using tutti::node_log;
using tutti::packet_note;
using tutti::rekeyed_log;

constexpr derived_payloads old{1};
constexpr derived_payloads fresh{2};

/// Eight bytes of the packet before the payload.
constexpr std::size_t head = 8;

std::string packet_of(std::uint64_t payload) {
    std::string packet(head + sizeof payload, 'h');
    std::memcpy(&packet[head], &payload, sizeof payload);
    return packet;
}

message genuine(const derived_payloads& contents, tutti::node_id origin) {
    return {.origin = origin, .number = 0, .payload = contents.of(origin, 0)};
}

packet_note note_of(const message& content, std::uint64_t bits = ~std::uint64_t{0}) {
    return {.type = packet_note::kind::message, .content = content, .bits = bits};
}

void receive(node_log& log, const packet_note& note) {
    const std::string packet = packet_of(note.content.payload);
    const auto bytes = std::as_bytes(std::span{packet});
    log.mail.push_back({.sent_in = 0, .through = 1, .content = {bytes.begin(), bytes.end()}});
    log.mail_notes.push_back(note);
}

void send(node_log& log, const packet_note& note) {
    log.events.push_back(
        {.at = 1,
         .type = node_event::kind::sent,
         .content = std::string(sizeof(tutti::port), 'p') + packet_of(note.content.payload),
         .text = fmt::format("sends ({:016x})", note.content.payload),
         .note = note});
}

bool is_untouched(const rekeyed_log& made, const node_log& log) {
    return made.log.events == log.events && made.log.mail == log.mail;
}

}  // namespace

TEST_CASE(
    "messages say something else in mail and in what a node sends, and nothing else changes") {
    node_log log;
    receive(log, note_of(genuine(old, 3)));
    send(log, note_of(genuine(old, 3)));

    const rekeyed_log made = rekey(log, old, fresh);

    node_log expected;
    receive(expected, note_of(genuine(fresh, 3)));
    send(expected, note_of(genuine(fresh, 3)));
    CHECK(made.inapplicable_reason == "");
    CHECK(made.log.mail == expected.mail);
    CHECK(made.log.events == expected.events);
    CHECK(made.log.events.front().text == expected.events.front().text);
}

TEST_CASE("what is no message's payload is left as it is, and said") {
    node_log sums;
    receive(sums, note_of({.origin = 0, .number = 0, .payload = old.of(0, 0) + old.of(1, 0)}));
    CHECK(rekey(sums, old, fresh).inapplicable_reason ==
          "packets carry values that are made of messages");
    CHECK(is_untouched(rekey(sums, old, fresh), sums));

    node_log opaque;
    receive(opaque, {.type = packet_note::kind::opaque, .content = genuine(old, 3)});
    CHECK(rekey(opaque, old, fresh).inapplicable_reason ==
          "packets do not say which message they carry");

    node_log coded;
    receive(coded, note_of(genuine(old, 3)));
    coded.mail.front().content.back() ^= std::byte{1};
    CHECK(rekey(coded, old, fresh).inapplicable_reason ==
          "packets do not hold payloads as they are");
}

}  // TEST_SUITE("source/experiment/audit/rekeyed_log.hpp")
