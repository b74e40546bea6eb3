#include "commands.hpp"
#include "read_recording.hpp"
#include "terminal.hpp"
#include "tutti/record/recording_check.hpp"

namespace tutti::program {
namespace {

outcome check_recording(const command_line& given, const catalogue& known) {
    const recording what = open_recording(given);
    return reading_file(given, [&] {
        const recording_findings found = check(what, known);
        return outcome{.output = given.has("--json") ? to_json(found, what) + "\n"
                                                     : to_table(found, what, style_of_output()),
                       .status = found.hold() && what.damage().empty() ? 0 : 1};
    });
}

}  // namespace

command check_command() {
    return {.name = "check",
            .argument = "FILE",
            .argument_meaning = "a recording, as --record and record write it",
            .meaning = "judge a recording by itself: links, ports, possession, deliveries, digest",
            .options = {{.name = "--json", .meaning = "the findings as one JSON object"}},
            .carry_out = check_recording};
}

}  // namespace tutti::program
