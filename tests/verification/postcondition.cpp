#include <algorithm>
#include <any>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "collectives/collectives.hpp"
#include "faulty_run.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/task.hpp"

TEST_SUITE("tutti/catalog/collective.hpp") {

namespace {

using tutti::algorithm;
using tutti::collective;
using tutti::node_outcome;
using tutti::problem;

std::uint64_t value_at(const problem& problem, tutti::node_id node) {
    return tutti::mix(problem.seed + node) >> 1U;
}

/// Every node returns the largest of the values that all start with; nothing is delivered.
collective largest() {
    return {
        .name = "largest",
        .meaning = "the largest of all values, at every node",
        .input =
            [](const problem& input, const tutti::assignment& /*assignment*/, tutti::node_id node) {
                return tutti::node_input{.value = value_at(input, node)};
            },
        .required =
            [](const problem& input) {
                return tutti::all_messages_everywhere{.node_count = node_count(input.network),
                                                      .senders = {}};
            },
        .checks = [](const problem& input, const node_outcome& node) -> std::string {
            std::uint64_t expected = 0;
            for (tutti::node_id each = 0; each < node_count(input.network); ++each) {
                expected = std::max(expected, value_at(input, each));
            }
            const auto* const value = std::any_cast<std::uint64_t>(node.outcome);
            CHECK(node.input.value == value_at(input, node.node));
            CHECK(node.delivered.empty());
            return value == nullptr     ? "returned no number"
                   : *value != expected ? fmt::format("returned {}", *value)
                                        : "";
        }};
}

/// By dimension exchange. Two nodes are wrong if `IsWrong`.
template <bool IsWrong>
constexpr auto exchanged = [](auto& self, tutti::node_input input) -> tutti::task<std::uint64_t> {
    std::uint64_t value = input.value;
    for (int i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, tutti::short_packet::of({.origin = self.id(), .payload = value}));
        co_await self.next_slot();
        for (const auto& [through, packet] : self.inbox()) {
            value = std::max(value, packet.content().payload);
        }
    }
    co_return IsWrong&& self.id() >= 6 ? self.id() : value;
};

template <bool IsWrong, class Visit>
void for_largest(const Visit& visit) {
    support::for_program<tutti::hypercube, tutti::short_packet>(largest(), "hypercube:3", "all", {},
                                                                exchanged<IsWrong>, visit);
}

}  // namespace

TEST_CASE("a collective checks the return values, and the first node with an error is named") {
    for (const support::team& team : support::teams()) {
        std::uint64_t digest = 0;
        for_largest<false>([&](const tutti::experiment& plan) {
            const tutti::result good = support::run(plan, team);
            CHECK(support::verdict_line(good) == "complete");
            CHECK(good.slots == 3);
            digest = good.digest;
        });
        for_largest<true>([&](const tutti::experiment& plan) {
            const tutti::result bad = support::run(plan, team);
            support::check_outcome(bad, "incorrect: postcondition", "node 6: returned 6");
            CHECK(bad.digest == digest);
        });
    }
}

TEST_CASE("every repetition is checked by itself") {
    for_largest<false>([](const tutti::experiment& plan) {
        const tutti::result outcome = tutti::run_experiment(plan, {.threads = 1, .repeats = 3}, "");
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(std::ranges::count(outcome.checks, "postcondition", &tutti::check_result::name) == 1);
    });
}

TEST_CASE("deliveries are checked too, and the digest is that of an unchecked run") {
    tutti::catalogue catalogue;
    collective witnessed = tutti::multinode_broadcast();
    witnessed.name = "witnessed";
    witnessed.aliases.clear();
    witnessed.checks = [](const problem& problem, const node_outcome& node) {
        CHECK(node.input.messages.size() == 1);
        CHECK_FALSE(node.outcome->has_value());
        return std::string{node.delivered.size() == node_count(problem.network) ? ""
                                                                                : "missed some"};
    };
    catalogue.add(witnessed);
    algorithm same = support::entry("multinode-broadcast/rotation-classes");
    same.collective = "witnessed";
    const tutti::result outcome = support::run(support::on_cube(catalogue.add(same), 4));
    const tutti::result plain =
        support::run(support::on_cube(support::entry("multinode-broadcast/rotation-classes"), 4));
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.digest == plain.digest);
    // The postcondition and, as it is not the library's algorithm any more, possession and control.
    CHECK(outcome.checks.size() == plain.checks.size() + 3);
}

TEST_CASE("a barrier that does not wait for the last call is found") {
    const auto never_waits = [](auto& self, tutti::node_input input) -> tutti::task<> {
        co_await self.until(input.call);
        self.deliver(tutti::message{});
        self.mark("barrier");
    };
    for (const std::uint64_t skew : {0U, 9U}) {
        const tutti::result outcome = support::run_program<tutti::hypercube, tutti::short_packet>(
            "barrier", "hypercube:3", "all", {support::lasting("barrier", 30)}, never_waits,
            {{"skew", skew}});
        CHECK(outcome.verdict == tutti::verdict::incorrect);
    }
}

}  // TEST_SUITE("tutti/catalog/collective.hpp")
