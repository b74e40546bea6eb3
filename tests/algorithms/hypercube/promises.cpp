#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/standard.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

using tutti::algorithm;
using tutti::node_id;
using tutti::slot;

/// Formulas of spec/hypercube.md for d and p = 2^d, in sections 3 to 5.
struct promise {
    std::function<slot(slot d, slot p)> slots;
    std::function<slot(slot d, slot p)> hops;
    int most_dimensions = 10;  ///< that are tested every day
};

slot share(slot d, slot p) { return (p - 1 + d - 1) / d; }
slot to_all(slot /*d*/, slot p) { return p * (p - 1); }
slot distances(slot d, slot p) { return d * p / 2; }
slot all_distances(slot d, slot p) { return p * d * p / 2; }
slot others(slot /*d*/, slot p) { return p - 1; }

const std::map<std::string_view, promise>& promises() {
    static const std::map<std::string_view, promise> by_name{
        {"mnb.opt", {share, to_all}},
        {"scatter.bal", {share, distances}},
        {"gather.bal", {share, distances}},
        {"te.opt", {[](slot, slot p) { return p / 2; }, all_distances, 9}},
        {"sla.bcast", {[](slot d, slot) { return d; }, others}},
        {"sla.mnb.doubling", {others, to_all}},
        {"sla.scatter", {others, distances}},
        {"sla.gather", {others, distances}},
        {"sla.te", {distances, all_distances, 9}},
        {"succ.rot", {[](slot d, slot p) { return 2 * p + d - 2; }, to_all, 9}},
        {"succ.seq", {[](slot d, slot p) { return p * d; }, to_all, 9}},
        {"succ.norot, succ.norot3", {[](slot d, slot p) { return 5 * p / 2 + d - 3; }, to_all, 9}},
    };
    return by_name;
}

/// The entries that a promise is about.
std::vector<const algorithm*> promised() {
    std::vector<const algorithm*> algorithms;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (promises().contains(algorithm.rule)) {
            algorithms.push_back(&algorithm);
        }
    }
    return algorithms;
}

void check_promise(const algorithm& algorithm, int d, node_id root) {
    const promise& expected = promises().find(algorithm.rule)->second;
    tutti::experiment plan = support::on_cube(algorithm, d);
    plan.root = root;
    const tutti::result outcome = support::run(plan);
    const slot nodes = slot{1} << d;
    CAPTURE(algorithm.name);
    CAPTURE(algorithm.collective);
    CAPTURE(d);
    CAPTURE(root);
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == expected.slots(d, nodes));
    CHECK(outcome.transmissions == static_cast<std::uint64_t>(expected.hops(d, nodes)));
    CHECK(outcome.control_transmissions == 0);
    CHECK(outcome.last_arrival == outcome.slots);
}

}  // namespace

TEST_CASE("sections 3 to 5 of the specification are in the catalogue") {
    CHECK(promised().size() == promises().size());
}

TEST_CASE("in composite and prime dimensions alike, runs are complete in the promised time") {
    for (const algorithm* const algorithm : promised()) {
        const int most = promises().find(algorithm->rule)->second.most_dimensions;
        for (int d = 1; d <= most; ++d) {
            check_promise(*algorithm, d, 0);
        }
    }
}

TEST_CASE("any node may be the root") {
    tutti::split_mix random{71};
    for (const algorithm* const algorithm : promised()) {
        if (!algorithm->goal->takes_root) {
            continue;
        }
        for (int d = 1; d <= 4; ++d) {
            for (node_id root = 0; root < node_id{1} << d; ++root) {
                check_promise(*algorithm, d, root);
            }
        }
        for (int d = 5; d <= 10; ++d) {
            for (int i = 0; i < 4; ++i) {
                check_promise(*algorithm, d, static_cast<node_id>(random.next() >> (64 - d)));
            }
        }
    }
}

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
