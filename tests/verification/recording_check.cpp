// Faults planted among the packets of recordings, each of which is found.
#include "verification/recording/recording_check.hpp"

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
#include "web/replay.hpp"

TEST_SUITE("verification/recording/recording_check.hpp") {

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
    tutti::experiment asked = on_network(entry(name), "hypercube:3");
    asked.ports = ports;
    return asked;
}

// A packet that nobody sent, in its place among those of a slot.
void add(kept_slot& to, const tutti::recorded_transmission& one) {
    const auto place = std::ranges::find_if(to.sent, [&](const mail_packet& each) {
        return std::pair{each.what.from, each.what.through} > std::pair{one.from, one.through};
    });
    to.sent.insert(place, {.what = one});
}

// The only packet of a slot from one node to another, to be changed.
tutti::recorded_transmission& packet(replay& all, slot at, node_id from, node_id to) {
    const auto found = std::ranges::find_if(all.at(at).sent, [&](const mail_packet& each) {
        return each.what.from == from && each.what.to == to;
    });
    REQUIRE(found != all.at(at).sent.end());
    return found->what;
}

}  // namespace

TEST_CASE("packets that do not fit the network are found") {
    const auto links = [](const tampering& tamper, std::string_view text) {
        check_found(broadcast(), tamper, "links", text);
    };
    links([](replay& all) { all.at(1).sent[0].what.through = 3; },
          "slot 1: node 0 sends through port 3, which it does not have");
    links([](replay& all) { all.at(1).sent[0].what.through = -1; }, "port -1");
    links([](replay& all) { all.at(1).sent[0].what.to = 6; }, "arrives at node 6, not 1");
    links([](replay& all) { all.at(1).sent.insert(all.at(1).sent.begin(), all.at(1).sent[0]); },
          "slot 1: two packets through port 0 of node 0");
    links([](replay& all) { std::swap(all.at(1).sent[0], all.at(1).sent[1]); },
          "port 0 of node 0 comes after port 1 of node 0");
    links([](replay& all) { all.slots[2].at = all.slots[1].at; }, "slot 1 comes after slot 1");
    links([](replay& all) { all.at(0).sent = all.at(1).sent; }, "before the first slot");
    links([](replay& all) { all.at(1).sent[0].what.from = 8; }, "and there are 8 nodes");
    links([](replay& all) { all.at(1).sent[0].what.kind = 9; }, "kind 9");
    links([](replay& all) { all.at(2).delivered.push_back({.to = 99}); }, "delivery at node 99");
    links([](replay& all) { all.slots.back().marked.push_back({.node = 8}); }, "of node 8");
    links([](replay& all) { all.slots.back().marked[0].name = 7; }, "mark 7");
    links([](replay& all) { std::ranges::reverse(all.at(0).delivered); }, "order of nodes");
}

TEST_CASE("what does not fit the network is not judged further") {
    replay all = broadcast();
    all.at(1).sent[0].what.from = 8;
    for (const std::string_view name : {"ports", "shares", "possession", "deliveries", "digest"}) {
        CAPTURE(name);
        CHECK(all.judged().finding(name).found == check_status::not_checked);
    }
}

TEST_CASE("nodes that use more links than they may are found") {
    using enum tutti::port_model;
    const auto ports = [](const tutti::experiment& asked, const tampering& tamper,
                          std::string_view text) {
        check_found(replay::of(asked), tamper, "ports", text);
    };
    const auto single = with_ports("multinode-broadcast/hamiltonian", single_port_full_duplex);
    const auto half = with_ports("multinode-broadcast/hamiltonian", single_port_half_duplex);
    const auto shout = with_ports("successive-broadcasts/rotated", shout_and_whisper);
    const auto in_turn = with_ports("multinode-broadcast/one-way", one_way);
    const auto add_beside_first = [](replay& all) {
        tutti::recorded_transmission other = all.at(1).sent[0].what;
        other.through = other.through == 2 ? 1 : 2;
        other.to = other.from ^ (node_id{1} << static_cast<unsigned int>(other.through));
        add(all.at(1), other);
    };
    const auto answer_first = [](replay& all) {
        tutti::recorded_transmission other = all.at(1).sent[0].what;
        std::swap(other.from, other.to);
        add(all.at(1), other);
    };
    ports(single, add_beside_first, "sends a second packet, through port");
    ports(single, add_beside_first, "slot 1: node 0");
    ports(half, add_beside_first, "sends a second packet");
    ports(half, answer_first, "sends, and receives from node");
    ports(shout, answer_first, "sends, and receives from node");
    ports(
        shout, [](replay& all) { all.at(1).sent[1].what.content.payload ^= 1U; },
        "sends another packet through port");
    ports(in_turn, answer_first, "packets both ways between node");
    // Of two senders to one node, each sends one packet.
    ports(
        with_ports("broadcast/single-port", single_port_full_duplex),
        [](replay& all) {
            tutti::recorded_transmission other = all.at(1).sent[0].what;
            const auto through = other.through == 0 ? 1 : 0;
            other.from = other.to ^ (node_id{1} << static_cast<unsigned int>(through));
            other.through = through;
            add(all.at(1), other);
        },
        "receives a second packet, from node");
}

TEST_CASE("packets with more of a message than their phase carries are found") {
    check_found(
        with_phases(),
        [](replay& all) {
            all.plan.phases[0].carries = 0;
            for (mail_packet& each : all.at(1).sent) {
                each.what.kind = 0;
            }
            all.kinds[0].share = tutti::rational{1, 2};
        },
        "shares",
        "slot 1: node 1 sends 1/2 of a message through port 0, and a slot of 'rank' carries 0");
    check_found(
        in_pieces(),
        [](replay& all) {
            all.plan.phases.at(0).carries = tutti::rational{1, 5};
        },
        "shares", "carries 1/5");
    check_found(
        broadcast(), [](replay& all) { all.kinds[0].share = 2; }, "shares", "sends 2 of a message");
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
        const tutti::network where = tutti::hypercube{2};
        tutti::recording_verifier judge{plan, where, {.why_unknown = "by hand"}};
        const std::vector<tutti::recorded_mark> marks{{.node = 0, .name = 0}};
        for (slot at = 1; at < 4; ++at) {
            tutti::recorded_slot now{.at = at};
            now.sent = at == sent_in ? std::span{sent} : now.sent;
            now.marked = at == marked ? std::span{marks} : now.marked;
            judge.take(now, kinds, names);
        }
        return judge.end({}, {}).finding("shares").found;
    };

    CHECK(share_in(2, 2, {control, data}) == check_status::holds);
    CHECK(share_in(2, 2, {data}) == check_status::violated);
    CHECK(share_in(2, 3, {data}) == check_status::holds);
    CHECK(share_in(2, 1, {control, data}) == check_status::violated);
    CHECK(share_in(3, 2, {control, data}) == check_status::violated);
    CHECK(share_in(1, 2, {control, data}) == check_status::holds);
}

TEST_CASE("messages that a node does not have are found") {
    const auto possession = [](replay all, const tampering& tamper, std::string_view text) {
        check_found(std::move(all), tamper, "possession", text);
    };
    possession(
        broadcast(), [](replay& all) { packet(all, 1, 5, 4).content.number = 2; },
        "slot 1: node 5 sends message 5:2 through port 0, which nobody has");
    possession(
        broadcast(), [](replay& all) { packet(all, 1, 5, 4).content.origin = 100; },
        "message 100:0 through port 0, which nobody has");
    possession(
        broadcast(), [](replay& all) { packet(all, 1, 5, 4).content.payload ^= 1U; },
        "with a wrong payload");
    possession(
        broadcast(),
        [](replay& all) { packet(all, 1, 5, 4).content = packet(all, 1, 0, 1).content; },
        "slot 1: node 5 sends message 0:0 through port 0, which has not come there");
    // A packet that arrives in a slot cannot be forwarded in the same one.
    possession(
        broadcast(),
        [](replay& all) {
            tutti::recorded_transmission early = packet(all, 1, 0, 1);
            early.from = 1;
            early.to = 3;
            early.through = 1;
            add(all.at(1), early);
        },
        "slot 1: node 1 sends message 0:0 through port 1, which has not come there");
    possession(
        broadcast(),
        [](replay& all) {
            const auto [at, one] = first_heard(all);
            std::erase_if(all.at(at).sent, [&](const mail_packet& each) {
                return each.what.to == one.to && each.what.content == one.content;
            });
        },
        "delivers message");
    possession(
        broadcast(),
        [](replay& all) {
            const auto [at, one] = first_heard(all);
            std::erase_if(all.at(at).delivered, [&](const tutti::recorded_delivery& each) {
                return each.to == one.to && each.content == one.content;
            });
            auto& before = all.at(at - 1).delivered;
            before.insert(
                std::ranges::upper_bound(before, one.to, {}, &tutti::recorded_delivery::to), one);
        },
        "which has not come there");
    possession(
        broadcast(), [](replay& all) { all.at(0).delivered[0].content.number = 9; },
        "delivers message 0:9, which nobody has");
    possession(
        broadcast(), [](replay& all) { all.at(0).delivered[0].content.payload = 0; },
        "with a wrong payload");
}

TEST_CASE("pieces that a node does not have are found") {
    const auto possession = [](const tampering& tamper, std::string_view text) {
        check_found(in_pieces(), tamper, "possession", text);
    };
    possession([](replay& all) { all.at(1).sent[0].what.piece = 4; },
               "sends piece 4 of message 0:0 through port 0, and its packet carries 1/4");
    possession(
        [](replay& all) { all.at(1).sent[0].what.piece = (all.at(1).sent[0].what.piece + 1) % 4; },
        "sends a piece of message 0:0 through port 0, with a wrong payload");
    possession([](replay& all) { all.at(1).sent[0].what.content.payload = ~std::uint64_t{0}; },
               "with a wrong payload");
    // Not all pieces are no message.
    possession(
        [](replay& all) {
            const auto [at, one] = first_heard(all);
            std::erase_if(all.at(at).sent, [&](const mail_packet& each) {
                return each.what.to == one.to && each.what.content.origin == one.content.origin;
            });
        },
        "which has not come there");
}

TEST_CASE("control packets that hold what a message says are found") {
    for (const std::size_t offset : {std::size_t{0}, std::size_t{3}, std::size_t{8}}) {
        check_found(
            with_phases(),
            [=](replay& all) {
                const std::uint64_t secret = first_heard(all).second.content.payload;
                all.at(2).sent[0].bytes.resize(16);
                std::memcpy(&all.at(2).sent[0].bytes.at(offset), &secret, sizeof secret);
            },
            "control", "slot 2: a control packet of node 2, through port 1");
    }
}

}  // TEST_SUITE
