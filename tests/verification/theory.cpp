#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/delivery_verifier.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using tutti::algorithm;
using tutti::network;
using tutti::problem;
using tutti::rational;

/// A number that does not fit.
rational too_large() { return rational{std::numeric_limits<std::int64_t>::max()} * 2; }

const algorithm& greedy() { return support::entry("simultaneous-broadcast/greedy"); }

/// The greedy algorithm with one figure that does not fit, for every figure; one that would run.
std::vector<algorithm> overflowing() {
    std::vector<algorithm> algorithms(6, greedy());
    algorithms[0].expected = [](const problem&) -> std::optional<tutti::expected_time> {
        return tutti::expected_time{.units = too_large()};
    };
    algorithms[1].lower_bound = [](const problem&) {
        return tutti::lower_bound{.units = too_large()};
    };
    algorithms[2].transmissions = [](const problem&) -> std::optional<std::uint64_t> {
        return static_cast<std::uint64_t>(too_large().ceil());
    };
    algorithms[3].phases = [](const problem&) {
        return std::vector<tutti::phase>{{.name = "broadcast", .slot_length = too_large()}};
    };
    static const tutti::collective lengthy = [] {
        tutti::collective collective = *greedy().goal;
        collective.deliveries = [](std::uint64_t, std::uint64_t) {
            return static_cast<std::uint64_t>(too_large().ceil());
        };
        return collective;
    }();
    algorithms[4].goal = &lengthy;
    static const tutti::collective large = [] {
        tutti::collective collective = *greedy().goal;
        collective.required = [](const problem&) -> tutti::requirement {
            return tutti::all_messages_everywhere{
                .node_count = static_cast<std::size_t>(too_large().ceil()), .senders = {}};
        };
        return collective;
    }();
    algorithms[5].goal = &large;
    for (algorithm& each : algorithms) {
        each.program = [](const tutti::setting&) -> tutti::any_program {
            FAIL("must not be run");
            return {};
        };
    }
    return algorithms;
}

}  // namespace

TEST_CASE("the figures are those of the algorithm's entry") {
    const tutti::experiment plan = support::on_cube(greedy(), 4, "nodes:1,2,2");
    const tutti::theory figures = tutti::theory_of(plan, tutti::problem_of(plan));

    const auto expected = figures.expected.value_or(tutti::expected_time{});
    CHECK(expected.units == rational{6});
    CHECK(expected.kind == tutti::time_kind::upper_bound);
    CHECK(figures.lower_bound.units == rational{4});
    CHECK(figures.transmissions == std::uint64_t{45});
    REQUIRE(figures.phases.size() == 1);
    CHECK(figures.phases[0].name == "broadcast");
    CHECK_FALSE(figures.failure.has_value());
}

TEST_CASE("a figure that does not fit 64 bits is refused in a line, before anything is run") {
    const std::string text =
        "'nodes:1,2': the figures of simultaneous-broadcast/greedy on hypercube:4 do not fit 64 "
        "bits; use fewer messages or a smaller network";
    for (const algorithm& planted : overflowing()) {
        CHECK_THROWS_WITH_AS((void)support::run(support::on_cube(planted, 4, "nodes:1,2")),
                             text.c_str(), std::invalid_argument);
    }
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
