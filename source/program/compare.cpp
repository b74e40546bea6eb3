#include <string>
#include <vector>

#include "commands.hpp"
#include "experiment_options.hpp"
#include "tutti/experiment/candidates.hpp"
#include "tutti/experiment/comparison.hpp"
#include "watched_run.hpp"

namespace tutti::program {
namespace {

// Those that can be run, each with its experiment.
std::vector<candidate> read_candidates(const command_line& given, const catalogue& known,
                                       const experiment_options& how) {
    const candidate_request asked = read_request(given, known, algorithm_choice::all_of_the_task);
    std::vector<candidate> all = find_candidates(asked);
    reading("--broadcasters", [&] {
        exclude_large(all, how.memory_limit_bytes);
        draw_input(asked, all);
    });
    reading("TASK", [&] { require_a_fit(all); });
    return all;
}

}  // namespace

command describe_compare() {
    command known{.name = "compare",
                  .argument = "TASK",
                  .argument_meaning = "a task; see tutti list",
                  .meaning = "every algorithm of a task that fits, on the same input",
                  .options = experiment_options_help()};
    known.options.push_back({.name = "--json",
                             .short_name = "",
                             .value = "",
                             .meaning = "the comparison as one JSON object"});
    known.options.push_back(
        {.name = "--quiet", .short_name = "", .value = "", .meaning = "no progress line"});
    return known;
}

outcome compare(const command_line& given, const catalogue& known) {
    const experiment_options how = read_options(given);
    const std::vector<candidate> all = read_candidates(given, known, how);
    const bool as_json = given.has("--json");
    session beside{given.has("--quiet") || as_json ? progress_display::hidden
                                                   : progress_display::shown};
    const comparison found = reading("--broadcasters", [&] {
        return tutti::compare(all, [&](const experiment& asked) {
            return run_watched(beside, asked, how, given.text());
        });
    });
    return {.output = as_json ? to_json(found) + "\n" : to_table(found),
            .status = exit_status(found)};
}

}  // namespace tutti::program
