#include "bounds/lower_bounds.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/collectives.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("bounds/lower_bounds.hpp") {

namespace {

using tutti::broadcaster_set;
using tutti::collective;
using tutti::lower_bound;
using tutti::packet_size;
using tutti::port_model;
using tutti::problem;
using tutti::rational;

constexpr packet_size whole = packet_size::whole();
constexpr packet_size any = packet_size::any_pieces();
constexpr port_model full = port_model::single_port_full_duplex;
constexpr port_model half = port_model::single_port_half_duplex;

problem on(const std::string& network, broadcaster_set senders,
           port_model ports = port_model::all_port) {
    return {{.network = tutti::parse_network(network), .ports = ports}, std::move(senders)};
}

rational units_of(const collective& collective, const problem& problem, packet_size packets) {
    const lower_bound bound = collective.lower_bound(problem, packets);
    CHECK(bound.assumes == packets);
    CHECK_FALSE(bound.proof.empty());
    return bound.units;
}

}  // namespace

TEST_CASE("the strongest of several bounds is the first largest, and the weakest holds for all") {
    const lower_bound two{.units = 2, .proof = "a"};
    const lower_bound other{.units = 2, .proof = "b"};
    const lower_bound three{.units = 3, .proof = "c"};
    CHECK(tutti::strongest({two, three}) == three);
    CHECK(tutti::strongest({two, other}) == two);
    std::optional<lower_bound> least;
    weaken(least, three);
    weaken(least, other);
    weaken(least, two);
    CHECK(least == other);
}

TEST_CASE("some nodes' messages take the way to the farthest, and the links of a node or a line") {
    const collective collective = tutti::simultaneous_broadcast();
    const auto from = [](std::vector<tutti::node_id> nodes) {
        return tutti::broadcasters_at(std::move(nodes));
    };
    const broadcaster_set heavy{.nodes = {0, 4}, .packets = {1, 5}};
    const broadcaster_set middle{.nodes = {2, 3}, .packets = {4, 5}};
    const broadcaster_set several = tutti::every_node(9, 3);
    const packet_size halves = packet_size::pieces_of(2);
    for (const auto& [network, senders, packets, units] : {
             std::tuple<const char*, broadcaster_set, packet_size, rational>{"torus:16x16",
                                                                             from({0}), whole, 16},
             {"array:16x16", from({0}), whole, 30},
             {"array:16x16", from({8 + 8 * 16}), whole, 16},
             {"array:16x16", from({0}), halves, 15},
             {"hypercube:7", from({3}), whole, 7},
             {"ccc:3", from({3}), whole, 6},
             {"product(path:9,ring:4)", from({4}), whole, 6},
             {"path:9", from({2}), whole, 6},
             {"torus:16x16", from({0}), any, {255, 1024}},
             {"path:1", from({0}), whole, 0},
             {"hypercube:20", from({5}), whole, 20},
             {"torus:1000x1000", from({5}), whole, 1000},
             {"path:6", heavy, whole, 8},
             {"path:6", heavy, halves, {13, 2}},
             {"path:6", heavy, any, 6},
             {"ring:6", heavy, whole, 5},
             {"ring:5", tutti::every_node(5), whole, 2},
             {"ring:6", middle, any, {9, 2}},
             {"torus:3x3", several, any, {24, 4}},
             {"array:3x3", several, any, {24, 2}},
             {"complete:9", several, any, {24, 8}},
         }) {
        CAPTURE(network);
        CHECK(units_of(collective, on(network, senders), packets) == units);
    }
    CHECK(units_of(collective, on("complete:9", several, full), whole) == rational{24});
}

TEST_CASE("messages of all nodes, of the root and personal ones take what the papers say") {
    const collective all = tutti::multinode_broadcast();
    const collective one = tutti::broadcast();
    const auto of_all = [](const collective& task, const std::string& network, packet_size packets,
                           port_model ports = port_model::all_port) {
        tutti::network net = tutti::parse_network(network);
        broadcaster_set senders = task.senders({.network = net}, 0);
        return units_of(task, on(network, std::move(senders), ports), packets);
    };
    CHECK(of_all(all, "hypercube:5", whole) == rational{7});
    CHECK(of_all(all, "hypercube:5", any) == rational{31, 5});
    CHECK(of_all(all, "torus:4x4", packet_size::pieces_of(4)) == rational{15, 4});
    CHECK(of_all(all, "product(path:9,complete:9)", whole) == rational{9});
    CHECK(of_all(all, "torus:40x3", whole) == rational{30});
    CHECK(of_all(all, "torus:1000x1000", whole) == rational{250'000});
    CHECK(of_all(all, "array:3x3", any, full) == rational{10});
    for (const tutti::node_id n : {3U, 4U, 5U, 6U, 7U, 20U, 21U}) {
        const std::string path = "path:" + std::to_string(n);
        CHECK(of_all(all, path, whole, full) ==
              rational{tutti::path_slots(n, tutti::duplex::full)});
        CHECK(of_all(all, path, whole, half) ==
              rational{tutti::path_slots(n, tutti::duplex::half)});
        CHECK(of_all(all, path, any, full) == rational{n + 1});
        CHECK(of_all(all, "ring:" + std::to_string(n), any, half) ==
              rational{tutti::multinode_slots(n, tutti::duplex::half)});
    }
    CHECK(of_all(one, "path:9", any) == rational{1});
    CHECK(of_all(one, "hypercube:3", any) == rational{1, 3});
    CHECK(of_all(one, "complete:9", whole) == rational{1});
    CHECK(of_all(one, "complete:9", whole, full) == rational{4});
    CHECK(of_all(one, "complete:9", any, full) == rational{1});
    CHECK(of_all(one, "ring:1", whole) == rational{0});
    CHECK(of_all(tutti::scatter(), "path:9", whole) == rational{8});
    CHECK(of_all(tutti::gather(), "torus:9x3", whole) == rational{7});
    CHECK(of_all(tutti::total_exchange(), "hypercube:4", whole) == rational{8});
    CHECK(units_of(tutti::prefix_sum(), on("array:3x4", {}), packet_size::pieces_of(2)) ==
          rational{5, 2});
    CHECK(units_of(tutti::packing(), on("array:4x4", tutti::broadcasters_at({15})), whole) ==
          rational{6});
    CHECK(units_of(tutti::partial_exchange(), on("array:4x4", tutti::broadcasters_at({0})), any) ==
          rational{15, 2});
}

}  // TEST_SUITE("bounds/lower_bounds.hpp")
