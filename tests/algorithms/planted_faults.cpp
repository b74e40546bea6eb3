#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/mesh_program.hpp"
#include "mutating_node.hpp"
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

using support::moment;
using support::packet_tampering;
using tutti::message;

constexpr tutti::node_id faulty_node = 1;

/// Fault of node 1.
enum class fault : std::uint8_t {
    none,
    sends_nothing,
    sends_twice,
    delivers_nothing,
    delivers_twice,
    makes_up_payloads,
    marks_nothing,
    marks_twice,
};

constexpr std::uint8_t faults = 8;

std::vector<message> delivered(fault kind, const message& content) {
    message made_up = content;
    made_up.payload ^= 1U;
    return kind == fault::delivers_nothing    ? std::vector<message>{}
           : kind == fault::delivers_twice    ? std::vector{content, content}
           : kind == fault::makes_up_payloads ? std::vector{made_up}
                                              : std::vector{content};
}

template <tutti::packet Packet>
packet_tampering<Packet> tampering_with(fault kind) {
    const auto times = [kind](const moment& now, fault never, fault twice) {
        return now.node != faulty_node ? 1 : kind == never ? 0 : kind == twice ? 2 : 1;
    };
    return {.send =
                [=](const moment& now, const Packet& packet) {
                    const int copies = times(now, fault::sends_nothing, fault::sends_twice);
                    return std::vector<Packet>(static_cast<std::size_t>(copies), packet);
                },
            .deliver =
                [=](const moment& now, const message& content) {
                    return now.node == faulty_node ? delivered(kind, content)
                                                   : std::vector{content};
                },
            .mark =
                [=](const moment& now, std::string_view /*end*/) {
                    return times(now, fault::marks_nothing, fault::marks_twice);
                }};
}

/// The same algorithm, with a faulty node 1.
template <tutti::topology Network, tutti::packet Packet>
tutti::algorithm faulty(tutti::algorithm algorithm, fault fault) {
    algorithm.program = [inner = algorithm.program, fault](const tutti::setting& setting) {
        return tutti::any_program::on<Packet>(
            std::get<Network>(setting.network),
            [program = inner(setting), between = tampering_with<Packet>(fault)](
                auto& self, tutti::node_input input, tutti::knowledge knowledge) -> tutti::task<> {
                co_await support::run_tampered(self, program, std::move(input), knowledge, between);
            });
    };
    return algorithm;
}

struct culprit_run {
    std::string_view algorithm;
    std::string_view network;
    std::string_view broadcasters = "all";
    tutti::parameter_values parameters{};
    tutti::node_id root = 0;
    std::vector<fault> left_out{};  ///< that change nothing, or that no program need survive
};

template <tutti::topology Network, tutti::packet Packet>
void check_all(const std::vector<culprit_run>& runs) {
    for (const culprit_run& each : runs) {
        for (std::uint8_t i = 0; i < faults; ++i) {
            const auto kind = static_cast<fault>(i);
            if (std::ranges::count(each.left_out, kind) > 0) {
                continue;
            }
            CAPTURE(each.algorithm);
            CAPTURE(static_cast<int>(i));
            const tutti::algorithm algorithm =
                faulty<Network, Packet>(support::entry(each.algorithm), kind);
            tutti::experiment plan =
                support::on_network(algorithm, each.network, each.broadcasters);
            plan.parameters = each.parameters;
            plan.root = each.root;
            const tutti::result outcome = support::run(plan);
            CHECK((outcome.verdict == tutti::verdict::complete) == (kind == fault::none));
        }
    }
}

}  // namespace

TEST_CASE("a node that sends, delivers or marks less, more or other than it should is found") {
    using tutti::graph;
    using tutti::grid;
    using tutti::hypercube;
    using tutti::short_packet;
    check_all<hypercube, short_packet>(
        {{.algorithm = "simultaneous-broadcast/greedy-antipode", .network = "hypercube:3"},
         {.algorithm = "simultaneous-broadcast/ranked-repeat",
          .network = "hypercube:4",
          .broadcasters = "nodes:1,6,9",
          .parameters = {{"rounds", 3U}},
          .left_out = {fault::sends_nothing}},
         {.algorithm = "simultaneous-broadcast/ranked-repeat-exchange",
          .network = "hypercube:4",
          .broadcasters = "nodes:1,6,9",
          .parameters = {{"rounds", 3U}},
          .left_out = {fault::sends_nothing}},
         {.algorithm = "scatter/multinode-tree", .network = "hypercube:4"},
         {.algorithm = "gather/multinode-tree",
          .network = "hypercube:4",
          .root = faulty_node,
          .left_out = {fault::sends_nothing, fault::sends_twice}},
         {.algorithm = "gather/multinode-tree",
          .network = "hypercube:4",
          .left_out = {fault::delivers_nothing, fault::delivers_twice, fault::makes_up_payloads}},
         {.algorithm = "multinode-broadcast/one-way", .network = "hypercube:4"},
         {.algorithm = "total-exchange/one-way", .network = "hypercube:3"},
         {.algorithm = "total-exchange/stages",
          .network = "hypercube:3",
          .parameters = {{"packets", 2U}}}});
    check_all<grid, tutti::long_packet>(
        {{.algorithm = "multinode-broadcast/matching", .network = "torus:4x4"},
         {.algorithm = "simultaneous-broadcast/as-multinode",
          .network = "torus:3x3",
          .broadcasters = "nodes:0,1,5"}});
    check_all<grid, tutti::long_packet>(
        {{.algorithm = "packing/prefix", .network = "array:3x3", .broadcasters = "nodes:0,3,4,7,8"},
         {.algorithm = "packing/ranks", .network = "array:3x3", .broadcasters = "nodes:0,3,4,7,8"},
         {.algorithm = "monotone-routing/prefix",
          .network = "array:3x3",
          .broadcasters = "nodes:0,3,4,7,8"}});
    check_all<graph, tutti::short_packet>(
        {{.algorithm = "multinode-broadcast/tree", .network = "tree:3"},
         {.algorithm = "multinode-broadcast/tree-periodic", .network = "wheel:6"},
         {.algorithm = "broadcast/flooding", .network = "petersen"},
         {.algorithm = "simultaneous-broadcast/trees",
          .network = "wheel:6",
          .broadcasters = "nodes:1,3"},
         {.algorithm = "total-exchange/shortest-paths", .network = "wheel:6"},
         {.algorithm = "scatter/shortest-paths", .network = "tree:3"},
         {.algorithm = "gather/shortest-paths",
          .network = "tree:3",
          .left_out = {fault::delivers_nothing, fault::delivers_twice, fault::makes_up_payloads}},
         {.algorithm = "gather/shortest-paths",
          .network = "tree:3",
          .root = faulty_node,
          .left_out = {fault::sends_nothing, fault::sends_twice}}});
}

}  // TEST_SUITE("tutti/algorithm")
