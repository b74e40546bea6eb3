/// @file
/// Violations that the checker of tables finds.

#include <vector>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "schedule_checker.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"

TEST_SUITE("topology/schedules") {

namespace {

using support::packet_origin;
using support::port_rule;
using tutti::link_table;
using tutti::send_table;

}  // namespace

TEST_CASE("the checker finds violations of every rule") {
    const link_table links = support::links_by_name("ring:5");  // links 2x, 2x+1: to x-1, x+1
    const auto ports = [&](const send_table& sends, port_rule rule) {
        return !support::port_violation(links, sends, rule).empty();
    };
    const auto copies = [&](const send_table& sends) {
        return !support::copy_violation(links, sends, {{.node = 0}}).empty();
    };
    const auto sums = [&](const send_table& sends) {
        std::vector<packet_origin> owners(1);
        return !support::sum_violation(links, sends, owners).empty();
    };
    const send_table broadcast{{1, 0, 0}, {1, 1, 0}, {2, 3, 0}, {2, 8, 0}};
    const send_table reduction = tutti::reversed(links, broadcast);
    CHECK(!ports(broadcast, port_rule::all));
    CHECK(ports(broadcast, port_rule::single));                    // node 0 sends two
    CHECK(!ports(broadcast, port_rule::shout));                    // of one packet
    CHECK(ports({{1, 0, 0}, {1, 1, 1}}, port_rule::shout));        // of two
    CHECK(ports({{1, 1, 0}, {1, 3, 1}}, port_rule::single_half));  // node 1: both
    CHECK(!ports({{1, 1, 0}, {1, 3, 1}}, port_rule::single));
    CHECK(ports({{1, 1, 0}, {1, 4, 1}}, port_rule::single));  // node 1 gets two
    CHECK(ports({{1, 0, 0}, {1, 0, 1}}, port_rule::all));     // a link twice
    CHECK(ports({{0, 0, 0}}, port_rule::all));                // no slot
    CHECK(ports({{1, 10, 0}}, port_rule::all));               // no link
    CHECK(!copies(broadcast));
    CHECK(copies({{1, 0, 0}, {1, 1, 0}, {1, 3, 0}, {2, 8, 0}}));             // too early
    CHECK(copies({{1, 0, 0}, {1, 1, 0}, {2, 3, 0}}));                        // a node without
    CHECK(copies({{1, 0, 0}, {1, 1, 0}, {2, 3, 0}, {3, 5, 0}, {3, 8, 0}}));  // twice
    CHECK(!sums(reduction));
    CHECK(sums({reduction.begin() + 1, reduction.end()}));      // a sum too few
    CHECK(sums({{1, 2, 0}, {1, 7, 0}, {2, 5, 0}, {2, 9, 0}}));  // 3 and 4 too late
    CHECK(!support::journey_violation(links, {{1, 1, 0}, {1, 3, 0}}, {0}, {2}).empty());
    CHECK(!support::journey_violation(links, {{1, 1, 0}}, {0}, {2}).empty());
    CHECK(support::journey_violation(links, {{1, 1, 0}, {2, 3, 0}}, {0}, {2}).empty());
}

}  // TEST_SUITE("topology/schedules")
