#include "tutti/collective/cube/prefix_roots.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "collective/tampered_node.hpp"
#include "collective/trial.hpp"
#include "tutti/collective/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/machine/emulator.hpp"
#include "tutti/machine/random.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/workload/assignment.hpp"
#include "tutti/workload/broadcasters.hpp"
#include "tutti/workload/payloads.hpp"

namespace {

using support::outcome_of;
using support::subset;
using tutti::broadcaster_set;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

const tutti::algorithm& prefix_roots() {
    return support::entry("simultaneous-broadcast/prefix-roots");
}

// What spec/hypercube.md, section 2.2, promises, in its words: trees run from 1 to d.
class promise {
public:
    promise(int d, const broadcaster_set& senders)
        : d_{d}, share_((slot(senders.packet_count()) + d - 1) / d), shares_(std::size_t(d)) {
        std::uint64_t r = senders.packet_count();
        for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
            const std::uint64_t a = senders.packets[i];
            for (std::uint64_t m = 1; m <= a; ++m) {
                const std::uint64_t j = (r - a - 1 + m) % std::uint64_t(d) + 1;
                hops_ += distance(senders.nodes[i], j);
                ++shares_[j - 1];
            }
            r -= a;
        }
        const std::uint64_t others = (std::uint64_t{1} << d) - 1;
        hops_ +=
            2 * others + std::uint64_t(d) + (senders.packet_count() + std::uint64_t(d)) * others;
    }

    /// 2 ceil(K/d) + 4d.
    [[nodiscard]] slot slots() const { return 2 * share_ + 4 * d_; }
    [[nodiscard]] std::vector<slot> phases() const {
        return {2 * d_ + 1, share_ + d_ - 1, share_ + d_};
    }
    [[nodiscard]] std::uint64_t transmissions() const { return hops_; }

    /// (P3-1) + max_j (N_j + max(1, dist(x, e_j))), for every node.
    [[nodiscard]] std::vector<slot> done() const {
        std::vector<slot> all(std::size_t{1} << d_);
        for (node_id x = 0; x < all.size(); ++x) {
            for (std::uint64_t j = 1; j <= shares_.size(); ++j) {
                const slot way = std::max<slot>(1, slot(distance(x, j)));
                all[x] = std::max(all[x], 3 * d_ + share_ + shares_[j - 1] + way);
            }
        }
        return all;
    }

private:
    static std::uint64_t distance(node_id x, std::uint64_t j) {
        return std::uint64_t(std::popcount(x ^ (node_id{1} << (j - 1))));
    }

    slot d_;
    slot share_;                // c
    std::vector<slot> shares_;  // N_j
    std::uint64_t hops_ = 0;
};

/// The slot in which each node itself knows that all is over.
std::vector<slot> done_slots(int d, const broadcaster_set& senders) {
    std::vector<slot> done(hypercube{d}.node_count(), -1);
    const support::tampering notes{.mark = [&](const support::moment& now, std::string_view name) {
        if (name == "broadcast") {
            done[now.node] = now.at;
        }
        return 1;
    }};
    const tutti::assignment given{senders, tutti::payloads{1}};
    (void)tutti::run<tutti::cube_packet>(
        hypercube{d}, {.threads = 1, .executor = tutti::executor_kind::plain_threads},
        [&](auto& self) -> tutti::task<> {
            support::tampered_node watched{self, notes};
            co_await tutti::prefix_roots(watched, given.given_to(self.id()));
        });
    return done;
}

void check_promise(int d, const broadcaster_set& senders) {
    const promise expected{d, senders};
    const tutti::result found =
        support::run(support::on_cube(prefix_roots(), d, support::written(senders)));
    CAPTURE(d);
    CAPTURE(found.broadcasters);

    CHECK(outcome_of(found) == "complete");
    CHECK(found.slots == expected.slots());
    CHECK(found.units == tutti::rational{expected.slots()});
    CHECK(found.transmissions == expected.transmissions());
    CHECK(found.last_arrival <= found.slots);
    std::vector<slot> phases(found.phases.size());
    std::ranges::transform(found.phases, phases.begin(), [](const tutti::phase_result& phase) {
        return phase.slots.value_or(-1);
    });
    CHECK(phases == expected.phases());

    const std::vector<slot> done = expected.done();
    CHECK(done_slots(d, senders) == done);
    const tutti::termination_result known = found.termination.value_or(tutti::termination_result{});
    CHECK(known.first_slot == std::ranges::min(done));
    CHECK(known.last_slot == std::ranges::max(done));
}

/// `count` packets at `node`.
broadcaster_set all_at(node_id node, std::uint64_t count) {
    return tutti::broadcasters_at(std::vector<node_id>(count, node));
}

/// Slots of phase 2, counted from 1, up to its last arrival; 0 if every message starts at its root.
slot last_collected(int d, const broadcaster_set& senders) {
    support::event_recorder log;
    (void)support::run_logged(support::on_cube(prefix_roots(), d, support::written(senders)), log);
    slot last = 0;
    for (const tutti::logged_transmission& each : log.transmissions()) {
        last = each.kind == "collect" ? std::max(last, each.at + 1 - (2 * d + 1)) : last;
    }
    return last;
}

}  // namespace

TEST_SUITE_BEGIN("tutti/collective/cube/prefix_roots.hpp");

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
    const tutti::result found =
        support::run(support::on_cube(prefix_roots(), 3, support::written(senders)));

    CHECK(done_slots(3, senders) == std::vector<slot>{12, 13, 13, 14, 13, 14, 14, 13});
    CHECK(last_collected(3, senders) == 2);
    CHECK(found.transmissions == 64);
    CHECK(found.control_transmissions == 7 + 7 + 3 + 21);
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

TEST_CASE("nobody sends to node 0 in the second phase, and node 0 nothing in the third") {
    support::event_recorder log;
    const tutti::result found = support::run_logged(support::on_cube(prefix_roots(), 5), log);

    REQUIRE(outcome_of(found) == "complete");
    for (const tutti::logged_transmission& each : log.transmissions()) {
        const node_id to = hypercube{5}.neighbour(each.from, each.through);
        CHECK_FALSE((each.kind == "collect" && to == 0));
        CHECK_FALSE(((each.kind == "data" || each.kind == "termination") && each.from == 0));
    }
}

TEST_SUITE_END();
