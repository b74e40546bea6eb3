#include <algorithm>
#include <any>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "collectives/collectives.hpp"
#include "support/standard.hpp"
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

/// By dimension exchange. Two nodes are wrong if `is_wrong`.
template <tutti::node_of<tutti::hypercube> Node>
tutti::task<std::uint64_t> exchanged(Node& self, std::uint64_t value, bool is_wrong) {
    for (int i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, tutti::short_packet::of({.origin = self.id(), .payload = value}));
        co_await self.next_slot();
        for (const auto& [through, packet] : self.inbox()) {
            value = std::max(value, packet.content().payload);
        }
    }
    co_return is_wrong&& self.id() >= 6 ? self.id() : value;
}

algorithm by_exchange(std::string_view name, bool is_wrong) {
    algorithm made{.collective = "largest",
                   .name = std::string{name},
                   .source = "a test",
                   .networks = "hypercube",
                   .ports = {tutti::port_model::all_port},
                   .time = "d",
                   .inapplicable_reason = support::entry("broadcast/binomial").inapplicable_reason};
    made.program = [is_wrong](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::short_packet>(
            std::get<tutti::hypercube>(setting.network),
            [is_wrong](auto& self, tutti::node_input input, const tutti::knowledge& /*knowledge*/) {
                return exchanged(self, input.value, is_wrong);
            });
    };
    return made;
}

}  // namespace

TEST_CASE("a collective checks the return values, and the first node with an error is named") {
    tutti::catalogue catalogue;
    catalogue.add(largest());
    const algorithm& right = catalogue.add(by_exchange("right", false));
    const algorithm& wrong = catalogue.add(by_exchange("wrong", true));
    for (const support::team& team : support::teams()) {
        const tutti::result good = support::run(support::on_cube(right, 3), team);
        const tutti::result bad = support::run(support::on_cube(wrong, 3), team);
        CHECK(support::verdict_line(good) == "complete");
        CHECK(good.slots == 3);
        CHECK(support::verdict_line(bad) == "incorrect: postcondition");
        const auto position =
            std::ranges::find(bad.checks, "postcondition", &tutti::check_result::name);
        REQUIRE(position != bad.checks.end());
        CHECK(position->text == "node 6: returned 6");
        CHECK(bad.digest == good.digest);
    }
}

TEST_CASE("a missing return value is found, and every repetition is checked by itself") {
    tutti::catalogue catalogue;
    collective collective = largest();
    collective.checks = [](const problem& /*problem*/, const node_outcome& node) {
        return std::string{node.outcome->has_value() ? "" : "returned nothing"};
    };
    catalogue.add(collective);
    const tutti::experiment plan = support::on_cube(catalogue.add(by_exchange("right", false)), 2);
    const tutti::result outcome = tutti::run_experiment(plan, {.threads = 1, .repeats = 3}, "");
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(std::ranges::count(outcome.checks, "postcondition", &tutti::check_result::name) == 1);
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

}  // TEST_SUITE("tutti/catalog/collective.hpp")
