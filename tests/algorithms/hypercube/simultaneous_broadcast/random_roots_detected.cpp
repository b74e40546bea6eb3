#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
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

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/random_roots.cpp") {

namespace {

using tutti::broadcaster_set;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

struct trial {
    int d = 0;
    std::uint64_t seed = 0;
    broadcaster_set senders;

    [[nodiscard]] support::tree_shares shares() const {
        return support::shares_at_random(d, senders, seed);
    }
    [[nodiscard]] tutti::experiment asked() const {
        tutti::experiment made =
            support::on_cube(support::entry("simultaneous-broadcast/random-roots-detected"), d,
                             support::written(senders));
        made.seed = seed;
        return made;
    }
};

/// Log of the collection.
struct collection {
    slot last_arrival = 0;      ///< T2, in slots after the up-sweep; 0 if there was none
    std::uint64_t reports = 0;  ///< CNT packets
    std::vector<slot> starts;   ///< slots in which START was sent
    slot first_data = 0;        ///< the first slot of phase 3
    bool only_reports_enter_node_0 = true;

    void note_report(const tutti::transmission& transmission) {
        const bool is_on_its_link = transmission.from == node_id{1} << transmission.through;
        only_reports_enter_node_0 = only_reports_enter_node_0 && is_on_its_link;
        ++reports;
    }
    void note_message(const tutti::transmission& transmission, int d) {
        const bool enters_node_0 = transmission.from == node_id{1} << transmission.through;
        only_reports_enter_node_0 = only_reports_enter_node_0 && !enters_node_0;
        last_arrival = transmission.at + 1 - d;
    }
};

collection collection_in(const support::event_recorder& log, int d) {
    collection phase;
    for (const tutti::transmission& each : log.transmissions()) {
        const slot at = each.at + 1;
        if (each.kind == "up" && at > d) {
            phase.note_report(each);
        } else if (each.kind == "collect") {
            phase.note_message(each, d);
        } else if (each.kind == "total") {
            phase.starts.push_back(each.from == 0 ? at : -1);
        } else if (each.kind != "up" && phase.first_data == 0) {
            phase.first_data = at;
        }
    }
    return phase;
}

/// The packet-hops of section 2.4.
std::uint64_t transmissions_of(const trial& trial, const support::tree_shares& trees,
                               std::uint64_t reports) {
    const std::uint64_t others = hypercube{trial.d}.node_count() - 1;
    const auto d = static_cast<std::uint64_t>(trial.d);
    return others + trees.hops + reports + d + (trial.senders.packet_count() + d) * others;
}

/// Checks what spec/hypercube.md, section 2.4, says of every run; gives T2.
slot check_promise(const trial& trial) {
    support::event_recorder log;
    const tutti::result outcome = support::run_logged(trial.asked(), log);
    const collection seen = collection_in(log, trial.d);
    const support::tree_shares trees = trial.shares();
    const bool is_empty = trial.senders.nodes.empty();
    const slot n = trees.fullest();
    CAPTURE(trial.d);
    CAPTURE(trial.seed);
    CAPTURE(outcome.broadcasters);

    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == (is_empty ? 2 * trial.d + 1 : 2 * trial.d + 2 + seen.last_arrival + n));
    CHECK(seen.last_arrival <= (n == 0 ? 0 : n + trial.d - 1));
    CHECK(outcome.transmissions == transmissions_of(trial, trees, seen.reports));
    CHECK(seen.only_reports_enter_node_0);

    // Two slots more than the messages need: a report and the start.
    const slot start = trial.d + (is_empty ? 1 : seen.last_arrival + 2);
    CHECK(seen.starts == std::vector<slot>(static_cast<std::size_t>(trial.d), start));
    CHECK(seen.first_data == start + 1);
    CHECK(support::phases_of(outcome) ==
          std::vector<slot>{trial.d, start - 1 - trial.d, n + trial.d + 1});
    const auto termination = outcome.termination.value_or(tutti::termination_result{-1, -1});
    const std::vector<slot> done = support::done_with_trees(trees, start);
    CHECK(termination.first_slot == std::ranges::min(done));
    CHECK(termination.last_slot == std::ranges::max(done));
    return seen.last_arrival;
}

/// The roots whose message number 1 chooses their own tree.
broadcaster_set roots_of_themselves(int d, std::uint64_t seed) {
    std::vector<node_id> roots;
    for (int j = 0; j < d; ++j) {
        const node_id root = node_id{1} << j;
        if (support::random_tree(d, seed, root, 1) == j + 1) {
            roots.push_back(root);
        }
    }
    return tutti::broadcasters_at(std::move(roots));
}

}  // namespace

TEST_CASE("every set of broadcasters in up to three dimensions keeps every promise") {
    for (int d = 1; d <= 3; ++d) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << (1 << d); ++members) {
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                (void)check_promise({d, seed, support::subset(members)});
            }
        }
    }
}

TEST_CASE("corner-case and random sets, with several packets a node, meet every formula") {
    tutti::split_mix random{91};
    for (int d = 1; d <= 6; ++d) {
        for (const broadcaster_set& senders : support::corner_case_sets(d)) {
            (void)check_promise({d, random.next(), senders});
        }
        (void)check_promise(
            {d, random.next(), support::drawn_senders(d, std::uint64_t{4} << d, random)});
    }
}

TEST_CASE("a node is done when it has heard the ends of all trees") {
    for (const broadcaster_set& senders : support::corner_case_sets(4)) {
        const trial trial{4, 7, senders};
        support::event_recorder log;
        (void)support::run_logged(trial.asked(), log);
        const slot start = collection_in(log, 4).starts.front();
        CHECK(support::done_slots(trial.asked()) ==
              support::done_with_trees(trial.shares(), start));
    }
}

TEST_CASE("messages that start at their roots do not travel, and are detected all the same") {
    int checked = 0;
    for (int d = 1; d <= 6; ++d) {
        for (std::uint64_t seed = 1; seed <= 30; ++seed) {
            const broadcaster_set senders = roots_of_themselves(d, seed);
            if (senders.nodes.empty()) {
                continue;
            }
            const trial trial{d, seed, senders};
            CHECK(check_promise(trial) == 0);
            CHECK(support::run(trial.asked()).slots == 2 * d + 3);
            ++checked;
        }
    }
    CHECK(checked > 60);
}

TEST_CASE("without messages it is over in 2d+1 slots") {
    for (int d = 1; d <= 8; ++d) {
        const trial trial{d, 1, {}};
        CHECK(check_promise(trial) == 0);
        CHECK(support::run(trial.asked()).slots == 2 * d + 1);
    }
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/random_roots.cpp")
