#include <string>
#include <vector>

#include "cli/arguments/recording_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "recording/check/recording_check.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// Damage and violations are failures; parts that could not be verified have a separate status,
// since a recording with a filter has gaps that are no fault.
int status_of(const command_line& arguments, const recording_findings& findings) {
    constexpr int not_verified = 5;
    return !findings.hold() || findings.is_damaged                               ? 1
           : findings.not_verified().empty() || arguments.has("--allow-partial") ? 0
                                                                                 : not_verified;
}

outcome check_recording(const command_line& arguments, const catalogue& catalogue) {
    const recording recording = open_recording(arguments);
    return reading_file(arguments, [&] {
        const recording_findings findings = check(recording, catalogue);
        const std::string text = json_or_table(arguments, findings, recording);
        const std::vector<std::string> verbatim{printable(recording.plan().network)};
        return outcome{.output = arguments.has("--json")
                                     ? text
                                     : named_table(text, recording.where(), verbatim),
                       .status = status_of(arguments, findings)};
    });
}

}  // namespace

command check_command() {
    return {.name = "check",
            .argument = "FILE",
            .argument_meaning = "a recording, as written by record or run --record",
            .meaning =
                "verify a recording independently: links, ports, possession, deliveries, figures, "
                "digest",
            .options = {{.name = "--json", .meaning = "print the findings as one JSON object"},
                        {.name = "--allow-partial",
                         .meaning = "exit with status 0, not 5, if nothing is wrong but some parts "
                                    "could not be verified, as in a filtered recording"},
                        reading_memory_option()},
            .carry_out = check_recording};
}

}  // namespace tutti::program
