#include "tutti/node/subnetwork.hpp"

#include <string>
#include <tuple>

#include <doctest/doctest.h>

#include "support/testbed.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("tutti/node/subnetwork.hpp") {

namespace {

using support::fault_of;
using tutti::grid;
using tutti::grid_edge;
using tutti::port;
using tutti::task;
using node = support::testbed<grid>::node_type;
using row = tutti::subnetwork<node, grid>;

static_assert(tutti::node_of<row, grid>);
static_assert(tutti::node_of<tutti::subnetwork<row, grid>, grid>);

const grid whole{{4, 3}, grid_edge::open};
const grid column{{3}, grid_edge::open};

/// The view of the column through a node: digit 1, ports 2 and 3.
row column_of(node& self) {
    return {self,
            column,
            {.id = static_cast<tutti::node_id>(whole.digit(self.id(), 1)), .first_port = 2}};
}

/// Violation if the node with that id does `node_program` in slot 1, and all others read their
/// columns.
template <class Program>
std::string fault(tutti::node_id who, const Program& node_program) {
    const auto program = [&](node& self) -> task<> {
        row view = column_of(self);
        co_await view.until(1);
        if (self.id() == who) {
            node_program(self, view);
        }
        for (;;) {
            co_await view.relay();
            std::ignore = view.inbox();
        }
    };
    return fault_of(support::run_on(whole, program));
}

}  // namespace

TEST_CASE(
    "ports that the part lacks are ports that the node below lacks, though it has the number") {
    const auto sends = [](port through) {
        return [through](node& /*self*/, row& view) { view.send(through, {1}); };
    };
    CHECK(fault(5, sends(0)) == "nothing");
    CHECK(fault(5, sends(-1)) == "no-such-port in slot 1 at node 5, port 4");
    CHECK(fault(5, sends(-2)) == "no-such-port in slot 1 at node 5, port 4");
    CHECK(fault(5, sends(2)) == "no-such-port in slot 1 at node 5, port 6");
    CHECK(fault(1, sends(0)) == "no-such-port in slot 1 at node 1, port 4");
    CHECK(fault(1, [](node& /*self*/, row& view) { std::ignore = view.received(0); }) ==
          "no-such-port in slot 1 at node 1, port 4");
}

TEST_CASE("mail from outside the part is not read in its stead") {
    CHECK(fault(5, [](node& self, row& /*view*/) { self.send(2, {1}); }) == "nothing");
    CHECK(fault(5, [](node& self, row& /*view*/) { self.send(1, {1}); }) ==
          "unread-mail in slot 1 at node 6, port 0");
}

}  // TEST_SUITE("tutti/node/subnetwork.hpp")
