#include "commands.hpp"
#include "tutti/record/recording_check.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti::program {
namespace {

outcome check_recording(const command_line& given, const catalogue& known) {
    const auto path = given.argument();
    if (!path) {
        refuse("FILE: missing; name a recording, as `{} record` writes it", given.program());
    }
    try {
        const recording what = recording::open(std::string{*path});
        const recording_findings found = check(what, known);
        return {.output = given.has("--json") ? to_json(found, what) + "\n" : to_table(found, what),
                .status = found.hold() ? 0 : 1};
    } catch (const recording_error& wrong) {
        refuse("{} {}", in_quotes(*path), wrong.what());
    }
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
