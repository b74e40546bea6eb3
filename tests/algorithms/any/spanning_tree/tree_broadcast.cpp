#include "tutti/catalog/tree_broadcast.hpp"

#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/any/spanning_tree/tree_schedule.hpp"
#include "algorithms/trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("tutti/catalog/tree_broadcast.hpp") {

namespace {

using tutti::duplex;
using tutti::port_model;
using tutti::slot;
using tutti::spanning_tree;
using tutti::tree_rule;

tutti::result run(std::string_view algorithm, const std::string& network, duplex mode,
                  const std::string& tree) {
    tutti::experiment plan = support::on_network(support::entry(algorithm), network);
    plan.ports = mode == duplex::full ? port_model::single_port_full_duplex
                                      : port_model::single_port_half_duplex;
    plan.parameters = {{"tree", tree}};
    return support::run(plan);
}

template <class Claim>
void for_random_graphs(const Claim& claim) {
    for (int nodes = 1; nodes <= 22; ++nodes) {
        const std::string network =
            fmt::format("random-graph:{}.{}.{}", nodes, nodes % 4 * nodes / 3, nodes);
        for (const duplex mode : {duplex::full, duplex::half}) {
            for (const char* const tree : {"low", "bfs"}) {
                CAPTURE(network);
                CAPTURE(tree);
                claim(network, mode, std::string{tree});
            }
        }
    }
}

spanning_tree tree_of(const std::string& network, const std::string& tree) {
    return {tutti::parse_network(network),
            tree == "low" ? tree_rule::low_degree : tree_rule::breadth_first};
}

}  // namespace

TEST_CASE("a timetable is not below what the tree takes, nor above the periodic one") {
    for_random_graphs([](const std::string& network, duplex mode, const std::string& tree) {
        const tutti::result outcome = run("multinode-broadcast/tree", network, mode, tree);
        CHECK(support::verdict_line(outcome) == "complete");
        const spanning_tree over = tree_of(network, tree);
        CHECK(outcome.slots >= tutti::tree_lower_bound(over, mode));
        CHECK(outcome.slots <= tutti::periodic_slots(over, mode));
    });
}

TEST_CASE("links that work by turns take (N-2)D + c, or less than the bound one way at a time") {
    for_random_graphs([](const std::string& network, duplex mode, const std::string& tree) {
        const tutti::result outcome = run("multinode-broadcast/tree-periodic", network, mode, tree);
        CHECK(support::verdict_line(outcome) == "complete");
        const slot most = tutti::periodic_slots(tree_of(network, tree), mode);
        CHECK((mode == duplex::full ? outcome.slots == most : outcome.slots <= most));
    });
}

TEST_CASE("on stars the time is the least that any algorithm takes") {
    for (slot nodes = 3; nodes <= 9; ++nodes) {
        const std::string star = fmt::format("star:{}", nodes);
        const tutti::result full = run("multinode-broadcast/tree", star, duplex::full, "low");
        CHECK(full.slots == (nodes - 1) * (nodes - 1));
        CHECK(full.lower_bound.units == full.units);
        const tutti::result half = run("multinode-broadcast/tree", star, duplex::half, "low");
        CHECK(half.slots == nodes * (nodes - 1));
        CHECK(half.lower_bound.units == half.units);
    }
}

TEST_CASE("a network with too many nodes for a timetable has the periodic program") {
    const auto& tree = support::entry("multinode-broadcast/tree");
    CHECK(tree.inapplicable_reason(tutti::parse_network("ring:1024")).empty());
    CHECK(tree.inapplicable_reason(tutti::parse_network("ring:1025")) ==
          "has timetables for 1024 nodes at most, not 1025; tree-periodic has none");
    CHECK(support::entry("multinode-broadcast/tree-periodic")
              .inapplicable_reason(tutti::parse_network("ring:1025"))
              .empty());
}

}  // TEST_SUITE("tutti/catalog/tree_broadcast.hpp")
