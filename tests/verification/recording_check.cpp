// Faults planted among the packets of recordings, each of which is found.
#include "recording/check/recording_check.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "verification/recording/recording_verifier.hpp"
#include "web/replay.hpp"

TEST_SUITE("recording/check/recording_check.hpp") {

namespace {

using support::broadcast;
using support::check_found;
using support::entry;
using support::first_heard;
using support::in_pieces;
using support::kept_slot;
using support::mail_packet;
using support::on_network;
using support::replay;
using support::tampering;
using support::with_phases;
using tutti::check_status;
using tutti::node_id;
using tutti::slot;

tutti::experiment with_ports(std::string_view name, tutti::port_model ports) {
    tutti::experiment plan = on_network(entry(name), "hypercube:3");
    plan.ports = ports;
    return plan;
}

// A packet that no node sent, in its place among those of a slot.
void add(kept_slot& to, const tutti::recorded_transmission& transmission) {
    const auto place = std::ranges::find_if(to.sent, [&](const mail_packet& each) {
        return std::pair{each.transmission.from, each.transmission.through} >
               std::pair{transmission.from, transmission.through};
    });
    to.sent.insert(place, {.transmission = transmission});
}

// The only packet of a slot from one node to another, to be changed.
tutti::recorded_transmission& packet(replay& replay, slot at, node_id from, node_id to) {
    const auto position = std::ranges::find_if(replay.at(at).sent, [&](const mail_packet& each) {
        return each.transmission.from == from && each.transmission.to == to;
    });
    REQUIRE(position != replay.at(at).sent.end());
    return position->transmission;
}

}  // namespace

TEST_CASE("packets that do not fit the network are found") {
    const auto links = [](const tampering& tamper, std::string_view text) {
        check_found(broadcast(), tamper, "links", text);
    };
    links([](replay& replayed) { replayed.at(1).sent[0].transmission.through = 3; },
          "slot 1: node 0 sends through port 3, which it does not have");
    links([](replay& replayed) { replayed.at(1).sent[0].transmission.to = 6; },
          "arrives at node 6, not 1");
    links(
        [](replay& replayed) {
            replayed.at(1).sent.insert(replayed.at(1).sent.begin(), replayed.at(1).sent[0]);
        },
        "slot 1: two packets through port 0 of node 0");
    links([](replay& replayed) { std::swap(replayed.at(1).sent[0], replayed.at(1).sent[1]); },
          "port 0 of node 0 comes after port 1 of node 0");
    links([](replay& replayed) { replayed.slots[2].at = replayed.slots[1].at; },
          "slot 1 comes after slot 1");
    links([](replay& replayed) { replayed.at(0).sent = replayed.at(1).sent; },
          "before the first slot");
    links([](replay& replayed) { replayed.at(1).sent[0].transmission.from = 8; },
          "and there are 8 nodes");
    links([](replay& replayed) { replayed.at(1).sent[0].transmission.kind = 9; }, "kind 9");
    links([](replay& replayed) { replayed.at(2).delivered.push_back({.to = 99}); },
          "delivery at node 99");
    links([](replay& replayed) { replayed.slots.back().marked.push_back({.node = 8}); },
          "of node 8");
    links([](replay& replayed) { replayed.slots.back().marked[0].name = 7; }, "mark 7");
    links([](replay& replayed) { std::ranges::reverse(replayed.at(0).delivered); },
          "order of nodes");
}

TEST_CASE("what does not fit the network is not judged further") {
    replay replay = broadcast();
    replay.at(1).sent[0].transmission.from = 8;
    for (const std::string_view name : {"ports", "shares", "possession", "deliveries", "digest"}) {
        CAPTURE(name);
        CHECK(replay.judged().finding(name).status == check_status::not_checked);
    }
}

TEST_CASE("nodes that use more links than they may are found") {
    using enum tutti::port_model;
    const auto ports = [](const tutti::experiment& plan, const tampering& tamper,
                          std::string_view text) {
        check_found(replay::of(plan), tamper, "ports", text);
    };
    const auto single = with_ports("multinode-broadcast/hamiltonian", single_port_full_duplex);
    const auto half = with_ports("multinode-broadcast/hamiltonian", single_port_half_duplex);
    const auto shout = with_ports("successive-broadcasts/rotated", shout_and_whisper);
    const auto in_turn = with_ports("multinode-broadcast/one-way", one_way);
    const auto add_beside_first = [](replay& replayed) {
        tutti::recorded_transmission other = replayed.at(1).sent[0].transmission;
        other.through = other.through == 2 ? 1 : 2;
        other.to = other.from ^ (node_id{1} << static_cast<unsigned int>(other.through));
        add(replayed.at(1), other);
    };
    const auto answer_first = [](replay& replayed) {
        tutti::recorded_transmission other = replayed.at(1).sent[0].transmission;
        std::swap(other.from, other.to);
        add(replayed.at(1), other);
    };
    ports(single, add_beside_first, "sends a second packet, through port");
    ports(half, add_beside_first, "sends a second packet");
    ports(half, answer_first, "sends, and receives from node");
    ports(shout, answer_first, "sends, and receives from node");
    ports(
        shout, [](replay& replayed) { replayed.at(1).sent[1].transmission.content.payload ^= 1U; },
        "sends another packet through port");
    ports(in_turn, answer_first, "packets both ways between node");
    // Of two senders to one node, each sends one packet.
    ports(
        with_ports("broadcast/single-port", single_port_full_duplex),
        [](replay& replayed) {
            tutti::recorded_transmission other = replayed.at(1).sent[0].transmission;
            const auto through = other.through == 0 ? 1 : 0;
            other.from = other.to ^ (node_id{1} << static_cast<unsigned int>(through));
            other.through = through;
            add(replayed.at(1), other);
        },
        "receives a second packet, from node");
}

TEST_CASE("packets with more of a message than their phase carries are found") {
    check_found(
        with_phases(),
        [](replay& replayed) {
            replayed.plan.phases[0].carries = 0;
            for (mail_packet& each : replayed.at(1).sent) {
                each.transmission.kind = 0;
            }
            replayed.kinds[0].share = tutti::rational{1, 2};
        },
        "shares",
        "slot 1: node 1 sends 1/2 of a message through port 0, and a slot of 'rank' carries 0");
    check_found(
        in_pieces(),
        [](replay& replayed) {
            replayed.plan.phases.at(0).carries = tutti::rational{1, 5};
        },
        "shares", "carries 1/5");
    check_found(
        broadcast(), [](replay& replayed) { replayed.kinds[0].share = 2; }, "shares",
        "sends 2 of a message");
}

TEST_CASE("packets of the slot in which a phase ends belong to either phase, the first to it") {
    using packets = std::vector<tutti::recorded_transmission>;
    const std::vector<tutti::recorded_kind> kinds{{.name = "count", .is_control = true, .share = 0},
                                                  {.name = "data", .share = 1}};
    const std::vector<std::string> names{"count"};
    tutti::recorded_plan plan;
    plan.phases = {{.name = "count", .carries = 0}, {.name = "send"}};
    const tutti::recorded_transmission control{.from = 0, .through = 0, .to = 1, .kind = 0};
    const tutti::recorded_transmission data{.from = 0, .through = 1, .to = 2, .kind = 1};
    const auto share_in = [&](slot marked, slot sent_in, const packets& sent) {
        const tutti::network net = tutti::hypercube{2};
        tutti::recording_verifier judge{plan, net, {.why_unknown = "by hand"}};
        const std::vector<tutti::recorded_mark> marks{{.node = 0, .name = 0}};
        for (slot at = 1; at < 4; ++at) {
            tutti::recorded_slot now{.at = at};
            now.sent = at == sent_in ? std::span{sent} : now.sent;
            now.marked = at == marked ? std::span{marks} : now.marked;
            judge.take(now, kinds, names);
        }
        return judge.end({}, {}).finding("shares").status;
    };

    CHECK(share_in(2, 2, {control, data}) == check_status::holds);
    CHECK(share_in(2, 2, {data}) == check_status::violated);
    CHECK(share_in(2, 3, {data}) == check_status::holds);
    CHECK(share_in(2, 1, {control, data}) == check_status::violated);
    CHECK(share_in(3, 2, {control, data}) == check_status::violated);
    CHECK(share_in(1, 2, {control, data}) == check_status::holds);
}

TEST_CASE("messages that a node does not have are found") {
    const auto possession = [](replay replayed, const tampering& tamper, std::string_view text) {
        check_found(std::move(replayed), tamper, "possession", text);
    };
    possession(
        broadcast(), [](replay& replayed) { packet(replayed, 1, 5, 4).content.number = 2; },
        "slot 1: node 5 sends message 5:2 through port 0, which no node has");
    possession(
        broadcast(), [](replay& replayed) { packet(replayed, 1, 5, 4).content.origin = 100; },
        "message 100:0 through port 0, which no node has");
    possession(
        broadcast(), [](replay& replayed) { packet(replayed, 1, 5, 4).content.payload ^= 1U; },
        "with a wrong payload");
    possession(
        broadcast(),
        [](replay& replayed) {
            packet(replayed, 1, 5, 4).content = packet(replayed, 1, 0, 1).content;
        },
        "slot 1: node 5 sends message 0:0 through port 0, which has not arrived there");
    // A packet that arrives in a slot cannot be forwarded in the same one.
    possession(
        broadcast(),
        [](replay& replayed) {
            tutti::recorded_transmission early = packet(replayed, 1, 0, 1);
            early.from = 1;
            early.to = 3;
            early.through = 1;
            add(replayed.at(1), early);
        },
        "slot 1: node 1 sends message 0:0 through port 1, which has not arrived there");
    possession(
        broadcast(),
        [](replay& replayed) {
            const auto [at, one] = first_heard(replayed);
            std::erase_if(replayed.at(at).sent, [&](const mail_packet& each) {
                return each.transmission.to == one.to && each.transmission.content == one.content;
            });
        },
        "delivers message");
    possession(
        broadcast(),
        [](replay& replayed) {
            const auto [at, one] = first_heard(replayed);
            std::erase_if(replayed.at(at).delivered, [&](const tutti::recorded_delivery& each) {
                return each.to == one.to && each.content == one.content;
            });
            auto& before = replayed.at(at - 1).delivered;
            before.insert(
                std::ranges::upper_bound(before, one.to, {}, &tutti::recorded_delivery::to), one);
        },
        "which has not arrived there");
    possession(
        broadcast(), [](replay& replayed) { replayed.at(0).delivered[0].content.number = 9; },
        "delivers message 0:9, which no node has");
    possession(
        broadcast(), [](replay& replayed) { replayed.at(0).delivered[0].content.payload = 0; },
        "with a wrong payload");
}

TEST_CASE("pieces that a node does not have are found") {
    const auto possession = [](const tampering& tamper, std::string_view text) {
        check_found(in_pieces(), tamper, "possession", text);
    };
    possession([](replay& replayed) { replayed.at(1).sent[0].transmission.piece = 4; },
               "sends piece 4 of message 0:0 through port 0, and its packet carries 1/4");
    possession(
        [](replay& replayed) {
            replayed.at(1).sent[0].transmission.piece =
                (replayed.at(1).sent[0].transmission.piece + 1) % 4;
        },
        "sends a piece of message 0:0 through port 0, with a wrong payload");
    possession(
        [](replay& replayed) {
            replayed.at(1).sent[0].transmission.content.payload = ~std::uint64_t{0};
        },
        "with a wrong payload");
    // Not all pieces are no message.
    possession(
        [](replay& replayed) {
            const auto [at, one] = first_heard(replayed);
            std::erase_if(replayed.at(at).sent, [&](const mail_packet& each) {
                return each.transmission.to == one.to &&
                       each.transmission.content.origin == one.content.origin;
            });
        },
        "which has not arrived there");
}

TEST_CASE("control packets that hold what a message says are found") {
    for (const std::size_t offset : {std::size_t{0}, std::size_t{3}, std::size_t{8}}) {
        check_found(
            with_phases(),
            [=](replay& replay) {
                const std::uint64_t secret = first_heard(replay).second.content.payload;
                replay.at(2).sent[0].bytes.resize(16);
                std::memcpy(&replay.at(2).sent[0].bytes.at(offset), &secret, sizeof secret);
            },
            "control", "slot 2: a control packet of node 2, through port 1");
    }
}

}  // TEST_SUITE
