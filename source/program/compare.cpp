#include "commands.hpp"
#include "experiment_options.hpp"
#include "tutti/experiment/comparison.hpp"
#include "tutti/machine/address_space.hpp"

namespace tutti::program {
namespace {

// Those that can be run, each with its experiment.
std::vector<candidate> read_candidates(const command_line& given, const catalogue& known,
                                       const experiment_options& how) {
    const candidate_request asked = read_request(given, known, algorithm_choice::all_of_the_task);
    std::vector<candidate> all = find_candidates(asked);
    reading("--broadcasters", [&] {
        exclude_large(all, usable_memory_bytes(how.memory_limit_bytes, how.threads));
        draw_input(asked, all);
    });
    reading("TASK", [&] { require_a_fit(all); });
    return all;
}

outcome compare(const command_line& given, const catalogue& known) {
    const experiment_options how = read_options(given);
    const std::vector<candidate> all = read_candidates(given, known, how);
    watched_runs runs{given, how};
    const comparison found =
        reading("--broadcasters", [&] { return tutti::compare(all, std::ref(runs)); });
    return {.output = given.has("--json") ? to_json(found) + "\n" : to_table(found),
            .status = exit_status(found)};
}

}  // namespace

command compare_command() {
    return {.name = "compare",
            .argument = "TASK",
            .argument_meaning = "a task; see tutti list",
            .meaning = "every algorithm of a task that fits, on the same input",
            .options = experiment_options_and(
                {{.name = "--json", .meaning = "the comparison as one JSON object"}, quiet_flag}),
            .carry_out = compare};
}

}  // namespace tutti::program
