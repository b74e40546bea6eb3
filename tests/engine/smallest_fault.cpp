#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

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

using action = std::function<void(node&)>;

// Enough nodes that a slot in which all run is swept by all threads.
constexpr node_id nodes = 6000;
constexpr auto full = port_model::single_port_full_duplex;

/// Violation if every node of a circle does `deed` in slot 4; the same for every number of threads.
/// Port 0 leads back to id-1, port 1 on to id+1, but at nodes 0 and `nodes`-1.
std::string fault(port_model ports, const action& deed) {
    std::set<std::string> texts;
    for (const support::team& threads : support::teams()) {
        support::testbed<tutti::graph> bed{support::circle(nodes), threads};
        const auto report = bed.run(
            [&](node& self) -> task<> {
                co_await self.until(4);
                deed(self);
                for (;;) {
                    co_await self.relay();
                    std::ignore = self.inbox();
                }
            },
            {.ports = ports});
        texts.insert(fault_of(report));
    }
    CHECK(texts.size() == 1);
    return *texts.begin();
}

const action send_twice = [](node& self) {
    self.send(1, {1});
    self.send(1, {1});
};
const action bad_port = [](node& self) { self.send(-5, {1}); };
const action cry = [](node& /*self*/) { throw std::runtime_error{"help"}; };

/// Both neighbours of `place` send to it, and `other` does what is its own.
action meeting_at(node_id place, node_id other, const action& its) {
    return [=](node& self) {
        if (self.id() == other) {
            its(self);
        } else if (self.id() + 1 == place || self.id() == place + 1) {
            self.send(self.id() < place ? 1 : 0, {1});
        }
    };
}

}  // namespace

TEST_CASE("of the faults of a slot that of the smallest node is reported, sent or received") {
    for (const auto& [expected, deed] : {
             std::pair{"second-reception in slot 4 at node 70, port 1",
                       meeting_at(70, 500, bad_port)},
             {"no-such-port in slot 4 at node 30, port -5", meeting_at(70, 30, bad_port)},
             {"second-reception in slot 4 at node 5000, port 1", meeting_at(5000, 5002, cry)},
             {"exception in slot 4 at node 4998", meeting_at(5000, 4998, cry)},
             // At one node an exception comes before a port, and a smaller port before a larger.
             {"exception in slot 4 at node 10", meeting_at(10, 10, cry)},
             {"no-such-port in slot 4 at node 10, port -5", meeting_at(10, 10, bad_port)},
         }) {
        CHECK(fault(full, deed) == expected);
    }
    for (const node_id first : {1U, 2900U, 5998U}) {
        const auto from_first_on = [first](const action& deed) {
            return fault(port_model::all_port, [&](node& self) {
                if (self.id() >= first) {
                    (self.id() == first ? deed : bad_port)(self);
                }
            });
        };
        CHECK(from_first_on(send_twice) ==
              fmt::format("link-busy in slot 4 at node {}, port 1", first));
        CHECK(from_first_on(cry) == fmt::format("exception in slot 4 at node {}", first));
    }
}

TEST_CASE("random faulty nodes: the smallest is found") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(seed);
        const auto is_faulty = [=](node_id id) {
            return id != 0 && id + 1 != nodes && tutti::node_random(seed, id, 1) % 500 == 0;
        };
        node_id first = 0;
        while (!is_faulty(first)) {
            ++first;
        }
        CHECK(fault(port_model::all_port, [&](node& self) {
                  self.send(1, {1});
                  if (is_faulty(self.id())) {
                      self.send(1, {1});
                  }
              }) == fmt::format("link-busy in slot 4 at node {}, port 1", first));
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
