#include "algorithms/hypercube/multinode_broadcast/multinode_rotation_classes.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/watched_run.hpp"
#include "algorithms/trial.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/multinode_broadcast/multinode_rotation_classes.hpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;
using tutti::task;

/// The nodes but node 0 in the order of spec/hypercube.md, section 4.1, in its words: classes of
/// rotations by their ones and smallest member, each from R^(m0-1)(rep) on.
std::vector<node_id> book_order(int d) {
    const node_id last = (node_id{1} << d) - 1;
    const auto turned = [&](node_id x) { return (x << 1U | x >> (d - 1)) & last; };
    std::vector<node_id> order;
    for (int k = 1; k < d; ++k) {
        for (node_id rep = 1; rep < last; ++rep) {
            bool is_rep = std::popcount(rep) == k;
            for (node_id x = turned(rep); x != rep; x = turned(x)) {
                is_rep = is_rep && x > rep;
            }
            if (!is_rep) {
                continue;
            }
            node_id first = rep;
            for (std::size_t m0 = 0; m0 < order.size() % static_cast<std::size_t>(d); ++m0) {
                first = turned(first);
            }
            node_id x = first;
            do {
                order.push_back(x);
                x = turned(x);
            } while (x != first);
        }
    }
    order.push_back(last);
    return order;
}

watched_run seen(int d) {
    const tutti::rotation_classes classes{hypercube{d}};
    return support::watch(d, tutti::port_model::all_port, [&](auto& self) {
        return tutti::multinode_rotation_classes(self, support::letters_of(self.id(), 1), classes);
    });
}

slot slots_of(int d) { return ((slot{1} << d) - 1 + d - 1) / d; }

/// The same broadcast, as dumb as it gets, over any order of the nodes: those at d successive
/// places are reached in the same slot, the node at place i over dimension i mod d.
/// A packet that is not there when it is due is passed over.
task<> by_the_list(support::judged_node& self, tutti::initial_messages initial,
                   const std::vector<node_id>& order) {
    const auto d = static_cast<std::size_t>(self.network().dimensions());
    std::map<node_id, tutti::short_packet> own_packets;
    own_packets[0] = tutti::short_packet::of(initial[0], tutti::packet_kind::data);
    self.deliver(initial[0]);
    for (std::size_t first = 0; first < order.size(); first += d) {
        for (std::size_t i = 0; i < d && first + i < order.size(); ++i) {
            const auto parent = own_packets.find(order[first + i] ^ node_id{1} << i);
            if (parent != own_packets.end()) {
                self.send(static_cast<tutti::port>(i), parent->second);
            }
        }
        co_await self.next_slot();
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            own_packets[self.id() ^ packet.content().origin] = packet;
        }
    }
    self.mark("broadcast");
}

/// Its outcome on the cube of this number of dimensions.
std::string outcome_over(int d, const std::vector<node_id>& order) {
    return support::verdict_line(
        "multinode-broadcast/rotation-classes", d,
        [&](auto& self, tutti::node_input input, const tutti::knowledge& /*knowledge*/) {
            return by_the_list(self, std::move(input.messages), order);
        });
}

/// The same on 5 dimensions over the order of the specification with the nodes at two places
/// exchanged.
std::string outcome_exchanged(std::size_t left, std::size_t right) {
    std::vector<node_id> order = book_order(5);
    std::swap(order[left], order[right]);
    return outcome_over(5, order);
}

}  // namespace

TEST_CASE("a node gets every message in the slot, and over the dimension, of its number") {
    for (int d = 1; d <= 8; ++d) {
        const std::vector<node_id> order = book_order(d);
        std::vector<std::size_t> number(order.size() + 1);
        for (std::size_t i = 0; i < order.size(); ++i) {
            number[order[i]] = i;
        }
        const watched_run run = seen(d);
        std::vector<int> visits((order.size() + 1) * order.size());
        int wrong = 0;
        for (const hop& each : run.hops) {
            const std::size_t n = number[each.to() ^ each.origin];
            ++visits[each.to() * order.size() + n];
            wrong += each.at == static_cast<slot>(n) / d + 1 ? 0 : 1;
            wrong += each.through == static_cast<int>(n) % d ? 0 : 1;
        }
        CAPTURE(d);
        CHECK(wrong == 0);
        CHECK(std::ranges::count(visits, 1) == std::ssize(visits));
    }
}

TEST_CASE("all links are busy in every slot but the last, in which all nodes know of the end") {
    for (int d = 1; d <= 8; ++d) {
        const watched_run run = seen(d);
        std::vector<std::size_t> busy(static_cast<std::size_t>(slots_of(d)) + 1);
        for (const hop& each : run.hops) {
            ++busy.at(static_cast<std::size_t>(each.at));
        }
        const std::size_t nodes = std::size_t{1} << d;
        const std::size_t links = nodes * static_cast<std::size_t>(d);
        CAPTURE(d);
        CHECK(std::all_of(busy.begin() + 1, busy.end() - 1,
                          [&](std::size_t packets) { return packets == links; }));
        CHECK(busy.back() == nodes * (nodes - 1) - links * (busy.size() - 2));
        CHECK(run.done == std::vector<slot>(nodes, slots_of(d)));
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    const tutti::rotation_classes classes{hypercube{8}};
    CHECK(support::is_same_on_all_teams(8, tutti::port_model::all_port, [&](auto& self) {
        return tutti::multinode_rotation_classes(self, support::letters_of(self.id(), 1), classes);
    }));
}

TEST_CASE("the dumb broadcast over the list of the specification is complete") {
    for (int d = 1; d <= 6; ++d) {
        CHECK(outcome_over(d, book_order(d)) == "complete");
    }
}

TEST_CASE("over a list with two nodes exchanged it is not") {
    const char* const wrong = "incorrect: delivery, transmissions";
    // In the same slot, over each other's dimensions; in different slots of the same class; and
    // nodes of different classes, the farther one first.
    CHECK(outcome_exchanged(5, 6) == wrong);
    CHECK(outcome_exchanged(0, 1) == wrong);
    CHECK(outcome_exchanged(5, 15) == wrong);
    CHECK(outcome_exchanged(4, 9) == wrong);
    CHECK(outcome_exchanged(29, 30) == wrong);
    // That a class comes after one of more ones does no harm if its parents are there.
    CHECK(outcome_exchanged(10, 15) == "complete");
}

}  // TEST_SUITE("algorithms/hypercube/multinode_broadcast/multinode_rotation_classes.hpp")
