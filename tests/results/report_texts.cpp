#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "experiment/comparison.hpp"
#include "tutti/experiment/audit.hpp"

TEST_SUITE("tables of reports") {

namespace {

using tutti::audit_report;
using tutti::locality;

audit_report report_of(void (*change)(audit_report&)) {
    audit_report report;
    report.trials = 4;
    report.isolation = {.has_own_processes = true, .refuses_files = true, .rekeyed = 3};
    change(report);
    return report;
}

}  // namespace

TEST_CASE("the table of an audit names what its verdict does not cover") {
    const std::vector<std::pair<void (*)(audit_report&), std::string_view>> cases{
        {[](audit_report& made) { made.isolation.not_rekeyed = 2; }, "re-keyed in 3 of 5 runs"},
        {[](audit_report& made) { made.isolation.rekeyed = 0; }, "contents re-keyed"},
        {[](audit_report& made) {
             made.isolation.same_worlds = 2;
             made.isolation.why_same = "all broadcast";
         },
         "the inputs of the others were not redrawn in 2 of 4 worlds: all broadcast"},
        {[](audit_report& made) { made.isolation.same_worlds = 4; }, "were not redrawn: "},
        {[](audit_report& made) { made.independent_text = "no time"; },
         "; independent run not made: no time"},
        {[](audit_report& made) { made.isolation.has_own_processes = false; }, "forked processes"},
        {[](audit_report& made) { made.isolation.refuses_files = false; }, "; not isolated: "},
        {[](audit_report& made) {
             made.stated = {"bound", "time"};
         },
         "stated by the program: bound, time"},
        {[](audit_report& made) { made.verdict = locality::interrupted; },
         "interrupted: nothing was found in the runs that ended"},
        {[](audit_report& made) { made.verdict = locality::not_local; }, "not local"}};
    for (const auto& [change, text] : cases) {
        CAPTURE(text);
        CHECK(to_table(report_of(change)).find(text) != std::string::npos);
    }
}

TEST_CASE("the table of a comparison names the algorithms that were not run") {
    tutti::comparison made;
    made.runs.emplace_back();
    using enum tutti::excluded_form;
    CHECK(to_table(made, number).find("interrupted") == std::string::npos);
    made.not_begun = {"pair", "greedy"};
    CHECK(to_table(made, number).ends_with("\ninterrupted before pair, greedy\n"));
}

}  // TEST_SUITE
