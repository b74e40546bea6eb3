#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/partial_program.hpp"
#include "algorithms/reduction_entry.hpp"
#include "algorithms/verified_program.hpp"
#include "reduction_trial.hpp"
#include "topology/trees/rotation_classes.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/reduction_entry.hpp") {

namespace {

using tutti::fold_part;
using tutti::hypercube;
using tutti::node_id;
using tutti::schedule;
using tutti::schedule_row;
using tutti::schedule_step;
using tutti::short_packet;
using tutti::slot;
using tutti::task;

using judged_node = tutti::erased_node<hypercube, short_packet>;

/// Verdict when the nodes of a cube run that schedule in place of the algorithm's.
std::string verdict_line(std::string_view name, int d, const support::folding& folding,
                         const std::vector<fold_part>& parts, const schedule& sends) {
    const tutti::reduction_schedule plan{.parts = parts};
    const auto with =
        folding.mode == "xor" ? tutti::fold_operator::exclusive_or : tutti::fold_operator::sum;
    tutti::algorithm algorithm = support::entry(name);
    algorithm.program = [&](const tutti::setting& setting) {
        return support::judged<short_packet>(
            std::get<hypercube>(setting.network),
            [&](auto& self, tutti::node_input input, const tutti::knowledge& /*knowledge*/) {
                return tutti::fold_by_schedule(self, std::move(input.messages), with, plan, sends);
            });
    };
    support::folding on_cube = folding;
    on_cube.network = "hypercube:" + std::to_string(d);
    return support::verdict_line(support::run(support::to_fold(algorithm, on_cube)));
}

/// The links of a set of the rotation classes: parent and child, seen from a node.
struct set_link {
    node_id parent = 0;
    node_id child = 0;

    [[nodiscard]] tutti::port over() const { return std::countr_zero(parent ^ child); }
};

std::vector<set_link> links_of(int d, slot set) {
    const tutti::rotation_classes classes{hypercube{d}};
    const auto order = classes.order();
    std::vector<set_link> links;
    const auto first = static_cast<std::size_t>(set) * static_cast<std::size_t>(d);
    for (std::size_t i = first; i < order.size() && i < first + static_cast<std::size_t>(d); ++i) {
        links.push_back({.parent = classes.parent(order[i]), .child = order[i]});
    }
    return links;
}

slot set_count(int d) { return ((slot{1} << d) - 1 + d - 1) / d; }

std::string reduce_scatter_over_classes(int d, const std::function<slot(slot)>& set_in,
                                        const std::function<node_id(const set_link&)>& number) {
    return verdict_line("reduce-scatter/rotation-classes", d, {.values = std::uint64_t{1} << d},
                        {{.end = "reduce-scatter", .slots = set_count(d)}},
                        [&](const schedule_step& now, const schedule_row& send) {
                            for (const set_link& each : links_of(d, set_in(now.at))) {
                                send(each.over(), now.node ^ number(each));
                            }
                        });
}

/// A barrier whose node 3 goes on of itself when it has called; the others as they should.
template <class Barrier>
std::string outcome_of_barrier(std::string_view name, std::uint64_t skew, const Barrier& barrier) {
    tutti::algorithm algorithm = support::entry(name);
    algorithm.program = [&](const tutti::setting& setting) {
        return support::judged<short_packet>(
            std::get<hypercube>(setting.network),
            [&](auto& self, const tutti::node_input& input, const tutti::knowledge& /*knowledge*/) {
                return barrier(self, input.call);
            });
    };
    tutti::experiment plan = support::on_cube(algorithm, 3);
    plan.parameters = {{"skew", skew}};
    return support::verdict_line(support::run(plan));
}

task<> never_waits(judged_node& self, slot call) {
    co_await self.until(call);
    self.deliver(tutti::message{});
    self.mark("barrier");
}

/// Sends and awaits all tokens, but goes on before.
task<> exchange_afterwards(judged_node& self, slot call) {
    const int stages = 3;
    std::array<bool, stages> came{};
    const auto take = [&] {
        for (const auto [through, token] : self.inbox()) {
            came.at(static_cast<std::size_t>(through)) = true;
        }
    };
    while (self.slot() < call) {
        co_await self.mail_or(call);
        take();
    }
    self.deliver(tutti::message{});
    for (int i = 0; i < stages; ++i) {
        self.send(i, short_packet::token(static_cast<std::uint32_t>(i)));
        co_await self.next_slot();
        take();
        while (!came.at(static_cast<std::size_t>(i))) {
            co_await self.mail();
            take();
        }
    }
    self.mark("barrier");
}

/// The catalogue's barrier.
task<> exchange_in_turn(judged_node& self, const tutti::any_program& barrier, slot call) {
    tutti::node_input input;
    input.call = call;
    (void)co_await barrier.start(self, std::move(input), tutti::knowledge{});
}

}  // namespace

TEST_CASE("rotation classes in their own order reduce, in that of the broadcast they do not") {
    for (int d = 2; d <= 5; ++d) {
        const slot q = set_count(d);
        const auto backwards = [q](slot at) { return q - 1 - at; };
        const auto child = [](const set_link& each) { return each.child; };
        CAPTURE(d);
        CHECK(reduce_scatter_over_classes(d, backwards, child) == "complete");
        CHECK_FALSE(reduce_scatter_over_classes(
                        d, [](slot at) { return at; }, child)
                        .starts_with("complete"));
        CHECK_FALSE(reduce_scatter_over_classes(d, backwards, [](const set_link& each) {
                        return each.parent;
                    }).starts_with("complete"));
    }
}

TEST_CASE("rotation classes use more than one port") {
    for (const std::string_view name :
         {"reduce-scatter/rotation-classes", "allreduce/rotation-classes"}) {
        for (const auto ports : {tutti::port_model::single_port_full_duplex,
                                 tutti::port_model::single_port_half_duplex}) {
            tutti::algorithm algorithm = support::entry(name);
            algorithm.ports = {ports};
            tutti::experiment plan = support::on_cube(algorithm, 3);
            CHECK(support::run(plan).verdict == tutti::verdict::model_violation);
        }
    }
}

TEST_CASE("a link that is used twice in a slot, or a dimension twice, is found") {
    static constexpr int d = 3;
    const auto exchange = [](const std::array<int, d>& dimensions, std::string_view mode) {
        return verdict_line("allreduce/doubling", d, {.values = 1, .mode = mode},
                            {{.end = "exchange", .slots = d}},
                            [&](const schedule_step& now, const schedule_row& send) {
                                send(dimensions.at(static_cast<std::size_t>(now.at)), 0);
                            });
    };
    const auto twice = [](const schedule_step& now, const schedule_row& send) {
        for (int i = 0; i < (now.node == 5 && now.at == 1 ? 2 : 1); ++i) {
            send(static_cast<tutti::port>(now.at), 0);
        }
    };
    for (const std::string_view mode : {"sum", "xor"}) {
        CHECK(exchange({0, 1, 2}, mode) == "complete");
        CHECK(exchange({2, 0, 1}, mode) == "complete");
        CHECK_FALSE(exchange({0, 0, 1}, mode).starts_with("complete"));
        CHECK_FALSE(exchange({0, 1, 1}, mode).starts_with("complete"));
        CHECK_FALSE(exchange({0, 1, 0}, mode).starts_with("complete"));
    }
    CHECK(verdict_line("allreduce/dimension-exchange", d, {.values = 1},
                       {{.end = "exchange", .slots = d}}, twice)
              .starts_with("model-violation"));
}

TEST_CASE("a barrier that does not wait, or one of whose nodes does not, is found") {
    constexpr node_id hasty = 3;
    const tutti::any_program barrier =
        support::entry("barrier/dimension-exchange").program({.network = hypercube{3}});
    const auto in_turn = [&](judged_node& self, slot call) {
        return exchange_in_turn(self, barrier, call);
    };
    const auto hasty_exchange = [&](judged_node& self, slot call) {
        return self.id() == hasty ? exchange_afterwards(self, call) : in_turn(self, call);
    };
    for (const std::uint64_t skew : {0U, 9U}) {
        CAPTURE(skew);
        CHECK(outcome_of_barrier("barrier/dimension-exchange", skew, in_turn) == "complete");
        CHECK_FALSE(outcome_of_barrier("barrier/dimension-exchange", skew, never_waits)
                        .starts_with("complete"));
    }
    CHECK(outcome_of_barrier("barrier/dimension-exchange", 9, hasty_exchange) != "complete");
}

}  // TEST_SUITE("algorithms/reduction_entry.hpp")
