#include "algorithms/hypercube/simultaneous_broadcast/prefix_roots.hpp"

#include <algorithm>
#include <cstddef>
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

/// Formulas of spec/hypercube.md, section 2.2.
class promise {
public:
    promise(int d, const broadcaster_set& senders)
        : d_{d},
          share_{support::ceil_of(senders.packet_count(), d)},
          trees_{support::shares_by_rank(d, senders)} {
        const std::uint64_t others = (std::uint64_t{1} << d) - 1;
        hops_ = trees_.hops + 2 * others + std::uint64_t(d) +
                (senders.packet_count() + std::uint64_t(d)) * others;
    }

    /// 2 ceil(K/d) + 4d.
    [[nodiscard]] slot slots() const { return 2 * share_ + 4 * d_; }
    [[nodiscard]] std::vector<slot> phases() const {
        return {2 * d_ + 1, share_ + d_ - 1, share_ + d_};
    }
    [[nodiscard]] std::uint64_t transmissions() const { return hops_; }
    [[nodiscard]] std::vector<slot> done() const {
        return support::done_with_trees(trees_, 3 * d_ + share_);
    }

private:
    slot d_;
    slot share_;  // c
    support::tree_shares trees_;
    std::uint64_t hops_ = 0;
};

tutti::experiment with(int d, const broadcaster_set& senders) {
    return support::on_cube(prefix_roots(), d, support::written(senders));
}

void check_promise(int d, const broadcaster_set& senders) {
    const promise expected{d, senders};
    const tutti::result outcome = support::run(with(d, senders));
    CAPTURE(d);
    CAPTURE(outcome.broadcasters);

    CHECK(verdict_line(outcome) == "complete");
    CHECK(outcome.slots == expected.slots());
    CHECK(outcome.units == tutti::rational{expected.slots()});
    CHECK(outcome.transmissions == expected.transmissions());
    CHECK(outcome.last_arrival <= outcome.slots);
    CHECK(support::phases_of(outcome) == expected.phases());

    const std::vector<slot> done = expected.done();
    CHECK(support::done_slots(with(d, senders)) == done);
    const tutti::termination_result termination =
        outcome.termination.value_or(tutti::termination_result{});
    CHECK(termination.first_slot == std::ranges::min(done));
    CHECK(termination.last_slot == std::ranges::max(done));
}

/// Slots of phase 2, counted from 1, up to its last arrival; 0 if every message starts at its root.
slot last_collected(int d, const broadcaster_set& senders) {
    support::event_recorder log;
    (void)support::run_logged(with(d, senders), log);
    const slot last = support::last_sent(log, "collect");
    return last == 0 ? 0 : last - (2 * d + 1);
}

}  // namespace

TEST_CASE("every set of broadcasters in up to three dimensions keeps every promise") {
    for (int d = 1; d <= 3; ++d) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << (1 << d); ++members) {
            check_promise(d, subset(members));
        }
    }
}

TEST_CASE("roots, all roots, node 0 and the node opposite a root may broadcast") {
    for (int d = 1; d <= 6; ++d) {
        const node_id opposite_all = (node_id{1} << d) - 1;
        std::vector<node_id> roots;
        for (int j = 0; j < d; ++j) {
            const node_id root = node_id{1} << j;
            roots.push_back(root);
            check_promise(d, all_at(root, 1));
            check_promise(d, all_at(root ^ opposite_all, 1));
        }
        check_promise(d, tutti::broadcasters_at(roots));
        check_promise(d, all_at(0, 1));
    }
}

TEST_CASE("0, 1, 2, d and 2^d packets keep every promise, wherever they are") {
    tutti::split_mix random{21};
    for (int d = 1; d <= 5; ++d) {
        const std::size_t nodes = hypercube{d}.node_count();
        for (const std::size_t k :
             {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t(d), nodes}) {
            for (int i = 0; i < 3; ++i) {
                check_promise(d, tutti::broadcasters_at(tutti::pick(nodes, k, random.next())));
            }
        }
    }
}

TEST_CASE("a node may have several packets, more of them than there are nodes") {
    tutti::split_mix random{22};
    for (int i = 0; i < 40; ++i) {
        const int d = 1 + i % 6;
        check_promise(d, support::drawn_senders(d, std::uint64_t{4} << d, random));
    }
    for (int d = 1; d <= 5; ++d) {
        check_promise(d, all_at(0, (std::uint64_t{1} << d) + 3));
        check_promise(d, all_at(1, std::uint64_t{2} << d));
    }
}

TEST_CASE("c*d packets opposite the first root use the whole budget of the second phase") {
    for (int d = 1; d <= 6; ++d) {
        for (const int c : {1, 2, 5}) {
            const node_id opposite = ((node_id{1} << d) - 1) ^ 1U;
            const broadcaster_set senders = all_at(opposite, std::uint64_t(c) * std::uint64_t(d));
            CAPTURE(d);
            CAPTURE(c);
            check_promise(d, senders);
            CHECK(last_collected(d, senders) == c + d - 1);
        }
    }
}

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
