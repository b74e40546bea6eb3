#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "collective/golden.hpp"
#include "collective/trial.hpp"
#include "tutti/collective/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/machine/rational.hpp"

namespace {

using support::golden_row;
using tutti::slot;

std::vector<golden_row> rows() { return support::read_golden(TUTTI_GOLDEN_HYPERCUBE); }

/// The last slot, the papers' way, in which a message was on its way to its root.
slot last_collecting_slot(const support::event_recorder& log) {
    slot last = 0;
    for (const tutti::logged_transmission& each : log.transmissions()) {
        last = each.kind == "collect" ? std::max(last, each.at + 1) : last;
    }
    return last;
}

/// Slots of the phases before the one called `name`.
slot slots_before(std::string_view name, const tutti::result& found) {
    slot slots = 0;
    for (const tutti::phase_result& phase : found.phases) {
        if (phase.name == name) {
            break;
        }
        slots += phase.slots.value_or(0);
    }
    return slots;
}

void check_last_collected(const golden_row& row, const tutti::experiment& asked) {
    support::event_recorder log;
    const tutti::result found = support::run_logged(asked, log);
    const slot last = last_collecting_slot(log);
    const slot in_phase = last == 0 ? 0 : last - slots_before("collect", found);
    CHECK(in_phase == *row.last_collected());
}

void check_row(const golden_row& row, const tutti::algorithm& what) {
    const tutti::experiment asked = support::experiment_of(row, what);
    CAPTURE(row.text());

    const tutti::result found = support::run(asked);

    CHECK(support::outcome_of(found) == "complete");
    CHECK(found.packets == row.packets);
    CHECK(found.transmissions == row.transmissions);
    if (row.is_exact) {
        CHECK(found.slots == row.slots);
    } else if (row.note == "slots <= this") {
        CHECK(found.slots <= row.slots);
    } else {
        REQUIRE(row.note == "slots >= this");
        CHECK(found.slots >= row.slots);
    }
    if (row.last_collected()) {
        check_last_collected(row, asked);
    }
}

}  // namespace

TEST_SUITE_BEGIN("tutti/collective/catalogue.hpp");

// Rules that no algorithm of the catalogue has yet are passed over.
TEST_CASE("every algorithm takes the slots and packet-hops of the reference figures") {
    for (const golden_row& row : rows()) {
        const tutti::algorithm* const what = support::entry_with_rule(row.rule);
        if (what != nullptr) {
            check_row(row, *what);
        }
    }
}

TEST_CASE("every rule of an algorithm for the hypercube has reference figures") {
    std::map<std::string, int, std::less<>> counts;
    for (const golden_row& row : rows()) {
        ++counts[row.rule];
    }
    for (const tutti::algorithm& known : tutti::catalogue()) {
        if (known.networks != "hypercube") {
            continue;
        }
        for (const std::string_view rule : support::rules_of(known)) {
            CAPTURE(rule);
            CHECK(counts.find(rule) != counts.end());
        }
    }
}

TEST_CASE("the lower bound of simultaneous broadcast is that of the reference figures") {
    const tutti::algorithm& what = support::entry("simultaneous-broadcast/prefix-roots");
    int checked = 0;
    for (const golden_row& row : rows()) {
        if (row.rule != "kbcast.lower") {
            continue;
        }
        CAPTURE(row.text());
        const tutti::problem posed = tutti::pose(
            support::on_cube(what, row.dimensions, "random:" + std::to_string(row.packets)));
        CHECK(what.lower_bound(posed) == tutti::rational{row.slots});
        CHECK(what.transmissions(posed).value() >= row.transmissions);
        CHECK(what.expected(posed).value().units >= what.lower_bound(posed));
        ++checked;
    }
    CHECK(checked == 17);
}

TEST_SUITE_END();
