// Programs whose messages do not travel, or travel unseen, each with the verdict that it must get.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/partial_program.hpp"
#include "algorithms/trial.hpp"
#include "faulty_program.hpp"
#include "faulty_run.hpp"
#include "support/standard.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/distance_table.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::check_outcome;
using support::lasting;
using support::pass_on;
using support::run_program;
using support::send_everywhere;
using tutti::hypercube;
using tutti::knowledge;
using tutti::message;
using tutti::node_id;
using tutti::node_input;
using tutti::packet_kind;
using tutti::phase;
using tutti::rational;
using tutti::short_packet;
using tutti::slot;
using tutti::task;

/// Two messages of node 0 in a packet that says nothing of them.
struct pair_packet {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    friend bool operator==(const pair_packet&, const pair_packet&) = default;
};

/// A message in a packet that says that it is half of one.
struct half_packet {
    std::uint64_t payload = 1;
    [[nodiscard]] static rational share() { return {1, 2}; }
    friend bool operator==(const half_packet&, const half_packet&) = default;
};

/// Likewise, though it shows the message.
struct shown_half_packet {
    std::uint64_t payload = 1;
    [[nodiscard]] static rational share() { return {1, 2}; }
    [[nodiscard]] static bool is_control() { return false; }
    [[nodiscard]] static tutti::packet_kind kind() { return tutti::packet_kind::data; }
    [[nodiscard]] message content() const { return {.payload = payload}; }
    friend bool operator==(const shown_half_packet&, const shown_half_packet&) = default;
};

}  // namespace

TEST_CASE("messages that no node sent are not delivered") {
    message shared;
    const auto found_in_memory = [&shared](auto& self, node_input input) -> task<> {
        if (!input.messages.empty()) {
            shared = input.messages[0];
        }
        co_await self.until(std::popcount(self.id()));
        self.deliver(shared);
        co_await self.until(3);
        self.mark("broadcast");
    };
    check_outcome(
        run_program<hypercube, short_packet>("broadcast", "hypercube:3", "all",
                                             {lasting("broadcast", 3)}, found_in_memory),
        "incorrect: possession, journeys",
        "0 packets with content moved, of 1 of a message each at most, and the deliveries "
        "away from their origins take 7 messages over links");
}

TEST_CASE("messages that travel as control have not travelled") {
    const auto disguised = [](bool makes_up) {
        return [makes_up](auto& self, node_input input) -> task<> {
            const short_packet own =
                input.messages.empty() ? short_packet{} : support::data(input.messages[0]);
            co_await pass_on<short_packet>(
                self, own.as(packet_kind::total),
                [&](short_packet held) { self.deliver(held.content()); });
            co_await self.until(3);
            self.mark("spread");
            if (makes_up) {
                co_await send_everywhere(self, support::data({.origin = 1}));
            }
            co_await self.until(makes_up ? 4 : 7);
            self.mark("rest");
        };
    };
    const auto idle = disguised(false);
    const auto busy = disguised(true);
    const auto run = [](const auto& body, const rational& length, slot rest) {
        return run_program<hypercube, short_packet>(
            "broadcast", "hypercube:3", "all",
            {lasting("spread", 3, length, 0), lasting("rest", rest)}, body);
    };
    check_outcome(run(idle, {1, 1000}, 4), "incorrect: possession, control, journeys",
                  "0 packets with content moved");
    check_outcome(run(busy, 1, 1), "incorrect: possession, control, time",
                  "1 in slots that may carry messages is below the lower bound 3");
}

TEST_CASE("several messages in one packet count as one journey") {
    const auto two_at_once = [](auto& self, node_input input) -> task<> {
        pair_packet own;
        if (!input.messages.empty()) {
            own = {.first = input.messages[0].payload, .second = input.messages[1].payload};
        }
        co_await pass_on<pair_packet>(self, own, [&](pair_packet held) {
            self.deliver({.number = 0, .payload = held.first});
            self.deliver({.number = 1, .payload = held.second});
        });
        co_await self.until(3);
        self.mark("broadcast");
    };
    check_outcome(
        run_program<hypercube, pair_packet>("simultaneous-broadcast", "hypercube:3", "nodes:0,0",
                                            {lasting("broadcast", 3)}, two_at_once),
        "incorrect: journeys", "7 packets with content moved");
}

TEST_CASE("a declared share does not make a packet smaller") {
    const auto halves = [](auto& self, node_input input) -> task<> {
        using packet = tutti::packet_of<std::remove_cvref_t<decltype(self)>>;
        packet own;
        if (!input.messages.empty()) {
            own = {.payload = input.messages[0].payload};
        }
        co_await pass_on<packet>(self, own,
                                 [&](packet held) { self.deliver({.payload = held.payload}); });
        co_await self.until(3);
        self.mark("broadcast");
    };
    const std::vector<phase> in_halves{lasting("broadcast", 3, {1, 2}, {1, 2})};
    const tutti::result opaque =
        run_program<hypercube, half_packet>("broadcast", "hypercube:3", "all", in_halves, halves);
    check_outcome(opaque, "incorrect: journeys",
                  "7 packets with content moved, of 1/2 of a message each at most");
    CHECK(std::ranges::count(opaque.stated, "share of a message in a packet") == 1);
    check_outcome(run_program<hypercube, shown_half_packet>("broadcast", "hypercube:3", "all",
                                                            in_halves, halves),
                  "model-violation: delivery, phases", "more of a message than");
}

TEST_CASE("packets that do not describe themselves are said not to be verified") {
    const auto opaque = [](auto& self, node_input input) -> task<> {
        const std::uint64_t own = input.messages.empty() ? 1 : input.messages[0].payload;
        co_await pass_on<std::uint64_t>(
            self, own, [&](std::uint64_t stored) { self.deliver({.payload = stored}); });
        co_await self.until(3);
        self.mark("broadcast");
    };
    const tutti::result outcome = run_program<hypercube, std::uint64_t>(
        "broadcast", "hypercube:3", "all", {lasting("broadcast", 3)}, opaque);
    check_outcome(outcome, "complete");
    CHECK(outcome.verified.contents.empty());
    CHECK(tutti::to_table(outcome).find("contents of packets not verified") != std::string::npos);
}

TEST_CASE("no message comes before the distance from its origin, in any slot of any graph") {
    const auto network = tutti::built(tutti::parse_network("ccc:3"));
    const auto& links = std::get<tutti::graph>(network);
    const auto table = tutti::distance_table::of(links, std::vector<node_id>{0});
    REQUIRE(table.has_value());
    node_id farthest = 0;
    while (table->between(0, farthest) < table->longest()) {
        ++farthest;
    }
    message shared;
    const auto after = [&](int too_early) {
        return [&, too_early](auto& self, node_input input) -> task<> {
            if (!input.messages.empty()) {
                shared = input.messages[0];
            }
            co_await send_everywhere(self, short_packet::of({.origin = 1}));
            co_await self.until(table->between(0, self.id()) -
                                (self.id() == farthest ? too_early : 0));
            self.deliver(shared);
            co_await self.until(table->longest());
            self.mark("broadcast");
        };
    };
    const auto in_time = after(0);
    const auto early = after(1);
    const auto run = [&](const auto& body) {
        return run_program<tutti::graph, short_packet>(
            "broadcast", "ccc:3", "all", {lasting("broadcast", table->longest())}, body);
    };
    const tutti::result timely = run(in_time);
    check_outcome(timely, "incorrect: possession");
    CHECK(timely.verified.causality == "breadth-first distances from 1 origin, in every slot");
    check_outcome(run(early), "incorrect: causality, possession",
                  "1 delivery of what cannot have come, the first at node " +
                      std::to_string(farthest) + " in slot " + std::to_string(table->longest()));
}

TEST_CASE("no sum is complete before the farthest summand can have come") {
    // The sum of all is at hand in slot 1; it is delivered in slot `at`.
    const auto sums = [](std::string_view network, slot at) {
        std::atomic<std::uint64_t> sum = 0;
        const slot end = tutti::diameter(tutti::parse_network(network));
        const auto body = [&](auto& self, node_input input) -> task<> {
            sum += input.messages[0].payload;
            co_await send_everywhere(self, tutti::short_packet::own(0, 1));
            co_await self.until(at);
            self.deliver({.payload = sum});
            co_await self.until(end);
            self.mark("reduce");
        };
        const std::vector<phase> phases{lasting("reduce", end)};
        const tutti::parameter_values values{{"values", 1U}};
        return network.starts_with("hypercube")
                   ? run_program<hypercube, tutti::short_packet>("allreduce", network, "all",
                                                                 phases, body, values)
                   : run_program<tutti::graph, tutti::short_packet>("allreduce", network, "all",
                                                                    phases, body, values);
    };
    check_outcome(sums("hypercube:3", 3), "complete");
    check_outcome(sums("hypercube:3", 2), "incorrect: causality",
                  "8 deliveries of what cannot have come, the first at node 0 in slot 3");
    check_outcome(sums("ccc:3", 6), "complete");
    check_outcome(sums("ccc:3", 5), "incorrect: causality",
                  "24 deliveries of what cannot have come");
}

TEST_CASE("a minimum at the root may follow from a silence") {
    std::atomic<std::uint64_t> least = ~std::uint64_t{0};
    const auto silent = [&least](auto& self, node_input input) -> task<> {
        least = std::min(least.load(), input.messages[0].payload);
        co_await self.until(3);
        if (self.id() == 0) {
            self.deliver({.payload = least});
        }
        self.mark("reduce");
    };
    check_outcome(
        run_program<hypercube, short_packet>("reduce", "hypercube:3", "all", {lasting("reduce", 3)},
                                             silent, {{"values", 1U}, {"operator", "min"}}),
        "complete");
}

TEST_CASE("no prefix sum is complete before the farthest summand can have come") {
    const auto sums = [](slot at) {
        std::vector<std::uint64_t> values(8);
        const auto body = [&](auto& self, node_input input) -> task<> {
            values[self.id()] = input.value;
            // As few packets as there are summands that leave their nodes.
            if (self.id() != 0) {
                self.send(std::countr_zero(self.id()), short_packet::count(packet_kind::up, 1));
            }
            co_await self.next_slot();
            (void)self.inbox().empty();
            co_await self.until(self.id() == 0 ? at : 3);
            self.deliver({.origin = self.id(),
                          .payload = std::accumulate(values.begin() + self.id(), values.end(),
                                                     std::uint64_t{0})});
            co_await self.until(3);
            self.mark("rank");
        };
        return run_program<hypercube, short_packet>("prefix-sum", "hypercube:3", "all",
                                                    {lasting("rank", 3)}, body);
    };
    check_outcome(sums(3), "complete");
    check_outcome(sums(2), "incorrect: causality",
                  "1 delivery of what cannot have come, the first at node 0 in slot 3");
}

TEST_CASE("where the distances take too much, the result says what was left out") {
    const tutti::result outcome =
        support::run(support::on_network(support::entry("gather/shortest-paths"), "butterfly:10"));
    check_outcome(outcome, "complete");
    CHECK(outcome.verified.causality == "slot 1 only");
    REQUIRE(outcome.verified.gaps.size() == 1);
    CHECK(outcome.verified.gaps[0] ==
          "causality verified in slot 1 only: distances from 10,239 origins take more than "
          "67,108,864 bytes or 200,000,000 visits of links");
    CHECK(tutti::to_table(outcome).find("causality verified in slot 1 only") != std::string::npos);
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
