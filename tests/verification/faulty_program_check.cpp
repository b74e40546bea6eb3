// The zoo of programs that cheat, once more: their recordings, and those of who is honest, are
// judged.
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "faulty_program.hpp"
#include "recording/recorded.hpp"
#include "verification/recording/recording_check.hpp"
#include "web/replay.hpp"

namespace support {
namespace {

// True if the events alone show the fault, independent of the recorded verdict.
bool is_caught_by_events(const tutti::recording_findings& found) {
    return std::ranges::any_of(found.findings, [](const tutti::check_finding& each) {
        return each.found == tutti::check_status::violated && each.name != "verdict";
    });
}

}  // namespace

void check_verdict(const faulty_program& one) {
    CAPTURE(one.name);
    for_creature(one, [&](const tutti::experiment& asked) {
        std::ostringstream to;
        const tutti::result ran = support::record(asked, {.threads = 1}, {}, to);
        CHECK(outcome_in_short(ran) == one.outcome);
        const auto found = tutti::check(opened(to.str()), *asked.known);
        CAPTURE(first_violation(found));
        const bool is_honest = one.outcome == std::string_view{"complete"};
        CHECK(found.hold() == is_honest);
        const bool leaves_a_trace =
            one.outcome.starts_with("incorrect") || one.outcome.starts_with("late");
        CHECK((!leaves_a_trace || is_caught_by_events(found)));
    });
}

}  // namespace support
