#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "cli/processes.hpp"
#include "experiment/comparison.hpp"

namespace tutti::program {
namespace {

outcome compare(const command_line& arguments, const catalogue& catalogue) {
    experiment_options options = read_options(arguments);
    options.carrier = processes::carrier();
    const std::vector<candidate> candidates =
        read_candidates(arguments.plan(), read_context(arguments, catalogue), options);
    // Candidates are read in every process, for a refusal must be the same in all of them.
    processes::require_all();
    run_watches runs{arguments, options, algorithm_shown::yes};
    const comparison comparison =
        reading("--broadcasters", [&] { return tutti::compare(candidates, std::ref(runs)); });
    const excluded_form form =
        arguments.has("--all") ? excluded_form::reasons : excluded_form::number;
    return {.output = arguments.has("--json")
                          ? to_json(comparison) + "\n"
                          : named_table(to_table(comparison, form, style_of_output()),
                                        candidates.front().plan),
            .status = exit_status(comparison)};
}

}  // namespace

command compare_command() {
    command made = command_for(
        plan_command::compare, "run every algorithm for a collective that fits, on the same input",
        {{.name = "--all", .meaning = "list the algorithms that do not fit, with the reasons"},
         {.name = "--json", .meaning = "print the comparison as one JSON object"},
         quiet_flag},
        compare);
    made.argument_meaning = "a collective; see tutti list";
    made.is_shared = true;
    return made;
}

}  // namespace tutti::program
