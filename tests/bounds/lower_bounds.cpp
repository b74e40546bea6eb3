#include "bounds/lower_bounds.hpp"

#include <optional>
#include <string>
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

problem on(const std::string& network, broadcaster_set senders,
           port_model ports = port_model::all_port) {
    return {{.where = tutti::parse_network(network), .ports = ports}, std::move(senders)};
}

rational units_of(const collective& goal, const problem& what, packet_size packets) {
    const lower_bound found = goal.lower_bound(what, packets);
    CHECK(found.assumes == packets);
    CHECK_FALSE(found.proof.empty());
    return found.units;
}

rational of_all(const collective& goal, const std::string& network, packet_size packets,
                port_model ports = port_model::all_port) {
    tutti::network where = tutti::parse_network(network);
    broadcaster_set senders = goal.senders({.where = where}, 0);
    return units_of(goal, on(network, std::move(senders), ports), packets);
}

}  // namespace

TEST_CASE("an assumption is named, and time rounded up to packets") {
    CHECK(whole.text() == "whole packets");
    CHECK(packet_size::pieces_of(4).text() == "pieces of 1/4");
    CHECK(any.text() == "pieces of 1/m");
    CHECK(packet_size::pieces_of(1) == whole);
    CHECK(whole.rounded_up({7, 3}) == rational{3});
    CHECK(packet_size::pieces_of(2).rounded_up({7, 3}) == rational{5, 2});
    CHECK(any.rounded_up({7, 3}) == rational{7, 3});
    CHECK(any.length() == rational{0});
    CHECK(to_string(tutti::distance_bound(1, whole)) ==
          "1 for whole packets: the farthest node is 1 link away");
}

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

TEST_CASE("a message of one node takes the way to the farthest, in pieces the shorter") {
    const collective goal = tutti::simultaneous_broadcast();
    const auto from = [&](const std::string& network, tutti::node_id node, packet_size packets) {
        return units_of(goal, on(network, tutti::broadcasters_at({node})), packets);
    };
    CHECK(from("torus:16x16", 0, whole) == rational{16});
    CHECK(from("array:16x16", 0, whole) == rational{30});
    CHECK(from("array:16x16", 8 + 8 * 16, whole) == rational{16});
    CHECK(from("array:16x16", 0, packet_size::pieces_of(2)) == rational{15});
    CHECK(from("hypercube:7", 3, whole) == rational{7});
    CHECK(from("ccc:3", 3, whole) == rational{6});
    CHECK(from("product(path:9,ring:4)", 4, whole) == rational{6});
    CHECK(from("path:9", 2, whole) == rational{6});
    CHECK(from("torus:16x16", 0, any) == rational{0});
    CHECK(from("hypercube:1", 0, whole) == rational{1});
    CHECK(from("path:1", 0, whole) == rational{0});
}

TEST_CASE("on lines it counts where the messages are") {
    const collective goal = tutti::simultaneous_broadcast();
    const broadcaster_set heavy{.nodes = {0, 4}, .packets = {1, 5}};
    CHECK(units_of(goal, on("path:6", heavy), whole) == rational{8});
    CHECK(units_of(goal, on("path:6", heavy), packet_size::pieces_of(2)) == rational{13, 2});
    CHECK(units_of(goal, on("path:6", heavy), any) == rational{6});
    CHECK(units_of(goal, on("ring:6", heavy), whole) == rational{3});
    CHECK(units_of(goal, on("ring:5", tutti::every_node(5)), whole) == rational{2});
    CHECK(units_of(goal, on("ring:6", {.nodes = {2, 3}, .packets = {4, 5}}), any) ==
          rational{9, 2});
}

TEST_CASE("a node receives as many messages fewer as it has of its own") {
    const collective goal = tutti::simultaneous_broadcast();
    broadcaster_set several = tutti::every_node(9, 3);
    CHECK(units_of(goal, on("torus:3x3", several), any) == rational{24, 4});
    CHECK(units_of(goal, on("array:3x3", several), any) == rational{24, 2});
    CHECK(units_of(goal, on("complete:9", several), any) == rational{24, 8});
    CHECK(units_of(goal, on("complete:9", several, port_model::single_port_full_duplex), whole) ==
          rational{24});
}

TEST_CASE("every message to every node takes what the papers say, and the diameter") {
    const collective goal = tutti::multinode_broadcast();
    CHECK(of_all(goal, "hypercube:5", whole) == rational{7});
    CHECK(of_all(goal, "hypercube:5", any) == rational{31, 5});
    CHECK(of_all(goal, "torus:4x4", whole) == rational{4});
    CHECK(of_all(goal, "torus:4x4", packet_size::pieces_of(4)) == rational{15, 4});
    CHECK(of_all(goal, "product(path:9,complete:9)", whole) == rational{9});
    CHECK(of_all(goal, "torus:40x3", whole) == rational{30});
    constexpr port_model full = port_model::single_port_full_duplex;
    constexpr port_model half = port_model::single_port_half_duplex;
    for (const tutti::node_id n : {3U, 4U, 5U, 6U, 7U, 20U, 21U}) {
        const std::string path = "path:" + std::to_string(n);
        CHECK(of_all(goal, path, whole, full) ==
              rational{tutti::path_slots(n, tutti::duplex::full)});
        CHECK(of_all(goal, path, whole, half) ==
              rational{tutti::path_slots(n, tutti::duplex::half)});
        CHECK(of_all(goal, path, any, full) == rational{n + 1});
        CHECK(of_all(goal, "ring:" + std::to_string(n), any, half) ==
              rational{tutti::multinode_slots(n, tutti::duplex::half)});
    }
    CHECK(of_all(goal, "array:3x3", any, full) == rational{10});
}

TEST_CASE("one message from the root takes its way, and with one port what doubling takes") {
    const collective goal = tutti::broadcast();
    CHECK(of_all(goal, "path:9", whole) == rational{8});
    CHECK(of_all(goal, "path:9", any) == rational{1, 2});
    CHECK(of_all(goal, "complete:9", whole) == rational{1});
    CHECK(of_all(goal, "complete:9", whole, port_model::single_port_full_duplex) == rational{4});
    CHECK(of_all(goal, "complete:9", any, port_model::single_port_full_duplex) == rational{1});
    CHECK(of_all(goal, "ring:1", whole) == rational{0});
}

TEST_CASE("personal messages and sums take their way too") {
    CHECK(of_all(tutti::scatter(), "path:9", whole) == rational{8});
    CHECK(of_all(tutti::gather(), "torus:9x3", whole) == rational{7});
    CHECK(of_all(tutti::total_exchange(), "hypercube:4", whole) == rational{8});
    CHECK(units_of(tutti::prefix_sum(), on("array:3x4", {}), whole) == rational{5});
    CHECK(units_of(tutti::prefix_sum(), on("array:3x4", {}), packet_size::pieces_of(2)) ==
          rational{5, 2});
    CHECK(units_of(tutti::packing(), on("array:4x4", tutti::broadcasters_at({15})), whole) ==
          rational{6});
    CHECK(units_of(tutti::partial_exchange(), on("array:4x4", tutti::broadcasters_at({0})), any) ==
          rational{15, 2});
}

TEST_CASE("bounds on large networks take no time to speak of") {
    const collective goal = tutti::simultaneous_broadcast();
    CHECK(units_of(goal, on("hypercube:20", tutti::broadcasters_at({5})), whole) == rational{20});
    CHECK(units_of(goal, on("torus:1000x1000", tutti::broadcasters_at({5})), whole) ==
          rational{1000});
    CHECK(of_all(tutti::multinode_broadcast(), "torus:1000x1000", whole) == rational{250'000});
}

}  // TEST_SUITE("bounds/lower_bounds.hpp")
