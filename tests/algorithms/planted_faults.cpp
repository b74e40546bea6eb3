/// @file
/// Table of faults: programs of the catalogue, one of whose nodes sends, delivers or marks
/// something else than it should, and the verdict on each: never complete.

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/partial_program.hpp"
#include "faulty_node.hpp"
#include "mutating_program.hpp"
#include "trial.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("tutti/algorithm") {

namespace {

using support::fault;
using support::faults;
using support::faulty_node;
using support::moment;
using support::packet_tampering;
using support::planted;
using tutti::graph;
using tutti::grid;
using tutti::hypercube;
using tutti::message;

std::vector<message> delivered(const planted& wrong, message content) {
    if (wrong.is(fault::delivers_nothing)) {
        return {};
    }
    if (wrong.is(fault::delivers_twice)) {
        return {content, content};
    }
    content.payload ^= wrong.is(fault::makes_up_payloads) ? 1U : 0U;
    content.number ^= wrong.is(fault::makes_up_numbers) ? 1U : 0U;
    return {content};
}

/// Packets that node 1 sends in place of one. Only that node uses it.
template <tutti::packet Packet>
class wrong_sender {
public:
    explicit wrong_sender(const planted& wrong) : wrong_{wrong} {}

    [[nodiscard]] std::vector<Packet> operator()(const Packet& packet) {
        if (wrong_.is(fault::sends_nothing)) {
            return {};
        }
        if (wrong_.is(fault::sends_twice)) {
            return {packet, packet};
        }
        first_ = first_.value_or(packet);
        const bool is_other = std::memcmp(&*first_, &packet, sizeof(Packet)) != 0;
        return {is_other && wrong_.is(fault::sends_first_again) ? *first_ : packet};
    }

private:
    planted wrong_;
    std::optional<Packet> first_;
};

template <tutti::packet Packet>
packet_tampering<Packet> tampering_with(const planted& wrong) {
    const auto sender = std::make_shared<wrong_sender<Packet>>(wrong);
    return {.send =
                [=](const moment& now, const Packet& packet) {
                    return now.node == faulty_node ? (*sender)(packet) : std::vector{packet};
                },
            .deliver =
                [=](const moment& now, const message& content) {
                    return now.node == faulty_node ? delivered(wrong, content)
                                                   : std::vector{content};
                },
            .mark =
                [=](const moment& now, std::string_view) {
                    return now.node != faulty_node          ? 1
                           : wrong.is(fault::marks_nothing) ? 0
                           : wrong.is(fault::marks_twice)   ? 2
                                                            : 1;
                }};
}

struct faulty_run {
    std::string_view algorithm;
    std::string_view network;
    std::string_view broadcasters = "all";
    tutti::parameter_values parameters{};
    tutti::node_id root = 0;
    std::optional<fault> harmless{};  ///< that the program survives
};

template <tutti::topology Network, tutti::packet Packet>
void check_fault(const faulty_run& each, fault kind) {
    std::atomic<bool> has_happened = false;
    const planted wrong{kind, &has_happened};
    const tutti::algorithm algorithm = support::with_tampering<Network, Packet>(
        support::entry(each.algorithm),
        [wrong](const auto&, const auto&) { return tampering_with<Packet>(wrong); });
    tutti::experiment plan = support::on_network(algorithm, each.network, each.broadcasters);
    plan.parameters = each.parameters;
    plan.root = each.root;
    CAPTURE(each.algorithm);
    CAPTURE(each.network);
    CAPTURE(static_cast<int>(kind));
    const tutti::result outcome = support::run(plan);
    CHECK((outcome.verdict == tutti::verdict::complete) == !has_happened);
}

template <tutti::topology Network, tutti::packet Packet>
void check_all(const std::vector<faulty_run>& runs) {
    for (const faulty_run& each : runs) {
        for (std::uint8_t i = 0; i < faults; ++i) {
            if (each.harmless != static_cast<fault>(i)) {
                check_fault<Network, Packet>(each, static_cast<fault>(i));
            }
        }
    }
}

/// A run of a reduction of so many values.
faulty_run folding(std::string_view algorithm, std::string_view network, std::uint64_t values,
                   tutti::node_id root = 0) {
    return {.algorithm = algorithm,
            .network = network,
            .parameters = {{"values", values}},
            .root = root};
}

/// A barrier whose nodes call at different times.
faulty_run barrier(std::string_view algorithm, std::string_view network) {
    return {.algorithm = algorithm, .network = network, .parameters = {{"skew", 6U}}};
}

constexpr std::string_view some = "nodes:0,3,4,7,8";

}  // namespace

TEST_CASE("a faulty node of a program for hypercubes is found") {
    check_all<hypercube, tutti::short_packet>(
        {{"simultaneous-broadcast/greedy-antipode", "hypercube:3"},
         {"simultaneous-broadcast/prefix-roots", "hypercube:4", "nodes:1,6,9"},
         {"simultaneous-broadcast/exchange-roots", "hypercube:4", "nodes:1,6,9"},
         {"simultaneous-broadcast/fixed-trees", "hypercube:4", "nodes:1,6,9"},
         {"simultaneous-broadcast/ranked-prefix", "hypercube:4", "nodes:1,6,9"},
         {"simultaneous-broadcast/ranked-repeat",
          "hypercube:4",
          "nodes:1,6,9",
          {{"rounds", 3U}},
          0,
          fault::sends_nothing},
         {"simultaneous-broadcast/ranked-repeat-exchange",
          "hypercube:4",
          "nodes:1,6,9",
          {{"rounds", 3U}},
          0,
          fault::sends_nothing},
         {"broadcast/binomial", "hypercube:4"},
         {"broadcast/single-port", "hypercube:4"},
         {"prefix-sum/exchange", "hypercube:3", "all", {}, 0, fault::sends_first_again},
         {"scatter/balanced-tree", "hypercube:4"},
         {"scatter/single-port", "hypercube:4"},
         {"scatter/multinode-tree", "hypercube:4"},
         {"gather/balanced-tree", "hypercube:4"},
         {"gather/single-port", "hypercube:4"},
         {"gather/multinode-tree", "hypercube:4"},
         {"gather/multinode-tree", "hypercube:4", "all", {}, faulty_node},
         {"multinode-broadcast/one-way", "hypercube:4"},
         {"total-exchange/recursive", "hypercube:3"},
         {"total-exchange/single-port", "hypercube:3"},
         {"total-exchange/one-way", "hypercube:3"},
         {"total-exchange/stages", "hypercube:3", "all", {{"packets", 2U}}}});
}

TEST_CASE("a faulty node of a program for arrays and tori is found") {
    check_all<grid, tutti::long_packet>(
        {{"multinode-broadcast/matching", "torus:4x4"},
         {"multinode-broadcast/quarter-turns", "torus:5x5"},
         {"multinode-broadcast/both-ways", "ring:6"},
         {"multinode-broadcast/split-classes", "torus:3x3"},
         {"multinode-broadcast/classes", "array:3x3"},
         {"simultaneous-broadcast/line-greedy", "path:6"},
         {"simultaneous-broadcast/line-greedy", "ring:6"},
         {"simultaneous-broadcast/split-packing", "array:3x3", some},
         {"simultaneous-broadcast/packing", "torus:3x3", some},
         {"simultaneous-broadcast/as-multinode", "torus:3x3", "nodes:0,1,5"},
         {"partial-exchange/row-column", "array:3x3", "nodes:1,3,4"},
         {"partial-gather/direct", "array:3x3", "nodes:1,3,4"},
         {"partial-gather/replay", "array:3x3", "nodes:1,3,4"},
         {"matrix-transposition/partial",
          "array:3x3",
          "all",
          {{"columns", "1,3,4"}, {"rows", "3,8"}}},
         {"prefix-sum/mesh", "array:3x3", some},
         {"packing/greedy", "array:3x3", some},
         {"packing/prefix", "array:3x3", some},
         {"packing/ranks", "array:3x3", some},
         {"monotone-routing/greedy", "array:3x3", some},
         {"monotone-routing/prefix", "array:3x3", some}});
    check_all<grid, tutti::short_packet>({{"multinode-broadcast/hamiltonian", "ring:6"},
                                          {"multinode-broadcast/hamiltonian-path", "path:6"},
                                          {"multinode-broadcast/product", "torus:4x3"}});
}

TEST_CASE("a faulty node of a program for any network is found") {
    check_all<graph, tutti::short_packet>(
        {{"multinode-broadcast/tree", "tree:3"},
         {"multinode-broadcast/tree-periodic", "wheel:6"},
         {"multinode-broadcast/receiver-matching", "petersen"},
         {"multinode-broadcast/one-port-matching", "petersen"},
         {"multinode-broadcast/loudest-first", "tree:3"},
         {"allreduce/mirror", "tree:3"},
         {"allreduce/mirror-windows", "wheel:6", "all", {{"values", 24U}, {"chunks", "2"}}},
         {"allreduce/packed-trees", "tree:3"},
         {"broadcast/pieces", "petersen", "all", {{"pieces", 6U}}},
         {"broadcast/arborescences", "petersen", "all", {{"pieces", 6U}}},
         {"broadcast/telephone", "tree:3"},
         {"scatter/flow", "petersen"},
         {"gather/flow", "tree:3", "all", {}, faulty_node},
         {"scatter/farthest-first", "wheel:6"},
         {"gather/farthest-first", "wheel:6"},
         {"total-exchange/balanced-routes", "wheel:6"},
         {"simultaneous-broadcast/table-order", "petersen", "nodes:1,6,9"},
         {"broadcast/flooding", "petersen"},
         {"simultaneous-broadcast/trees", "wheel:6", "nodes:1,3"},
         {"total-exchange/shortest-paths", "wheel:6"},
         {"scatter/shortest-paths", "tree:3"},
         {"gather/shortest-paths", "tree:3"},
         {"gather/shortest-paths", "tree:3", "all", {}, faulty_node}});
}

TEST_CASE("a faulty node of a reduction or barrier is found") {
    check_all<hypercube, tutti::short_packet>(
        {folding("reduce/binomial", "hypercube:3", 1),
         folding("reduce/ranked", "hypercube:3", 3, 4),
         folding("reduce/disjoint-trees", "hypercube:3", 7, 6),
         folding("reduce/disjoint-trees", "hypercube:3", 7, faulty_node),
         folding("reduce/single-port", "hypercube:4", 1, 2),
         folding("reduce-scatter/rotation-classes", "hypercube:3", 16),
         folding("allreduce/rotation-classes", "hypercube:3", 12),
         folding("allreduce/edge-trees", "hypercube:3", 12),
         folding("allreduce/dimension-exchange", "hypercube:3", 5),
         folding("reduce-scatter/halving", "hypercube:3", 16),
         folding("allreduce/halving", "hypercube:3", 12),
         folding("allreduce/doubling", "hypercube:3", 3),
         barrier("barrier/dimension-exchange", "hypercube:3"),
         barrier("barrier/single-port", "hypercube:3")});
    check_all<grid, tutti::short_packet>(
        {folding("reduce/shortest-paths", "array:3x3", 4, faulty_node),
         folding("allreduce/hamiltonian", "ring:6", 9),
         folding("reduce-scatter/both-ways", "ring:6", 12),
         folding("allreduce/both-ways", "ring:5", 9),
         folding("reduce-scatter/quarter-turns", "torus:3x3", 18),
         folding("allreduce/quarter-turns", "torus:4x4", 20),
         folding("reduce-scatter/split-classes", "array:3x3", 27),
         folding("allreduce/split-classes", "torus:3x3", 45),
         folding("allreduce/windows", "torus:3x4", 3)});
    check_all<graph, tutti::short_packet>({folding("reduce/shortest-paths", "wheel:6", 4),
                                           folding("reduce-scatter/hamiltonian", "complete:5", 10),
                                           folding("allreduce/tree", "tree:3", 20),
                                           barrier("barrier/rounds", "wheel:6")});
}

}  // TEST_SUITE("tutti/algorithm")
