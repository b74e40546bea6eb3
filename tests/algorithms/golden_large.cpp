#include <string>

#include <doctest/doctest.h>

#include "golden.hpp"
#include "trial.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

TEST_CASE("on large cubes too, runs take the slots and packet-hops of the reference figures") {
    int checked = 0;
    for (const support::golden_row& row : support::read_golden(TUTTI_GOLDEN_HYPERCUBE)) {
        const tutti::algorithm* const algorithm = support::entry_with_rule(row.rule);
        if (algorithm == nullptr || row.is_quick()) {
            continue;
        }
        CAPTURE(row.text());
        REQUIRE(row.is_exact);

        const tutti::result outcome = support::run(support::experiment_of(row, *algorithm));

        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == row.slots);
        CHECK(outcome.transmissions == row.transmissions);
        ++checked;
    }
    CHECK(checked == 7);
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
