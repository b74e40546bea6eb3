#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "tutti/experiment/experiment.hpp"

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
    CHECK(outcome.lower_bound.units == outcome.units);
    CHECK(outcome.transmissions == static_cast<std::uint64_t>(total * (p - 1)));
    CHECK((total == 0 || outcome.slots <= total + p - 2));
    CHECK(outcome.slots <= (p - 1) * std::ranges::max(k));
    CHECK_FALSE(outcome.termination.has_value());
    REQUIRE(outcome.expected.has_value());
    CHECK(outcome.expected->kind == tutti::time_kind::exact);
}

}  // namespace

TEST_CASE("on a path the greedy broadcasts take exactly the formula") {
    for (const auto& [p, most] : {std::pair{2, 5}, {3, 4}, {4, 3}, {5, 2}, {7, 1}}) {
        for (const loads& k : all_loads(p, most)) {
            check_on_path(k);
        }
    }
}

TEST_CASE("loads that differ by one at most take (p-1) times the largest at most on a ring") {
    for (const loads& k : all_loads(7, 1)) {
        CHECK(support::run(on("ring", k)).slots <= 6 * std::ranges::max(k));
    }
    CHECK(support::run(on("ring", {0, 2, 2})).slots == 5);
}

}  // TEST_SUITE("algorithms/mesh/multinode_broadcast/line_greedy.cpp")
