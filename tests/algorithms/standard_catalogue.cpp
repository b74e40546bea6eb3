#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/standard_names.hpp"
#include "support/standard.hpp"
#include "trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

using tutti::algorithm;

std::vector<const algorithm*> for_hypercubes() {
    std::vector<const algorithm*> algorithms;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.inapplicable_reason(tutti::hypercube{3}).empty()) {
            algorithms.push_back(&algorithm);
        }
    }
    return algorithms;
}

/// Broadcasters for the cube of 8 nodes that every algorithm takes.
tutti::experiment pair_on_cube(const algorithm& algorithm) {
    return support::on_cube(algorithm, 3, "nodes:2,5");
}

}  // namespace

TEST_CASE("every algorithm of the list is in the catalogue under the name that it is listed by") {
    const auto listed = []<tutti::constant_text... Names>(tutti::name_list<Names...> /*list*/) {
        return std::vector<std::string_view>{Names.view()...};
    }(tutti::standard_names{});
    std::vector<std::string> names;
    for (const algorithm& each : support::standard_algorithms()) {
        names.push_back(each.collective + "/" + each.name);
    }
    CHECK(std::ranges::equal(listed, names));
}

TEST_CASE("names are unique, and the algorithms of a task stand together") {
    std::set<std::string> names;
    std::set<std::string_view> tasks;
    std::string_view task;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        CHECK(names.insert(std::string{algorithm.collective} + "/" + std::string{algorithm.name})
                  .second);
        if (algorithm.collective != task) {
            task = algorithm.collective;
            CHECK(tasks.insert(task).second);
        }
    }
}

TEST_CASE("every entry says all that people and programs want to know") {
    // All others are in the papers, and so in their reference figures.
    const std::set<std::string> without_figures{"simultaneous-broadcast/random-intermediate",
                                                "simultaneous-broadcast/trees",
                                                "broadcast/flooding",
                                                "scatter/shortest-paths",
                                                "gather/shortest-paths",
                                                "total-exchange/shortest-paths",
                                                "prefix-sum/allgather",
                                                "reduce-scatter/tree",
                                                "allreduce/tree"};
    for (const algorithm& algorithm : support::standard_algorithms()) {
        CAPTURE(algorithm.name);
        CHECK_FALSE(algorithm.source.empty());
        CHECK(algorithm.rule.empty() ==
              without_figures.contains(algorithm.collective + "/" + algorithm.name));
        CHECK_FALSE(algorithm.networks.empty());
        CHECK_FALSE(algorithm.ports.empty());
        CHECK_FALSE(algorithm.time.empty());
        for (const tutti::parameter& each : algorithm.parameters) {
            CHECK(each.accepts(each.default_value));
            CHECK_FALSE(each.accepts(""));
            CHECK_FALSE(each.range_text().empty());
            CHECK_FALSE(each.meaning.empty());
        }
    }
}

TEST_CASE("another seed gives other payloads, and so another digest") {
    for (const algorithm* const algorithm : for_hypercubes()) {
        if (algorithm->collective == "prefix-sum" || algorithm->collective == "barrier") {
            continue;  // what a barrier delivers says nothing
        }
        tutti::experiment plan = pair_on_cube(*algorithm);
        const std::uint64_t first = support::run(plan).digest;
        plan.seed = 2;
        CAPTURE(algorithm->name);
        CHECK(support::run(plan).digest != first);
    }
}

TEST_CASE("algorithms for the hypercube want at least one dimension") {
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.networks == "hypercube") {
            CHECK(algorithm.inapplicable_reason(tutti::hypercube{0}) ==
                  "needs at least one dimension");
            CHECK(algorithm.inapplicable_reason(tutti::hypercube{1}).empty());
        }
    }
}

TEST_CASE("worst sets are runs of their own algorithm, whatever broadcasters are given") {
    int checked = 0;
    for (const algorithm* const algorithm : for_hypercubes()) {
        for (int d = 1; d <= 6 && algorithm->worst_set != nullptr; ++d) {
            const tutti::experiment plan = support::on_cube(*algorithm, d, "adversarial");
            const tutti::problem input = tutti::problem_of(plan);
            CAPTURE(algorithm->name);
            CAPTURE(d);
            CHECK(input.message_count() > 0);
            CHECK(tutti::problem_of(support::on_cube(*algorithm, d, "all")).message_count() ==
                  1U << d);
            CHECK(algorithm->worst_set(tutti::problem_of(support::on_cube(*algorithm, d, "all"))) ==
                  input.broadcasters);
            CHECK(support::verdict_line(support::run(plan)) == "complete");
            ++checked;
        }
    }
    CHECK(checked == 6);
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
