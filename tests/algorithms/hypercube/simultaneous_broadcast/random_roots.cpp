#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/tree_shares.hpp"
#include "algorithms/occupancy.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/random_roots.cpp") {

namespace {

using tutti::broadcaster_set;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

/// C*, in halves.
struct factor {
    int halves = 2;

    [[nodiscard]] std::string text() const { return std::to_string(halves) + "/2"; }
    /// B = ceil(C* K/d).
    [[nodiscard]] slot budget(std::uint64_t k, int d) const {
        return support::ceil_of(static_cast<std::uint64_t>(halves) * k, 2 * d);
    }
};

struct trial {
    int d = 0;
    factor c{};
    std::uint64_t seed = 1;
    broadcaster_set senders;

    [[nodiscard]] slot budget() const { return c.budget(senders.packet_count(), d); }
    [[nodiscard]] tutti::experiment asked() const {
        tutti::experiment made = support::on_cube(
            support::entry("simultaneous-broadcast/random-roots"), d, support::written(senders));
        made.seed = seed;
        made.parameters["c"] = c.text();
        return made;
    }
};

/// Runs with seeds from 1 to `runs`, every node with a message; gives how many failed.
int failures(int d, factor c, int runs) {
    int count = 0;
    for (int seed = 1; seed <= runs; ++seed) {
        tutti::experiment plan =
            trial{.d = d, .c = c, .seed = static_cast<std::uint64_t>(seed), .senders = {}}.asked();
        plan.broadcasters = tutti::broadcaster_specification::parse("all");
        count += support::run(plan).verdict == tutti::verdict::complete ? 0 : 1;
    }
    return count;
}

}  // namespace

TEST_CASE("the roots that messages choose are those of the specification's example") {
    std::vector<int> trees;
    for (node_id x = 0; x < 8; ++x) {
        trees.push_back(support::random_tree(4, 7, x, 1));
    }
    CHECK(trees == std::vector<int>{4, 1, 1, 4, 3, 3, 1, 3});
}

// Five standard deviations: missed by one list of seeds in 400,000, and this list stays the same.
TEST_CASE("as many runs fail as the exact probability has it") {
    constexpr int runs = 4000;
    for (const auto& [d, c] : std::vector<std::pair<int, factor>>{
             {3, factor{2}}, {3, factor{3}}, {4, factor{3}}, {4, factor{4}}}) {
        const std::uint64_t k = hypercube{d}.node_count();
        const auto budget = static_cast<std::uint64_t>(c.budget(k, d));
        const double p = tutti::overflow_probability(d, k, budget).value_or(-1);
        const double expected = p * runs;
        const double deviation = std::sqrt(expected * (1 - p));
        CAPTURE(d);
        CAPTURE(c.halves);
        CAPTURE(expected);
        CHECK(expected > 20);
        CHECK(std::abs(failures(d, c, runs) - expected) <= 5 * deviation);
    }
}

TEST_CASE("a result says how likely the failure was") {
    const trial trial{4, factor{3}, 1, support::all_at(3, 20)};
    const tutti::result outcome = support::run(trial.asked());
    const auto failure = outcome.failure.value_or(tutti::failure_probability{});

    CHECK(trial.budget() == 8);
    CHECK(failure.exact == tutti::overflow_probability(4, 20, 8));
    CHECK(failure.bound == tutti::overflow_bound(4, 20, 1.5));
}

TEST_CASE("the factor is a number above 0, of parts that stay small") {
    const tutti::parameter& c =
        support::entry("simultaneous-broadcast/random-roots").parameters.front();
    for (const char* const good : {"1", "3", "5/2", "1/3", "1000000", "1/1000000"}) {
        CAPTURE(good);
        CHECK(c.accepts(good));
    }
    for (const char* const bad : {"", "0", "-1", "0/1", "1/0", "1000001", "1/1000001", "x", "3 "}) {
        CAPTURE(bad);
        CHECK_FALSE(c.accepts(bad));
    }
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/random_roots.cpp")
