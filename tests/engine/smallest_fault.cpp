#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "node/violation.hpp"
#include "support/random_network.hpp"
#include "support/testbed.hpp"
#include "topology/random.hpp"

TEST_SUITE("machine/violation") {

namespace {

using support::fault_of;
using tutti::node_id;
using tutti::port;
using tutti::port_model;
using tutti::task;
using node = support::testbed<tutti::graph>::node_type;

enum class deed : std::uint8_t { nothing, send_back, send_on, send_twice, bad_port, cry };

// Enough nodes that a slot in which all run is swept by all threads.
constexpr node_id nodes = 6000;

/// Violation if every node of a circle does `of(id)` in slot 4; the same for every number of
/// threads. Port 0 leads back to id-1, port 1 on to id+1, but at nodes 0 and `nodes`-1.
std::string fault(port_model ports, const std::function<deed(node_id)>& of) {
    std::vector<std::string> texts;
    for (const support::team& threads : support::teams()) {
        support::testbed<tutti::graph> bed{support::circle(nodes), threads};
        const auto report = bed.run(
            [&](node& self) -> task<> {
                co_await self.until(4);
                switch (of(self.id())) {
                    case deed::nothing:
                        break;
                    case deed::send_back:
                        self.send(0, {1});
                        break;
                    case deed::send_on:
                        self.send(1, {1});
                        break;
                    case deed::send_twice:
                        self.send(1, {1});
                        self.send(1, {1});
                        break;
                    case deed::bad_port:
                        self.send(-5, {1});
                        break;
                    case deed::cry:
                        throw std::runtime_error{"help"};
                }
                for (;;) {
                    co_await self.relay();
                    std::ignore = self.inbox();
                }
            },
            {.ports = ports});
        texts.push_back(fault_of(report));
    }
    CHECK(std::ranges::all_of(texts, [&](const auto& text) { return text == texts.front(); }));
    return texts.front();
}

/// Both neighbours of `place` send to it, and `other` does what is its own.
std::function<deed(node_id)> meeting_at(node_id place, node_id other, deed its) {
    return [=](node_id id) {
        if (id == other) {
            return its;
        }
        if (id + 1 == place) {
            return deed::send_on;
        }
        return id == place + 1 ? deed::send_back : deed::nothing;
    };
}

}  // namespace

TEST_CASE("of the faults of a slot that of the smallest node is reported") {
    for (const node_id first : {node_id{1}, node_id{2900}, node_id{5998}}) {
        CAPTURE(first);
        const auto name = " in slot 4 at node " + std::to_string(first);

        CHECK(fault(port_model::all_port, [&](node_id id) {
                  return id < first ? deed::nothing : deed::send_twice;
              }) == "link-busy" + name + ", port 1");
        CHECK(fault(port_model::all_port, [&](node_id id) {
                  return id < first ? deed::nothing : id == first ? deed::cry : deed::bad_port;
              }) == "exception" + name);
    }
}

TEST_CASE("faults of sending and receiving in one slot count alike") {
    const auto full = port_model::single_port_full_duplex;

    CHECK(fault(full, meeting_at(70, 500, deed::bad_port)) ==
          "second-reception in slot 4 at node 70, port 1");
    CHECK(fault(full, meeting_at(70, 30, deed::bad_port)) ==
          "no-such-port in slot 4 at node 30, port -5");
    CHECK(fault(full, meeting_at(5000, 5002, deed::cry)) ==
          "second-reception in slot 4 at node 5000, port 1");
    CHECK(fault(full, meeting_at(5000, 4998, deed::cry)) == "exception in slot 4 at node 4998");
}

TEST_CASE("at one node an exception comes before a port, and a smaller port before a larger") {
    const auto full = port_model::single_port_full_duplex;

    CHECK(fault(full, meeting_at(10, 10, deed::cry)) == "exception in slot 4 at node 10");
    CHECK(fault(full, meeting_at(10, 10, deed::bad_port)) ==
          "no-such-port in slot 4 at node 10, port -5");
}

TEST_CASE("random faulty nodes: the smallest is found") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(seed);
        const auto is_culprit = [=](node_id id) {
            return id != 0 && id + 1 != nodes && tutti::node_random(seed, id, 1) % 500 == 0;
        };
        node_id first = 0;
        while (!is_culprit(first)) {
            ++first;
        }

        CHECK(fault(port_model::all_port, [=](node_id id) {
                  return is_culprit(id) ? deed::send_twice : deed::send_on;
              }) == "link-busy in slot 4 at node " + std::to_string(first) + ", port 1");
    }
}

TEST_CASE("mail that was left unread is older than what is sent while it is") {
    const auto report = support::run_on(support::circle(100), [](node& self) -> task<> {
        co_await self.until(4);
        if (self.id() == 80) {
            self.send(1, {1});
        }
        co_await self.next_slot();
        if (self.id() == 3) {
            self.send(9, {1});
        }
        co_await self.next_slot();
    });

    CHECK(fault_of(report) == "unread-mail in slot 4 at node 81, port 0");
}

}  // TEST_SUITE("machine/violation")
