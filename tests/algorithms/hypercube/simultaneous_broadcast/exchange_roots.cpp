#include <algorithm>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/tree_shares.hpp"
#include "algorithms/mutating_program.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/prefix_roots.cpp") {

namespace {

using tutti::broadcaster_set;
using tutti::hypercube;
using tutti::slot;

tutti::experiment with(int d, const broadcaster_set& senders) {
    return support::on_cube(support::entry("simultaneous-broadcast/exchange-roots"), d,
                            support::written(senders));
}

/// d*2^d control packets, sum dist + K(2^d-1) others.
std::uint64_t transmissions_of(int d, const broadcaster_set& senders) {
    const hypercube cube{d};
    return cube.link_count() + support::shares_by_rank(d, senders).hops +
           senders.packet_count() * (cube.node_count() - 1);
}

/// Checks what spec/hypercube.md, section 2.2, says of kbcast.dx.
void check_promise(int d, const broadcaster_set& senders) {
    const tutti::result outcome = support::run(with(d, senders));
    const bool is_empty = senders.nodes.empty();
    const slot c = support::ceil_of(senders.packet_count(), d);
    const slot in_phase = is_empty ? 0 : c + d - 1;
    CAPTURE(d);
    CAPTURE(outcome.broadcasters);

    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == (is_empty ? d : 2 * c + slot{3} * d - 2));
    CHECK(support::phases_of(outcome) == std::vector<slot>{d, in_phase, in_phase});
    CHECK(outcome.transmissions == transmissions_of(d, senders));
    CHECK(outcome.control_transmissions == hypercube{d}.link_count());
    const auto termination = outcome.termination.value_or(tutti::termination_result{-1, -1});
    CHECK(termination.first_slot == outcome.slots);
    CHECK(termination.last_slot == outcome.slots);
}

}  // namespace

TEST_CASE("every set of broadcasters in up to three dimensions keeps every promise") {
    for (int d = 1; d <= 3; ++d) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << (1 << d); ++members) {
            check_promise(d, support::subset(members));
        }
    }
}

TEST_CASE("corner-case and random sets, with several packets a node, meet every formula") {
    tutti::split_mix random{61};
    for (int d = 1; d <= 6; ++d) {
        for (const broadcaster_set& senders : support::corner_case_sets(d)) {
            check_promise(d, senders);
        }
        check_promise(d, support::drawn_senders(d, std::uint64_t{4} << d, random));
    }
}

TEST_CASE("it is d+2 slots faster than prefix-roots, where there is anything to send") {
    const tutti::algorithm& slower = support::entry("simultaneous-broadcast/prefix-roots");
    for (int d = 1; d <= 6; ++d) {
        for (const broadcaster_set& senders : support::corner_case_sets(d)) {
            const tutti::result outcome = support::run(with(d, senders));
            const tutti::result other =
                support::run(support::on_cube(slower, d, support::written(senders)));
            CAPTURE(d);
            CAPTURE(outcome.broadcasters);
            CHECK(other.slots - outcome.slots == (senders.nodes.empty() ? 3 * d : d + 2));
        }
    }
}

TEST_CASE("c*d packets opposite the first root use the whole budget of the collection") {
    for (int d = 1; d <= 6; ++d) {
        for (const int c : {1, 2, 5}) {
            const auto opposite = static_cast<tutti::node_id>(((1U << d) - 1) ^ 1U);
            const broadcaster_set senders = support::all_at(
                opposite, static_cast<std::uint64_t>(c) * static_cast<std::uint64_t>(d));
            support::event_recorder log;
            check_promise(d, senders);
            (void)support::run_logged(with(d, senders), log);
            CAPTURE(d);
            CAPTURE(c);
            CHECK(support::last_sent(log, "collect") == d + c + d - 1);
        }
    }
}

TEST_CASE("every node is done in the last slot, and no tree has an end packet") {
    for (const broadcaster_set& senders : support::corner_case_sets(4)) {
        support::event_recorder log;
        const tutti::result outcome = support::run_logged(with(4, senders), log);
        CAPTURE(outcome.broadcasters);
        CHECK(support::done_slots(with(4, senders)) == std::vector<slot>(16, outcome.slots));
        CHECK(support::last_sent(log, "termination") == 0);
        CHECK(support::last_sent(log, "total") == 4);
    }
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/prefix_roots.cpp")
