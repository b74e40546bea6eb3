#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

using tutti::algorithm;

/// Rules of spec/hypercube.md, sections 3 to 5.
constexpr std::array<std::string_view, 12> promises{
    "mnb.opt",     "scatter.bal", "gather.bal", "te.opt",   "sla.bcast", "sla.mnb.doubling",
    "sla.scatter", "sla.gather",  "sla.te",     "succ.rot", "succ.seq",  "succ.norot, succ.norot3"};

/// The algorithms that they are about.
std::vector<const algorithm*> promised() {
    std::vector<const algorithm*> algorithms;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (std::ranges::count(promises, algorithm.rule) > 0) {
            algorithms.push_back(&algorithm);
        }
    }
    CHECK(algorithms.size() == promises.size());
    return algorithms;
}

}  // namespace

TEST_CASE("total exchange uses every link in every slot") {
    const algorithm& algorithm = support::entry("total-exchange/recursive");
    for (int d = 1; d <= 8; ++d) {
        CHECK(support::run(support::on_cube(algorithm, d)).link_utilisation == 1);
    }
}

TEST_CASE("an algorithm that meets its lower bound is said to") {
    for (const algorithm* const algorithm : promised()) {
        if (algorithm->collective == "successive-broadcasts") {
            continue;
        }
        for (int d = 1; d <= 12; ++d) {
            const tutti::problem input = tutti::problem_of(support::on_cube(*algorithm, d));
            const auto expected = tutti::expected_time_of(*algorithm, input);
            REQUIRE(expected.has_value());
            CHECK(expected->units == algorithm->lower_bound(input).units);
        }
    }
}

TEST_CASE("under a stricter port model than their own, programs break it") {
    for (const algorithm* const algorithm : promised()) {
        tutti::experiment plan = support::on_cube(*algorithm, 4);
        if (algorithm->ports.front() == tutti::port_model::shout_and_whisper) {
            continue;
        }
        plan.ports = algorithm->ports.front() == tutti::port_model::all_port
                         ? tutti::port_model::single_port_full_duplex
                         : tutti::port_model::single_port_half_duplex;
        CAPTURE(algorithm->name);
        CAPTURE(algorithm->collective);
        // In the single-port broadcast no node sends and receives in the same slot.
        const bool may_run = algorithm->rule == "sla.bcast";
        CHECK(support::run(plan).verdict ==
              (may_run ? tutti::verdict::complete : tutti::verdict::model_violation));
    }
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
