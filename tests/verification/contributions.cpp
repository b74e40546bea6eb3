// Contributions to the values of reductions: programs and recordings that miscount them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/partial_program.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "faulty_run.hpp"
#include "recording/check/live_verifier.hpp"
#include "recording/recorded.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"
#include "verification/recording/verify_contributions.hpp"
#include "web/replay.hpp"

TEST_SUITE("verification/recording/verify_contributions.hpp") {

namespace {

using support::entry;
using support::on_network;
using support::replay;
using tutti::check_status;
using tutti::contribution_verifier;
using tutti::fold_operator;
using tutti::hypercube;
using tutti::node_id;
using tutti::recorded_delivery;
using tutti::recorded_kind;
using tutti::recorded_transmission;
using tutti::task;

// By its number of contributions, and by its contributors, too.
const std::array<recorded_kind, 2> kinds{
    {{.name = "partial", .has_message = true, .counts_contributions = true},
     {.name = "named",
      .has_message = true,
      .counts_contributions = true,
      .names_contributors = true}}};

/// A reduction of one value of each node, whose values are given.
struct reduction {
    std::vector<std::uint64_t> values;
    fold_operator operation = fold_operator::sum;

    /// What is wrong with these slots, the first with what is sent in slot 1.
    [[nodiscard]] std::array<std::string, 3> errors_of(
        const std::vector<std::vector<recorded_transmission>>& sent,
        const std::vector<recorded_delivery>& delivered = {}) const {
        contribution_verifier verifier{
            {.node_count = values.size(), .count = 1, .operation = operation},
            [this](node_id node, std::uint32_t /*number*/) { return values[node]; },
            1U << 20U};
        tutti::slot at = 0;
        for (const auto& each : sent) {
            verifier.take({.at = ++at, .sent = each}, kinds);
        }
        verifier.take({.at = at + 1, .delivered = delivered}, kinds);
        return {verifier.possession().first(), verifier.contributions().first(), verifier.gap()};
    }
};

recorded_transmission partial(node_id from, node_id to, std::uint64_t value,
                              std::uint32_t contributions) {
    return {.from = from, .to = to, .content = {.payload = value}, .contributions = contributions};
}

recorded_transmission named(node_id from, node_id to, std::uint64_t value,
                            std::uint32_t contributions, std::uint64_t contributors) {
    recorded_transmission made = partial(from, to, value, contributions);
    made.kind = 1;
    made.contributors = contributors;
    return made;
}

recorded_delivery result(node_id to, std::uint64_t value) {
    return {.to = to, .content = {.payload = value}};
}

const std::array<std::string, 3> nothing{};

}  // namespace

TEST_CASE("values with every contribution once are right, however they are folded") {
    const reduction four{.values = {1000, 100, 10, 1}};
    CHECK(four.errors_of({{partial(3, 1, 1, 1)}, {partial(1, 0, 101, 2), partial(2, 0, 10, 1)}},
                         {result(0, 1111)}) == nothing);
    // A value may be passed on, and what a node has from a neighbour takes the place of the last.
    CHECK(four.errors_of({{partial(3, 2, 1, 1)},
                          {partial(2, 1, 1, 1)},
                          {partial(2, 1, 11, 2)},
                          {partial(1, 0, 111, 3)}},
                         {result(0, 1111)}) == nothing);
    CHECK(four.errors_of({{named(3, 1, 1, 1, 8)}, {named(1, 0, 101, 2, 10)}}) == nothing);
}

TEST_CASE("a contribution that counts twice is found though the result fits") {
    // The value of node 3 is that of node 1, or nothing.
    const reduction sums{.values = {1000, 100, 10, 100}};
    CHECK(sums.errors_of({{partial(1, 0, 200, 2), partial(2, 0, 10, 1)}}, {result(0, 1210)})[1] ==
          "slot 1: node 1 sends value 0 through port 0, which has a contribution twice");
    const reduction bits{.values = {8, 4, 2, 0}, .operation = fold_operator::exclusive_or};
    CHECK(bits.errors_of({{partial(1, 0, 4, 2), partial(2, 0, 2, 1)}}, {result(0, 14)})[1] ==
          "slot 1: node 1 sends value 0 through port 0 with 2 contributions by its packet, and "
          "those of 1 node are in it");
    const reduction least{.values = {1, 4, 2, 8}, .operation = fold_operator::least};
    CHECK(least.errors_of({{partial(1, 0, 4, 2), partial(2, 0, 2, 1)}}, {result(0, 1)})[1]
              .starts_with("slot 1: node 1 sends value 0 through port 0 with 2 contributions by "
                           "its packet, and "));
    CHECK(least.errors_of({{named(3, 1, 8, 1, 8)}, {named(1, 0, 4, 2, 2)}})[1].starts_with(
        "slot 2: node 1 sends value 0 through port 0 with 2 contributions by its packet, and "));
    CHECK(least.errors_of({{named(3, 1, 8, 1, 8)}, {named(1, 0, 4, 2, 10)}}) == nothing);
}

TEST_CASE("a result that lacks a contribution is found though its value fits") {
    const reduction bits{.values = {8, 4, 2, 0}, .operation = fold_operator::exclusive_or};
    CHECK(bits.errors_of({{partial(1, 0, 4, 1), partial(2, 0, 2, 1)}}, {result(0, 14)})[1] ==
          "slot 2: node 0 delivers result 0, which does not have the contributions of all 4 nodes, "
          "each once");
    // In large networks by a count and a sum: node 1 counts twice, and node 2 not at all.
    reduction many{.values = std::vector<std::uint64_t>(80, 1)};
    std::vector<recorded_transmission> sent{partial(1, 0, 1, 1)};
    for (node_id node = 3; node < 80; ++node) {
        sent.push_back(partial(node, 0, 1, 1));
    }
    CHECK(many.errors_of({sent, {partial(1, 0, 1, 1)}}, {result(0, 80)})[1] ==
          "slot 3: node 0 delivers result 0, which does not have the contributions of all 80 "
          "nodes, each once");
    sent.push_back(partial(2, 0, 1, 1));
    CHECK(many.errors_of({sent}, {result(0, 80)}) == nothing);
}

TEST_CASE("a value that its node does not hold is found") {
    const reduction four{.values = {1000, 100, 10, 1}};
    CHECK(four.errors_of({{partial(1, 0, 101, 2)}})[0] ==
          "slot 1: node 1 sends value 0 through port 0, which is no fold of values that it holds");
    // It comes in the slot in which it is sent on.
    CHECK(four.errors_of({{partial(3, 1, 1, 1), partial(1, 0, 101, 2)}})[0] != "");
    CHECK(four.errors_of({}, {result(2, 1111)})[0] ==
          "slot 1: node 2 delivers result 0, which is no fold of values that it holds");
}

TEST_CASE("recordings of reductions show what is wrong with a contribution") {
    const replay honest = replay::of(on_network(entry("allreduce/doubling"), "hypercube:3"));
    CHECK(honest.judged().verdict() == tutti::verdict::complete);
    const auto finding = [&](std::string_view name, const support::tampering& tamper) {
        replay changed = honest;
        tamper(changed);
        return changed.judged().finding(name);
    };
    const auto miscounted = finding("contributions", [](replay& changed) {
        ++changed.slots.back().sent.front().transmission.contributions;
    });
    CHECK(miscounted.status == check_status::violated);
    CHECK(miscounted.text.find("contributions by its packet, and those of") != std::string::npos);
    const auto invented = finding("possession", [](replay& changed) {
        ++changed.slots.back().sent.front().transmission.content.payload;
    });
    CHECK(invented.status == check_status::violated);
    CHECK(invented.text.find("is no fold of values that it holds") != std::string::npos);
    // As in recordings of version 1.
    const auto unstated = finding("contributions", [](replay& changed) {
        for (recorded_kind& kind : changed.kinds) {
            kind.counts_contributions = false;
        }
    });
    CHECK(unstated.status == check_status::not_checked);
    CHECK(unstated.text == "packets of kind 'partial' do not state their contributions");
}

namespace {

/// A value in a packet that names whose values are in it.
struct named_packet {
    std::uint64_t value = 0;
    std::uint64_t nodes = 0;
    std::uint64_t count = 0;

    [[nodiscard]] static bool is_control() { return false; }
    [[nodiscard]] static tutti::packet_kind kind() { return tutti::packet_kind::partial; }
    [[nodiscard]] tutti::message content() const { return {.payload = value}; }
    [[nodiscard]] std::uint32_t contributions() const { return static_cast<std::uint32_t>(count); }
    [[nodiscard]] std::uint64_t contributors() const { return nodes; }
    friend bool operator==(const named_packet&, const named_packet&) = default;
};

/// What node 1 does with the value of node 3: folds it, counts its own twice in its place, or
/// makes a value up.
enum class fault : std::uint8_t { none, leaves_out, invents };

// The least value of four nodes is that of node 0, to which it goes: what the others send does not
// matter. Node 3 sends to node 1 or, where that leaves its value out, to node 2, which ignores it.
template <fault Fault>
constexpr auto reduce_on_square = [](auto& self, tutti::node_input input) -> task<> {
    const std::uint64_t own = input.messages[0].payload;
    if (self.id() == 3) {
        self.send(Fault == fault::leaves_out ? 0 : 1,
                  named_packet{.value = own, .nodes = 8, .count = 1});
    }
    co_await self.next_slot();
    std::uint64_t least = own;
    for (const auto& [through, packet] : self.inbox()) {
        least = std::min(least, packet.value);
    }
    if (self.id() == 1) {
        const std::uint64_t value = Fault == fault::none         ? least
                                    : Fault == fault::leaves_out ? own
                                                                 : ~std::uint64_t{0};
        self.send(0, named_packet{.value = value, .nodes = 10, .count = 2});
    } else if (self.id() == 2) {
        self.send(1, named_packet{.value = own, .nodes = 4, .count = 1});
    }
    co_await self.next_slot();
    for (const auto& [through, packet] : self.inbox()) {
        least = std::min(least, packet.value);
    }
    if (self.id() == 0) {
        self.deliver({.payload = least});
    }
    self.mark("reduce");
};

// A seed with which node 0 has the least value.
std::uint64_t seed_of_least_at_root() {
    for (std::uint64_t seed = 1;; ++seed) {
        const tutti::derived_payloads values = tutti::payloads_for(seed);
        if (values.of(0, 0) < std::min({values.of(1, 0), values.of(2, 0), values.of(3, 0)})) {
            return seed;
        }
    }
}

template <fault Fault>
tutti::result verified_run_with() {
    tutti::result outcome;
    support::for_program<hypercube, named_packet>(
        support::standard_collective("reduce"), "hypercube:2", "all",
        {support::lasting("reduce", 2)}, reduce_on_square<Fault>, [&](tutti::experiment& plan) {
            plan.seed = seed_of_least_at_root();
            plan.parameters = {{"operator", "min"}, {"values", std::uint64_t{1}}};
            tutti::live_verifier verifier{plan};
            tutti::experiment_options options{.threads = 1};
            options.sinks = {&verifier.watcher()};
            outcome = tutti::run_experiment(plan, options, {});
            CHECK(support::verdict_line(outcome) == "complete");
            verifier.verify(outcome);
        });
    return outcome;
}

}  // namespace

TEST_CASE("a live run whose result fits by chance is held to its contributions") {
    const tutti::result honest = verified_run_with<fault::none>();
    CHECK(support::verdict_line(honest) == "complete");
    CHECK(honest.checks.back().name == "verifiers");
    const auto error = [](const tutti::result& outcome) {
        CHECK(outcome.verdict == tutti::verdict::incorrect);
        return outcome.checks.back().text;
    };
    CHECK(error(verified_run_with<fault::leaves_out>()) ==
          "contributions: slot 2: node 1 sends value 0 through port 0 with 2 contributions by its "
          "packet, and those of 1 node are in it");
    CHECK(error(verified_run_with<fault::invents>()) ==
          "possession: slot 2: node 1 sends value 0 through port 0, which is no fold of values "
          "that it holds");
}

}  // TEST_SUITE("verification/recording/verify_contributions.hpp")
