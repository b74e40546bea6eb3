#include "tutti/catalog/prefix_sum.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mutating_node.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("tutti/catalog/prefix_sum.hpp") {

namespace {

using support::on_cube;
using support::verdict_line;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

enum class variant { tree, tree_with_total, exchange };

tutti::experiment asked(variant which, int d, const tutti::broadcaster_set& counts) {
    const auto& algorithm =
        support::entry(which == variant::exchange ? "prefix-sum/exchange" : "prefix-sum/tree");
    tutti::experiment experiment = on_cube(algorithm, d, support::written(counts));
    if (which == variant::tree_with_total) {
        experiment.parameters = {{"announce", "true"}};
    }
    return experiment;
}

/// Result of each node in a program that returns a `prefix`.
template <class Program>
std::vector<tutti::prefix> learned(int d, const Program& program) {
    std::vector<tutti::prefix> sums(hypercube{d}.node_count());
    (void)tutti::run<tutti::short_packet>(
        hypercube{d}, {.threads = 1, .executor = tutti::executor_kind::plain_threads},
        [&](auto& self) -> tutti::task<> { sums[self.id()] = co_await program(self); });
    return sums;
}

/// Node x holds 3x + 1.
std::uint64_t value_at(node_id node) { return 3 * std::uint64_t{node} + 1; }

std::uint64_t sum_from(node_id first, std::size_t nodes) {
    std::uint64_t sum = 0;
    for (node_id node = first; node < nodes; ++node) {
        sum += value_at(node);
    }
    return sum;
}

}  // namespace

TEST_CASE("in the tree a node knows its sum in slot 2d+1-i, i the place of its lowest one bit") {
    for (int d = 1; d <= 8; ++d) {
        std::vector<slot> slots(hypercube{d}.node_count(), -1);
        const support::tampering notes{.mark = [&](const support::moment& now, std::string_view) {
            slots[now.node] = now.at;
            return 1;
        }};
        (void)learned(d, [&](auto& self) -> tutti::task<tutti::prefix> {
            support::tampering_node watched{self, notes};
            co_return co_await tutti::prefix_by_tree(watched, value_at(self.id()), "rank");
        });

        CAPTURE(d);
        CHECK(slots[0] == d);
        for (node_id node = 1; node < slots.size(); ++node) {
            CHECK(slots[node] == 2 * d - std::countr_zero(node));
        }
    }
}

TEST_CASE(
    "with the exchange all nodes learn the total, with the tree node 0 and, on request, the "
    "roots") {
    for (int d = 1; d <= 5; ++d) {
        const auto exchanged = learned(
            d, [](auto& self) { return tutti::prefix_by_exchange(self, value_at(self.id())); });
        const auto announced = learned(
            d, [](auto& self) { return tutti::prefix_with_total(self, value_at(self.id())); });
        const std::size_t nodes = hypercube{d}.node_count();
        const std::uint64_t total = sum_from(0, nodes);
        CAPTURE(d);
        for (node_id node = 0; node < nodes; ++node) {
            CHECK(exchanged[node].own_and_above == sum_from(node, nodes));
            CHECK(announced[node].own_and_above == sum_from(node, nodes));
            CHECK(exchanged[node].total == total);
            const bool has_knowledge = std::popcount(node) <= 1;
            CHECK(announced[node].total == (has_knowledge ? total : 0));
        }
    }
}

TEST_CASE("the exchange runs on single-port machines, the tree does not") {
    tutti::experiment exchange = asked(variant::exchange, 4, support::subset(0b1011));
    exchange.ports = tutti::port_model::single_port_full_duplex;
    CHECK(verdict_line(support::run(exchange)) == "complete");

    exchange.ports = tutti::port_model::single_port_half_duplex;
    CHECK(support::run(exchange).verdict == tutti::verdict::model_violation);
    tutti::experiment tree = asked(variant::tree_with_total, 4, support::subset(0b1011));
    tree.ports = tutti::port_model::single_port_full_duplex;
    CHECK(support::run(tree).verdict == tutti::verdict::model_violation);
}

}  // TEST_SUITE("tutti/catalog/prefix_sum.hpp")
