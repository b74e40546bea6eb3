// Verification of recordings of the faulty programs and of correct ones.
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "faulty_program.hpp"
#include "recording/check/recording_check.hpp"
#include "recording/recorded.hpp"
#include "web/replay.hpp"

namespace support {
namespace {

// True if the events alone show the fault, independent of the recorded verdict.
bool is_caught_by_events(const tutti::recording_findings& findings) {
    return std::ranges::any_of(findings.findings, [](const tutti::check_finding& each) {
        return each.status == tutti::check_status::violated && each.name != "verdict";
    });
}

}  // namespace

void check_verdict(const faulty_program& program) {
    CAPTURE(program.name);
    for_creature(program, [&](const tutti::experiment& plan) {
        std::ostringstream to;
        const tutti::result ran = support::record(plan, {.threads = 1}, {}, to);
        CHECK(outcome_in_short(ran) == program.outcome);
        const auto findings = tutti::check(opened(to.str()), *plan.catalogue);
        CAPTURE(first_violation(findings));
        const bool is_honest = program.outcome == std::string_view{"complete"};
        CHECK(findings.hold() == is_honest);
        const bool leaves_a_trace =
            program.outcome.starts_with("incorrect") || program.outcome.starts_with("late");
        CHECK((!leaves_a_trace || is_caught_by_events(findings)));
    });
}

}  // namespace support
