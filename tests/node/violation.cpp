#include "node/violation.hpp"

#include <functional>
#include <string>
#include <tuple>

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

TEST_CASE("a second packet on one link in one slot is refused") {
    const auto report = after(1, [](node& self) {
        self.send(0, {1});
        self.send(1, {1});
        self.send(1, {2});
    });

    CHECK(report.ending == tutti::run_ending::model_violation);
    CHECK(fault_of(report) == "link-busy in slot 3 at node 1, port 1");
    CHECK(report.text ==
          "program: slot 4, node 1, port 1: a second packet on one link in one slot");
    CHECK_THROWS_AS(report.rethrow(), tutti::model_violation);
}

TEST_CASE("a port that does not exist takes no packet") {
    const auto fault = [](node_id faulty_node, tutti::port through) {
        return fault_of(after(faulty_node, [&](node& self) { self.send(through, {1}); }));
    };

    CHECK(fault(1, -1) == "no-such-port in slot 3 at node 1, port -1");
    CHECK(fault(1, 2) == "no-such-port in slot 3 at node 1, port 2");
    CHECK(fault(1, 1'000'000) == "no-such-port in slot 3 at node 1, port 1000000");
    CHECK(fault(0, 0) == "no-such-port in slot 3 at node 0, port 0");
    CHECK(fault(3, 1) == "no-such-port in slot 3 at node 3, port 1");
    CHECK(fault(2, 1) == "nothing");
}

TEST_CASE("a port that does not exist cannot be asked for its mail") {
    const auto report = after(3, [](node& self) { std::ignore = self.received(1); });

    CHECK(fault_of(report) == "no-such-port in slot 3 at node 3, port 1");
}

TEST_CASE("the value that stands for no packet cannot be sent") {
    const auto report = after(2, [](node& self) { self.send(0, letter::none()); });

    CHECK(fault_of(report) == "empty-packet in slot 3 at node 2, port 0");
    CHECK(report.transmissions == 0);
}

TEST_CASE("a program that catches the violation hides nothing") {
    const auto report = after(1, [](node& self) {
        try {
            self.send(7, {1});
        } catch (const tutti::model_violation& violation) {
            CHECK(violation.kind() == tutti::violation_kind::no_such_port);
            CHECK(violation.place() == tutti::fault_place{.at = 3, .node = 1, .through = 7});
        }
    });

    CHECK(fault_of(report) == "no-such-port in slot 3 at node 1, port 7");
}

TEST_CASE("mail is unread if a node runs and does not look") {
    const auto runs_on = reading([](node& self) -> task<> {
        for (int i = 0; i < 9; ++i) {
            co_await self.next_slot();
        }
    });
    const auto returns = run_on(path{2}, [](node& self) -> task<> {
        if (self.id() == 1) {
            self.send(0, {1});
        } else {
            co_await self.mail();
        }
    });

    CHECK(fault_of(runs_on) == "unread-mail in slot 5 at node 1, port 0");
    CHECK(fault_of(returns) == "unread-mail in slot 0 at node 0, port 1");
}

TEST_CASE("mail is unread if a node sleeps until a later slot") {
    const auto sleeping = [](slot at) {
        return reading([at](node& self) -> task<> {
            co_await self.until(2);
            co_await self.until(at);
            std::ignore = self.inbox();
        });
    };

    CHECK(fault_of(sleeping(6)) == "nothing");
    CHECK(fault_of(sleeping(7)) == "unread-mail in slot 5 at node 1, port 0");
    CHECK(fault_of(sleeping(tutti::never)) == "unread-mail in slot 5 at node 1, port 0");
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

TEST_CASE("asking one port reads that port's packet alone") {
    const auto report = reading([](node& self) -> task<> {
        co_await self.mail();
        std::ignore = self.received(0);
    });
    const auto both = reading([](node& self) -> task<> {
        co_await self.mail();
        std::ignore = self.received(1);
        std::ignore = self.received(0);
    });
    const auto list = reading([](node& self) -> task<> {
        co_await self.mail();
        std::ignore = self.inbox();
    });

    CHECK(fault_of(report) == "unread-mail in slot 5 at node 1, port 1");
    CHECK(fault_of(both) == "nothing");
    CHECK(fault_of(list) == "nothing");
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
