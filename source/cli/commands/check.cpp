#include "cli/arguments/recording_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/terminal.hpp"
#include "verification/recording/recording_check.hpp"

namespace tutti::program {
namespace {

int status_of(const command_line& given, const recording_findings& found) {
    constexpr int not_verified = 5;
    if (!found.hold() || found.is_damaged) {
        return 1;
    }
    return found.not_verified().empty() || given.has("--allow-partial") ? 0 : not_verified;
}

outcome check_recording(const command_line& given, const catalogue& known) {
    const recording what = open_recording(given);
    return reading_file(given, [&] {
        const recording_findings found = check(what, known);
        return outcome{.output = given.has("--json") ? to_json(found, what) + "\n"
                                                     : to_table(found, what, style_of_output()),
                       .status = status_of(given, found)};
    });
}

}  // namespace

command check_command() {
    return {
        .name = "check",
        .argument = "FILE",
        .argument_meaning = "a recording, as --record and record write it",
        .meaning =
            "verify a recording by itself: links, ports, possession, deliveries, "
            "figures, digest",
        .options = {{.name = "--json", .meaning = "the findings as one JSON object"},
                    {.name = "--allow-partial",
                     .meaning = "exit status 0, not 5, if nothing is wrong but not all could be "
                                "verified, as of a recording with a filter"},
                    reading_memory_option()},
        .carry_out = check_recording};
}

}  // namespace tutti::program
