#include "tutti/experiment/stress.hpp"

#include <memory>
#include <string>

#include <fmt/format.h>

#include "commands.hpp"
#include "experiment_options.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/trial.hpp"
#include "tutti/experiment/trial_file.hpp"
#include "tutti/program/session.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti::program {
namespace {

constexpr std::uint64_t most_trials = 1'000'000'000;

// Failures that people want to read.
constexpr std::size_t most_distinct = 10;

stress_options read_stress_options(const command_line& given, const experiment& asked) {
    stress_options how{.run = read_options(given)};
    if (const auto text = given.value("--trials")) {
        how.trials = reading("--trials", [&] { return parse_number(*text, 1, most_trials); });
    }
    const auto range = given.value("--k");
    how.messages = reading("--k", [&] {
        return range ? parse_message_range(*range, *asked.what, asked.where)
                     : usual_message_range(*asked.what, asked.where);
    });
    if (!given.has("--json")) {
        how.most_distinct = most_distinct;
    }
    return how;
}

output_error log_error(const command_line& given) {
    return output_error{
        fmt::format("--log: {} could not be written", quoted(given.value("--log").value_or("")))};
}

// Long tests show where they stand, and all can be interrupted.
stress_report stress_watched(const experiment& asked, stress_options how, bool is_quiet) {
    session beside{is_quiet ? progress_display::hidden : progress_display::shown};
    stress_progress progress;
    how.run.stop = beside.stop_token();
    how.progress = &progress;
    const auto shown = beside.watch([&, trials = how.trials](double seconds, std::size_t columns) {
        return batch_line({.trials = trials,
                           .finished = progress.finished,
                           .failed = progress.failed,
                           .shrinking = progress.shrinking,
                           .seconds = seconds},
                          columns);
    });
    return tutti::stress(asked, how);
}

}  // namespace

command describe_stress() {
    command known{.name = "stress",
                  .argument = "TASK",
                  .argument_meaning = "TASK or TASK/ALGORITHM; see tutti list",
                  .meaning = "many trials on random inputs, every one checked; failures are shrunk",
                  .options = experiment_options_help({"--network", "--ports", "--seed", "--threads",
                                                      "--set", "--memory-limit", "--slot-budget"})};
    known.options.push_back({.name = "--trials",
                             .short_name = "",
                             .value = "N",
                             .meaning = "how many, from 1 to 1,000,000,000 (default 1,000)"});
    known.options.push_back({.name = "--k",
                             .short_name = "",
                             .value = "K or LO-HI",
                             .meaning = "packets of a trial (default: from 1 to a packet a node)"});
    known.options.push_back({.name = "--log",
                             .short_name = "",
                             .value = "FILE",
                             .meaning = "write every trial as one JSON line, when it ends"});
    known.options.push_back(
        {.name = "--json",
         .short_name = "",
         .value = "",
         .meaning = "one JSON object a line: every failed trial, then a summary"});
    known.options.push_back(
        {.name = "--quiet", .short_name = "", .value = "", .meaning = "no progress line"});
    return known;
}

outcome stress(const command_line& given, const catalogue& known) {
    const experiment asked = read_experiment(given, known);
    stress_options how = read_stress_options(given, asked);
    reading("--k", [&] { check_stress(asked, how); });
    std::unique_ptr<trial_file> log;
    if (const auto path = given.value("--log")) {
        log = reading("--log", [&] { return std::make_unique<trial_file>(std::string{*path}); });
        how.finished = [&](const ended_trial& trial) {
            if (!log->write(trial)) {
                throw log_error(given);
            }
        };
    }
    const bool is_quiet = given.has("--quiet") || given.has("--json");
    const stress_report found =
        reading("--k", [&] { return stress_watched(asked, how, is_quiet); });
    if (log && !log->close()) {
        throw log_error(given);
    }
    return {.output = given.has("--json") ? to_json_lines(found, given.text()) : to_table(found),
            .status = exit_status(found.verdict)};
}

}  // namespace tutti::program
