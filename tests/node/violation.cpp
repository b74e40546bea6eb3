#include "node/violation.hpp"

#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_network.hpp"
#include "support/testbed.hpp"

TEST_SUITE("model/violation") {

namespace {

using support::fault_of;
using support::letter;
using support::path;
using support::run_on;
using tutti::node_id;
using tutti::run_report;
using tutti::slot;
using tutti::task;
using node = support::testbed<path>::node_type;
using program = support::testbed<path>::program;

template <class Node>
task<> listen(Node& self) {
    for (;;) {
        co_await self.relay();
        std::ignore = self.inbox();
    }
}

/// On a path of four nodes `culprit` does `deed` in slot 3; all others listen.
run_report after(node_id faulty_node, const std::function<void(node&)>& deed) {
    return run_on(path{4}, [&](node& self) -> task<> {
        if (self.id() == faulty_node) {
            co_await self.until(3);
            deed(self);
        }
        co_await listen(self);
    });
}

/// On a path of four nodes node 1 gets a packet from both sides in slot 6 and does as `reader`
/// says.
run_report reading(const std::function<task<>(node&)>& reader) {
    return run_on(path{4}, [&](node& self) -> task<> {
        if (self.id() == 1) {
            co_await reader(self);
        } else {
            co_await self.until(5);
            if (self.id() != 3) {
                self.send(self.id() == 0 ? 1 : 0, {self.id()});
            }
        }
        co_await listen(self);
    });
}

}  // namespace

TEST_CASE("what a node may not do is refused, and reported with its place") {
    const auto sends = [](tutti::port through) {
        return [through](node& self) { self.send(through, {1}); };
    };
    struct row {
        std::string fault;
        node_id who;
        std::function<void(node&)> deed;
    };
    for (const row& each : {
             row{"nothing", 2, sends(1)},
             {"no-such-port in slot 3 at node 1, port 1000000", 1, sends(1'000'000)},
             {"no-such-port in slot 3 at node 0, port 0", 0, sends(0)},
             {"no-such-port in slot 3 at node 3, port 1", 3, sends(1)},
             {"no-such-port in slot 3 at node 3, port 1", 3,
              [](node& self) { std::ignore = self.received(1); }},
             {"empty-packet in slot 3 at node 2, port 0", 2,
              [](node& self) { self.send(0, letter::none()); }},
             {"no-such-port in slot 3 at node 1, port 7", 1,
              [](node& self) {
                  CHECK_THROWS_AS(self.send(7, {1}), tutti::model_violation);
              }},  // though the program goes on
         }) {
        const run_report report = after(each.who, each.deed);
        CHECK(fault_of(report) == each.fault);
        CHECK((report.ending == tutti::run_ending::model_violation) == (each.fault != "nothing"));
    }
    CHECK(after(1, sends(2)).text ==
          "program: slot 4, node 1, port 2: a packet to a port that the node does not have");
}

TEST_CASE("mail is unread if its node runs and does not look, or looks at another port") {
    using reader = std::function<task<>(node&)>;
    const auto sleeping = [](slot at) {
        return [at](node& self) -> task<> {
            co_await self.until(2);
            co_await self.until(at);
            std::ignore = self.inbox();
        };
    };
    const auto asking = [](std::vector<tutti::port> ports) {
        return [ports](node& self) -> task<> {
            co_await self.mail();
            for (const tutti::port through : ports) {
                std::ignore = self.received(through);
            }
        };
    };
    const std::string unread = "unread-mail in slot 5 at node 1, port ";
    for (const auto& [fault, program] : {
             std::pair<std::string, reader>{unread + "0",
                                            [](node& self) -> task<> {
                                                for (int i = 0; i < 9; ++i) {
                                                    co_await self.next_slot();
                                                }
                                            }},
             {unread + "0", asking({})},
             {unread + "1", asking({0})},
             {unread + "0", asking({1})},
             {"nothing", asking({1, 0})},
             {"nothing", sleeping(6)},
             {unread + "0", sleeping(7)},
             {unread + "0", sleeping(tutti::never)},
         }) {
        CHECK(fault_of(reading(program)) == fault);
    }
}

TEST_CASE("mail is unread if its node has returned") {
    for (const slot at : {0, 2, 5}) {
        const auto report = run_on(path{3}, [&](node& self) -> task<> {
            co_await self.until(self.id() == 2 ? 5 : at);
            if (self.id() == 2) {
                self.send(0, {1});
            }
        });

        CHECK(fault_of(report) == "unread-mail in slot 5 at node 1, port 1");
    }
}

TEST_CASE("reading the mail of one slot does not read that of the next") {
    const auto report = run_on(path{2}, [](node& self) -> task<> {
        for (int i = 0; i < 4; ++i) {
            if (self.id() == 0) {
                self.send(1, {1});
            } else if (i < 3) {
                std::ignore = self.inbox();
            }
            co_await self.next_slot();
        }
        co_await listen(self);
    });

    CHECK(fault_of(report) == "unread-mail in slot 2 at node 1, port 0");
}

}  // TEST_SUITE("model/violation")
