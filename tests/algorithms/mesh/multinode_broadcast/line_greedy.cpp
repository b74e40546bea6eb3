#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "support/testbed.hpp"
#include "topology/random.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/mesh/multinode_broadcast/line_greedy.cpp") {

namespace {

using loads = std::vector<int>;

const tutti::algorithm& entry() { return support::entry("simultaneous-broadcast/line-greedy"); }

tutti::experiment on(const std::string& family, const loads& k) {
    std::vector<tutti::node_id> mentions;
    for (std::size_t node = 0; node < k.size(); ++node) {
        mentions.insert(mentions.end(), static_cast<std::size_t>(k[node]),
                        static_cast<tutti::node_id>(node));
    }
    return support::on_network(entry(), family + ":" + std::to_string(k.size()),
                               support::written(tutti::broadcasters_at(std::move(mentions))));
}

/// All loads of `p` nodes from 0 to `most`.
std::vector<loads> all_loads(int p, int most) {
    std::vector<loads> combinations{{}};
    for (int i = 0; i < p; ++i) {
        std::vector<loads> longer;
        for (const loads& begun : combinations) {
            for (int k = 0; k <= most; ++k) {
                longer.push_back(begun);
                longer.back().push_back(k);
            }
        }
        combinations = std::move(longer);
    }
    return combinations;
}

/// Links that the packets of direction right, or of both halves' directions on a ring, cross, slot
/// by slot: a model of the rules that knows origins and nothing else.
class right_going {
public:
    right_going(loads own, bool is_ring)
        : own_{std::move(own)}, arrived_(own_.size()), is_ring_{is_ring} {}

    /// The last slot in which something moves.
    [[nodiscard]] int last_slot() {
        int last = 0;
        for (int now = 1; step(); ++now) {
            last = now;
        }
        return last;
    }

private:
    // One slot; whether anything moved.
    bool step() {
        const std::size_t p = own_.size();
        std::vector<std::optional<std::size_t>> next(p);
        bool moved = false;
        for (std::size_t node = 0; node < p; ++node) {
            const std::size_t to = (node + 1) % p;
            if (to == 0 && !is_ring_) {
                continue;
            }
            std::optional<std::size_t> sent;
            if (arrived_[node] && *arrived_[node] != to) {
                sent = arrived_[node];
            } else if (own_[node] > 0) {
                --own_[node];
                sent = node;
            }
            next[to] = sent;
            moved = moved || sent;
        }
        arrived_ = next;
        return moved;
    }

    loads own_;
    std::vector<std::optional<std::size_t>> arrived_;  // origins
    bool is_ring_;
};

int modelled_slots(loads k, bool is_ring) {
    const int right = right_going{k, is_ring}.last_slot();
    std::ranges::reverse(k);
    return std::max(right, right_going{k, is_ring}.last_slot());
}

/// F(k) of spec/mesh.md, section 3.1.
int formula(const loads& k) {
    const auto p = static_cast<int>(k.size());
    int most = 0;
    for (int j = 0; j <= p - 2; ++j) {
        const int sum = std::accumulate(k.begin(), k.begin() + j + 1, 0);
        most = std::max(most, sum > 0 ? sum + p - 2 - j : 0);
    }
    return most;
}

int formula_both_ways(loads k) {
    const int right = formula(k);
    std::ranges::reverse(k);
    return std::max(right, formula(k));
}

void check_on_path(const loads& k) {
    CAPTURE(k);
    const auto p = static_cast<int>(k.size());
    const int total = std::accumulate(k.begin(), k.end(), 0);

    const tutti::result outcome = support::run(on("path", k));

    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.units == formula_both_ways(k));
    CHECK(outcome.slots == modelled_slots(k, false));
    CHECK(outcome.lower_bound.units == outcome.units);
    CHECK(outcome.transmissions == static_cast<std::uint64_t>(total * (p - 1)));
    CHECK((total == 0 || outcome.slots <= total + p - 2));
    CHECK(outcome.slots <= (p - 1) * std::ranges::max(k));
    CHECK_FALSE(outcome.termination.has_value());
    REQUIRE(outcome.expected.has_value());
    CHECK(outcome.expected->kind == tutti::time_kind::exact);
}

void check_on_ring(const loads& k) {
    CAPTURE(k);
    const auto p = static_cast<int>(k.size());
    const int total = std::accumulate(k.begin(), k.end(), 0);

    const tutti::result outcome = support::run(on("ring", k));

    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == modelled_slots(k, true));
    CHECK(outcome.units == tutti::rational{outcome.slots, 2});
    CHECK(outcome.transmissions == static_cast<std::uint64_t>(2 * total * (p - 1)));
    REQUIRE(outcome.expected.has_value());
    CHECK(outcome.expected->kind == tutti::time_kind::upper_bound);
    CHECK(outcome.expected->units ==
          (total == 0 ? tutti::rational{0} : tutti::rational{total + p - 2, 2}));
    const int halves = total == 0 ? 0 : std::max(total - std::ranges::min(k), p / 2);
    CHECK(outcome.lower_bound.units == tutti::rational{halves, 2});
}

}  // namespace

TEST_CASE("on a path the greedy broadcasts take exactly the formula") {
    for (const auto& [p, most] : {std::pair{2, 5}, {3, 4}, {4, 3}, {5, 2}, {7, 1}}) {
        for (const loads& k : all_loads(p, most)) {
            check_on_path(k);
        }
    }
}

TEST_CASE("on a ring the greedy broadcasts of halves take K+p-2 half slots at most") {
    for (const auto& [p, most] : {std::pair{3, 4}, {4, 3}, {5, 2}, {7, 1}}) {
        for (const loads& k : all_loads(p, most)) {
            check_on_ring(k);
        }
    }
}

TEST_CASE("drawn loads do the same on larger paths and rings") {
    tutti::split_mix random{31};
    for (int i = 0; i < 40; ++i) {
        loads k(3 + random.next() % 20);
        for (int& load : k) {
            load = static_cast<int>(random.next() % 8 > 4 ? random.next() % 9 : 0);
        }
        check_on_path(k);
        check_on_ring(k);
    }
}

TEST_CASE("loads that differ by one at most take (p-1) times the largest at most on a ring") {
    for (const loads& k : all_loads(7, 1)) {
        CHECK(support::run(on("ring", k)).slots <= 6 * std::ranges::max(k));
    }
    CHECK(support::run(on("ring", {0, 2, 2})).slots == 5);
}

TEST_CASE("the greedy broadcasts are the same on any threads and executor") {
    for (const std::string family : {"path", "ring"}) {
        const tutti::experiment plan = on(family, {3, 0, 1, 5, 0, 0, 2, 1, 1, 4, 0, 0, 2});
        const tutti::result alone = support::run(plan);
        for (const support::team& team : support::teams()) {
            const tutti::result outcome = support::run(plan, team);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.digest == alone.digest);
            CHECK(outcome.slots == alone.slots);
        }
    }
}

TEST_CASE("the greedy broadcasts want a path, or a ring of 3 or more") {
    const auto inapplicable_reason = [](const std::string& network) {
        return entry().inapplicable_reason(tutti::parse_network(network));
    };
    CHECK(inapplicable_reason("path:2").empty());
    CHECK(inapplicable_reason("ring:3").empty());
    CHECK(inapplicable_reason("path:1") == "needs two nodes or more");
    CHECK(inapplicable_reason("ring:2") == "needs three nodes or more on a ring");
    CHECK(inapplicable_reason("array:3x3") == "runs on paths and rings only");
    CHECK(inapplicable_reason("hypercube:1") == "runs on paths and rings only");
}

}  // TEST_SUITE("algorithms/mesh/multinode_broadcast/line_greedy.cpp")
