// Programs whose nodes send or deliver what they do not have, each with the verdict that it must
// get.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "faulty_program.hpp"
#include "faulty_run.hpp"
#include "node/pieces.hpp"
#include "tutti/catalog/catalogue_packet.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::check_outcome;
using support::lasting;
using support::pass_on;
using support::run_program;
using support::send_everywhere;
using tutti::hypercube;
using tutti::message;
using tutti::node_input;
using tutti::packet_kind;
using tutti::short_packet;
using tutti::slot;
using tutti::task;

/// A packet that says that it carries the first message of node 0, and holds a second payload.
struct double_packet {
    std::uint64_t first = 1;
    std::uint64_t second = 0;
    [[nodiscard]] static bool is_control() { return false; }
    [[nodiscard]] static tutti::packet_kind kind() { return tutti::packet_kind::data; }
    [[nodiscard]] message content() const { return {.payload = first}; }
    friend bool operator==(const double_packet&, const double_packet&) = default;
};

/// A half of a message of node 0 that holds the other half, too.
struct whole_piece {
    std::uint64_t payload = 1;
    std::uint64_t index = 0;
    [[nodiscard]] static bool is_control() { return false; }
    [[nodiscard]] static tutti::packet_kind kind() { return tutti::packet_kind::data; }
    [[nodiscard]] tutti::piece part() const {
        return {.index = static_cast<std::uint8_t>(index), .count = 2};
    }
    [[nodiscard]] message content() const { return {.payload = payload & tutti::bits_of(part())}; }
    friend bool operator==(const whole_piece&, const whole_piece&) = default;
};

/// A correct broadcast of node 0's message.
template <class Node>
task<> broadcast(Node& self, node_input input, slot end) {
    const short_packet own =
        input.messages.empty() ? short_packet{} : short_packet::of(input.messages[0]);
    co_await pass_on<short_packet>(self, own,
                                   [&](short_packet held) { self.deliver(held.content()); });
    co_await self.until(end);
    self.mark("broadcast");
}

bool has_gap(const tutti::result& outcome, std::string_view text) {
    return std::ranges::any_of(outcome.verified.gaps, [&](const std::string& gap) {
        return gap.find(text) != std::string::npos;
    });
}

}  // namespace

TEST_CASE("a packet that describes itself brings the message that it names, and no other") {
    // As many packets move as two messages need.
    const auto two_at_once = [](auto& self, node_input input) -> task<> {
        double_packet own;
        if (!input.messages.empty()) {
            own = {.first = input.messages[0].payload, .second = input.messages[1].payload};
        }
        const auto pass = [&](const auto& take) { return pass_on<double_packet>(self, own, take); };
        co_await pass([&](double_packet held) {
            self.deliver({.number = 0, .payload = held.first});
            self.deliver({.number = 1, .payload = held.second});
            own = held;
        });
        co_await self.until(3);
        co_await send_everywhere(self, own);
        self.mark("broadcast");
    };
    const tutti::result outcome =
        run_program<hypercube, double_packet>("simultaneous-broadcast", "hypercube:3", "nodes:0,0",
                                              {lasting("broadcast", 4)}, two_at_once);
    check_outcome(outcome, "incorrect: possession",
                  "slot 1: node 1 delivers message 0:1, which has not arrived there; 6 more");
}

TEST_CASE("a piece that describes itself brings the piece that it names, and no other") {
    const auto whole_at_once = [](auto& self, node_input input) -> task<> {
        whole_piece own;
        if (!input.messages.empty()) {
            own.payload = input.messages[0].payload;
        }
        co_await pass_on<whole_piece>(self, own, [&](whole_piece held) {
            self.deliver({.payload = held.payload});
            own = held;
        });
        co_await self.until(7);
        own.index = 1;
        co_await send_everywhere(self, own);
        self.mark("broadcast");
    };
    check_outcome(run_program<hypercube, whole_piece>("broadcast", "hypercube:3", "all",
                                                      {lasting("broadcast", 8, {1, 2}, {1, 2})},
                                                      whole_at_once),
                  "incorrect: possession",
                  "slot 1: node 1 delivers message 0:0, which has not arrived there");
}

TEST_CASE("a node sends no message that it did not receive") {
    // Node 6 gets the message through memory, and sends it on a slot before it comes.
    message shared;
    const auto sends_early = [&shared](auto& self, node_input input) -> task<> {
        if (!input.messages.empty()) {
            shared = input.messages[0];
        }
        if (self.id() == 6) {
            co_await self.until(1);
            self.send(0, short_packet::of(shared));
        }
        if (self.id() == 7) {
            co_await self.mail();
            (void)self.inbox().empty();
        }
        co_await broadcast(self, std::move(input), 4);
    };
    check_outcome(run_program<hypercube, short_packet>("broadcast", "hypercube:3", "all",
                                                       {lasting("broadcast", 4)}, sends_early),
                  "incorrect: possession",
                  "slot 2: node 6 sends message 0:0 through port 0, which has not arrived there");
}

TEST_CASE("a control packet holds no message") {
    const auto disguised = [](auto& self, node_input input) -> task<> {
        const short_packet own =
            input.messages.empty() ? short_packet{} : support::data(input.messages[0]);
        co_await pass_on<short_packet>(self, own,
                                       [&](short_packet held) { self.deliver(held.content()); });
        co_await self.until(3);
        if (self.id() == 0) {
            self.send(0, own.as(packet_kind::total));
        }
        co_await self.next_slot();
        (void)self.inbox().empty();
        self.mark("broadcast");
    };
    check_outcome(
        run_program<hypercube, short_packet>("broadcast", "hypercube:3", "all",
                                             {lasting("broadcast", 4)}, disguised),
        "incorrect: control",
        "slot 4: a control packet of node 0, through port 0, holds the payload of a message");
}

TEST_CASE("a result says by what possession was verified, and where it was not") {
    const auto honest = [](slot end) {
        return
            [end](auto& self, node_input input) { return broadcast(self, std::move(input), end); };
    };
    const auto in_3 = honest(3);
    const auto run = [&](int repeats) {
        return run_program<hypercube, short_packet>("broadcast", "hypercube:3", "all",
                                                    {lasting("broadcast", 3)}, in_3, {}, repeats);
    };
    const tutti::result outcome = run(1);
    check_outcome(outcome, "complete");
    CHECK(outcome.verified.possession ==
          "node by node, by what each was given and received over links");
    CHECK(outcome.verified.gaps.empty());
    CHECK(tutti::to_json(outcome).find(R"("not_verified":[])") != std::string::npos);
    check_outcome(run(3), "complete");

    const auto in_15 = honest(15);
    const tutti::result large = run_program<hypercube, short_packet>(
        "broadcast", "hypercube:15", "all", {lasting("broadcast", 15)}, in_15);
    check_outcome(large, "complete");
    CHECK(has_gap(large,
                  "possession of messages not verified node by node: the network has "
                  "491,520 links, more than 262,144"));
    CHECK(tutti::to_json(large).find("not verified node by node") != std::string::npos);
}

TEST_CASE("possession is verified up to a number of events, and the result says which slot") {
    // 384 packets in each of 6,000 slots.
    const auto busy = [](auto& self, node_input input) -> task<> {
        for (int i = 0; i < 6000; ++i) {
            co_await send_everywhere(self, short_packet::count(packet_kind::total, 1));
        }
        const short_packet own =
            input.messages.empty() ? short_packet{} : support::data(input.messages[0]);
        co_await pass_on<short_packet>(self, own,
                                       [&](short_packet held) { self.deliver(held.content()); });
        co_await self.until(6006);
        self.mark("broadcast");
    };
    const tutti::result outcome = run_program<hypercube, short_packet>(
        "broadcast", "hypercube:6", "all", {lasting("broadcast", 6006)}, busy);
    check_outcome(outcome, "complete");
    CHECK(has_gap(outcome,
                  "possession of messages verified up to slot 5462 only: more than "
                  "2,097,152 packets and deliveries"));
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
