#include <algorithm>
#include <bit>
#include <cstddef>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "golden.hpp"
#include "support/standard.hpp"
#include "trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

using support::golden_row;
using tutti::slot;

std::vector<golden_row> rows() { return support::read_golden(TUTTI_GOLDEN_HYPERCUBE); }

/// Slots of the phases before the one called `name`.
slot slots_before(std::string_view name, const tutti::result& outcome) {
    slot slots = 0;
    for (const tutti::phase_result& phase : outcome.phases) {
        if (phase.name == name) {
            break;
        }
        slots += phase.slots.value_or(0);
    }
    return slots;
}

/// The messages that the root of each tree broadcasts. A root sends for no other tree than its own,
/// and everything through port 0.
std::vector<slot> broadcast_shares(const support::event_recorder& log, int dimensions) {
    std::vector<slot> shares(static_cast<std::size_t>(dimensions));
    for (const tutti::transmission& each : log.transmissions()) {
        if (each.kind == "data" && std::has_single_bit(each.from) && each.through == 0) {
            ++shares[static_cast<std::size_t>(std::countr_zero(each.from))];
        }
    }
    return shares;
}

/// Checks what the note says of the way to the roots.
void check_collection(const golden_row& row, const tutti::experiment& plan) {
    support::event_recorder log;
    const tutti::result outcome = support::run_logged(plan, log);
    const slot last = support::last_sent(log, "collect");
    const slot in_phase = last == 0 ? 0 : last - slots_before("collect", outcome);
    CHECK(in_phase == *row.last_collected());
    if (!row.shares().empty()) {
        CHECK(broadcast_shares(log, row.dimensions) == row.shares());
    }
}

void check_row(const golden_row& row, const tutti::algorithm& algorithm) {
    const tutti::experiment plan = support::experiment_of(row, algorithm);
    CAPTURE(row.text());

    const tutti::result outcome = support::run(plan);

    CHECK(support::verdict_line(outcome) == (row.fails() ? "unlucky: delivery" : "complete"));
    CHECK((outcome.delivery.missing > 0) == row.fails());
    CHECK(outcome.packets == row.packets);
    CHECK(outcome.transmissions == row.transmissions.value_or(0));
    if (row.is_exact) {
        CHECK(outcome.slots == row.slots);
    } else if (row.note == "slots <= this") {
        CHECK(outcome.slots <= row.slots);
    } else {
        REQUIRE(row.note == "slots >= this");
        CHECK(outcome.slots >= row.slots);
    }
    if (row.last_collected()) {
        check_collection(row, plan);
    }
}

/// True if a row is about every algorithm of a collective.
bool is_lower_bound(const golden_row& row) { return row.rule.ends_with(".lower"); }

std::string_view task_of_bound(std::string_view rule) {
    return rule == "kbcast.lower" ? "simultaneous-broadcast" : "successive-broadcasts";
}

/// Checks a row of lower bounds against an algorithm that takes any number of messages.
void check_lower_bounds(const golden_row& row, const tutti::algorithm& algorithm) {
    CAPTURE(row.text());
    CAPTURE(algorithm.name);
    const tutti::problem input = tutti::problem_of(
        support::on_cube(algorithm, row.dimensions, "random:" + std::to_string(row.packets)));
    CHECK(algorithm.lower_bound(input).units == tutti::rational{row.slots});
    CHECK(tutti::expected_time_of(algorithm, input).value().units >=
          algorithm.lower_bound(input).units);
    if (const auto transmissions = algorithm.transmissions(input)) {
        CHECK(transmissions->total() >= row.transmissions.value_or(0));
    } else {
        CHECK(algorithm.kind == tutti::time_kind::high_probability);
    }
}

}  // namespace

// Rows that take seconds are in golden_large.cpp.
TEST_CASE("every algorithm takes the slots and packet-hops of the reference figures") {
    for (const golden_row& row : rows()) {
        if (row.is_quick() && !is_lower_bound(row)) {
            const tutti::algorithm* const algorithm = support::entry_with_rule(row.rule);
            CAPTURE(row.text());
            REQUIRE(algorithm != nullptr);
            check_row(row, *algorithm);
        }
    }
}

TEST_CASE("every rule of an algorithm for the hypercube has reference figures") {
    std::map<std::string, int, std::less<>> counts;
    for (const golden_row& row : rows()) {
        ++counts[row.rule];
    }
    for (const char* const path : {TUTTI_GOLDEN_REMAINING, TUTTI_GOLDEN_REDUCTIONS}) {
        std::ifstream more{path};
        for (std::string line; std::getline(more, line);) {
            ++counts[line.substr(0, line.find(','))];
        }
    }
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.networks != "hypercube" || algorithm.rule.empty()) {
            continue;
        }
        for (const std::string_view rule : support::rules_of(algorithm)) {
            CAPTURE(rule);
            CHECK(counts.find(rule) != counts.end());
        }
    }
}

TEST_CASE("no reference figure of simultaneous broadcast is passed over") {
    std::map<std::string_view, int, std::less<>> counts;
    const std::vector<golden_row> golden = rows();
    for (const golden_row& row : golden) {
        const tutti::algorithm* const algorithm = support::entry_with_rule(row.rule);
        if (algorithm != nullptr) {
            ++counts[algorithm->collective];
        }
    }
    CHECK(counts["simultaneous-broadcast"] == 59 + 46 + 39 + 21 + 53 + 15 + 14 + 5 + 7 + 9 + 7);
    CHECK(std::ranges::count_if(golden, &golden_row::fails) == 8);
    CHECK(std::ranges::count_if(golden,
                                [](const golden_row& row) { return !row.shares().empty(); }) == 21);
}

TEST_CASE("lower bounds are those of the reference figures, and no time is below") {
    std::map<std::string_view, int, std::less<>> checked;
    const std::vector<golden_row> golden = rows();
    for (const golden_row& row : golden) {
        if (!is_lower_bound(row)) {
            continue;
        }
        for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
            if (algorithm.collective == task_of_bound(row.rule) && algorithm.limits == nullptr &&
                algorithm.inapplicable_reason(tutti::hypercube{row.dimensions}).empty()) {
                check_lower_bounds(row, algorithm);
                ++checked[row.rule];
            }
        }
    }
    CHECK(checked == std::map<std::string_view, int, std::less<>>{{"kbcast.lower", 17 * 9},
                                                                  {"succ.lower", 2 * 3}});
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
