#include "algorithms/hypercube/simultaneous_broadcast/prefix_roots.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mutating_program.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/prefix_roots.hpp") {

namespace {

using support::all_at;
using support::subset;
using support::verdict_line;
using tutti::broadcaster_set;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

const tutti::algorithm& prefix_roots() {
    return support::entry("simultaneous-broadcast/prefix-roots");
}

tutti::experiment with(int d, const broadcaster_set& senders) {
    return support::on_cube(prefix_roots(), d, support::written(senders));
}

/// Slots of phase 2, counted from 1, up to its last arrival; 0 if every message starts at its root.
slot last_collected(int d, const broadcaster_set& senders) {
    support::event_recorder log;
    (void)support::run_logged(with(d, senders), log);
    const slot last = support::last_sent(log, "collect");
    return last == 0 ? 0 : last - (2 * d + 1);
}

}  // namespace

TEST_CASE("the nodes of the specification's example know of the end in its slots") {
    const broadcaster_set senders = tutti::broadcasters_at({0, 1, 2});
    const tutti::result outcome = support::run(with(3, senders));

    CHECK(support::done_slots(with(3, senders)) ==
          std::vector<slot>{12, 13, 13, 14, 13, 14, 14, 13});
    CHECK(last_collected(3, senders) == 2);
    CHECK(outcome.transmissions == 64);
    CHECK(outcome.control_transmissions == 7 + 7 + 3 + 21);
}

// Of d = 3, exhaustive, by K: spec/hypercube.md, section 6.
TEST_CASE("the second phase ends as early as it does in the reference, at worst") {
    const std::vector<slot> worst{0, 3, 3, 3, 3, 3, 3, 3, 2};

    std::vector<slot> latest(worst.size());
    for (std::uint64_t members = 0; members < 256; ++members) {
        const broadcaster_set senders = subset(members);
        slot& so_far = latest[senders.packet_count()];
        so_far = std::max(so_far, last_collected(3, senders));
    }
    CHECK(latest == worst);
}

TEST_CASE("no node sends to node 0 in the second phase, and node 0 nothing in the third") {
    support::event_recorder log;
    const tutti::result outcome = support::run_logged(support::on_cube(prefix_roots(), 5), log);

    REQUIRE(verdict_line(outcome) == "complete");
    for (const tutti::transmission& each : log.transmissions()) {
        const node_id to = hypercube{5}.neighbour(each.from, each.through);
        CHECK_FALSE((each.kind == "collect" && to == 0));
        CHECK_FALSE(((each.kind == "data" || each.kind == "termination") && each.from == 0));
    }
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/prefix_roots.hpp")
