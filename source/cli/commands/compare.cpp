#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/terminal.hpp"
#include "cli/processes.hpp"
#include "experiment/comparison.hpp"

namespace tutti::program {
namespace {

outcome compare(const command_line& given, const catalogue& known) {
    experiment_options how = read_options(given);
    how.carrier = processes::carrier();
    const std::vector<candidate> all = read_candidates(given, known, how);
    processes::require_all();
    run_watches runs{given, how, algorithm_shown::yes};
    const comparison found =
        reading("--broadcasters", [&] { return tutti::compare(all, std::ref(runs)); });
    return {
        .output = given.has("--json") ? to_json(found) + "\n" : to_table(found, style_of_output()),
        .status = exit_status(found)};
}

}  // namespace

command compare_command() {
    return {.name = "compare",
            .argument = "COLLECTIVE",
            .argument_meaning = "a collective; see tutti list",
            .meaning = "every algorithm for a collective that fits, on the same input",
            .options = experiment_options_and(
                {{.name = "--json", .meaning = "the comparison as one JSON object"}, quiet_flag}),
            .carry_out = compare,
            .is_shared = true};
}

}  // namespace tutti::program
