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
    return {{.network = tutti::parse_network(network), .ports = ports}, std::move(senders)};
}

rational units_of(const collective& collective, const problem& problem, packet_size packets) {
    const lower_bound bound = collective.lower_bound(problem, packets);
    CHECK(bound.assumes == packets);
    CHECK_FALSE(bound.proof.empty());
    return bound.units;
}

rational of_all(const collective& collective, const std::string& network, packet_size packets,
                port_model ports = port_model::all_port) {
    tutti::network net = tutti::parse_network(network);
    broadcaster_set senders = collective.senders({.network = net}, 0);
    return units_of(collective, on(network, std::move(senders), ports), packets);
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
    const collective collective = tutti::simultaneous_broadcast();
    const auto from = [&](const std::string& network, tutti::node_id node, packet_size packets) {
        return units_of(collective, on(network, tutti::broadcasters_at({node})), packets);
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
    const collective collective = tutti::simultaneous_broadcast();
    const broadcaster_set heavy{.nodes = {0, 4}, .packets = {1, 5}};
    CHECK(units_of(collective, on("path:6", heavy), whole) == rational{8});
    CHECK(units_of(collective, on("path:6", heavy), packet_size::pieces_of(2)) == rational{13, 2});
    CHECK(units_of(collective, on("path:6", heavy), any) == rational{6});
    CHECK(units_of(collective, on("ring:6", heavy), whole) == rational{3});
    CHECK(units_of(collective, on("ring:5", tutti::every_node(5)), whole) == rational{2});
    CHECK(units_of(collective, on("ring:6", {.nodes = {2, 3}, .packets = {4, 5}}), any) ==
          rational{9, 2});
}

TEST_CASE("a node receives as many messages fewer as it has of its own") {
    const collective collective = tutti::simultaneous_broadcast();
    broadcaster_set several = tutti::every_node(9, 3);
    CHECK(units_of(collective, on("torus:3x3", several), any) == rational{24, 4});
    CHECK(units_of(collective, on("array:3x3", several), any) == rational{24, 2});
    CHECK(units_of(collective, on("complete:9", several), any) == rational{24, 8});
    CHECK(units_of(collective, on("complete:9", several, port_model::single_port_full_duplex),
                   whole) == rational{24});
}

TEST_CASE("every message to every node takes what the papers say, and the diameter") {
    const collective collective = tutti::multinode_broadcast();
    CHECK(of_all(collective, "hypercube:5", whole) == rational{7});
    CHECK(of_all(collective, "hypercube:5", any) == rational{31, 5});
    CHECK(of_all(collective, "torus:4x4", whole) == rational{4});
    CHECK(of_all(collective, "torus:4x4", packet_size::pieces_of(4)) == rational{15, 4});
    CHECK(of_all(collective, "product(path:9,complete:9)", whole) == rational{9});
    CHECK(of_all(collective, "torus:40x3", whole) == rational{30});
    constexpr port_model full = port_model::single_port_full_duplex;
    constexpr port_model half = port_model::single_port_half_duplex;
    for (const tutti::node_id n : {3U, 4U, 5U, 6U, 7U, 20U, 21U}) {
        const std::string path = "path:" + std::to_string(n);
        CHECK(of_all(collective, path, whole, full) ==
              rational{tutti::path_slots(n, tutti::duplex::full)});
        CHECK(of_all(collective, path, whole, half) ==
              rational{tutti::path_slots(n, tutti::duplex::half)});
        CHECK(of_all(collective, path, any, full) == rational{n + 1});
        CHECK(of_all(collective, "ring:" + std::to_string(n), any, half) ==
              rational{tutti::multinode_slots(n, tutti::duplex::half)});
    }
    CHECK(of_all(collective, "array:3x3", any, full) == rational{10});
}

TEST_CASE("one message from the root takes its way, and with one port what doubling takes") {
    const collective collective = tutti::broadcast();
    CHECK(of_all(collective, "path:9", whole) == rational{8});
    CHECK(of_all(collective, "path:9", any) == rational{1, 2});
    CHECK(of_all(collective, "complete:9", whole) == rational{1});
    CHECK(of_all(collective, "complete:9", whole, port_model::single_port_full_duplex) ==
          rational{4});
    CHECK(of_all(collective, "complete:9", any, port_model::single_port_full_duplex) ==
          rational{1});
    CHECK(of_all(collective, "ring:1", whole) == rational{0});
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
    const collective collective = tutti::simultaneous_broadcast();
    CHECK(units_of(collective, on("hypercube:20", tutti::broadcasters_at({5})), whole) ==
          rational{20});
    CHECK(units_of(collective, on("torus:1000x1000", tutti::broadcasters_at({5})), whole) ==
          rational{1000});
    CHECK(of_all(tutti::multinode_broadcast(), "torus:1000x1000", whole) == rational{250'000});
}

}  // TEST_SUITE("bounds/lower_bounds.hpp")
