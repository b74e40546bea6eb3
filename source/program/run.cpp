#include "../experiment/json.hpp"
#include "commands.hpp"
#include "experiment_options.hpp"
#include "tutti/algorithm/folded_torus.hpp"
#include "tutti/experiment/event_file.hpp"
#include "tutti/machine/address_space.hpp"

namespace tutti::program {
namespace {

constexpr std::uint64_t most_logged_events = 10'000'000;

// What gives an algorithm its input, and is to blame if it does not take it.
std::string_view input_option(const experiment& asked) {
    return asked.what->goal->takes_broadcasters ? "--broadcasters" : "--set";
}

std::unique_ptr<event_file> open_log(const command_line& given, const experiment& asked,
                                     const experiment_options& how) {
    const auto path = given.value("--log");
    if (!path) {
        return nullptr;
    }
    if (how.repeats > 1) {
        refuse("--log: one run is logged; leave out --repeat");
    }
    // First what may be refused for little; the file, which is emptied, last.
    reading("--memory-limit", [&] { check_memory(asked, how); });
    const std::uint64_t events =
        reading(input_option(asked), [&] { return estimate_events(asked); });
    if (events > most_logged_events) {
        refuse("--log: {} would take about {} lines, and {} are the most", in_quotes(*path), events,
               most_logged_events);
    }
    return reading("--log", [&] {
        const problem input = problem_of(asked);
        return std::make_unique<event_file>(*path, asked.what->phases(input),
                                            names_on_array(*asked.what->goal, input));
    });
}

outcome show_estimate(const experiment& asked, const experiment_options& how, bool as_json) {
    const memory_estimate bytes = reading("--broadcasters", [&] { return estimate_memory(asked); });
    const address_space space = address_space_with(how.threads);
    const bool fits = bytes.total_bytes() <= std::min(how.memory_limit_bytes, space.left());
    if (as_json) {
        const boost::json::object all{
            {"mailbox_bytes", bytes.mailbox_bytes}, {"node_bytes", bytes.node_bytes},
            {"program_bytes", bytes.program_bytes}, {"check_bytes", bytes.check_bytes},
            {"total_bytes", bytes.total_bytes()},   {"limit_bytes", how.memory_limit_bytes},
            {"taken_bytes", space.taken},           {"fits", fits}};
        return {.output = serialized(all) + "\n"};
    }
    std::string text = fmt::format("{}/{} on {} would take about\n", asked.what->task,
                                   asked.what->name, printable(asked.network.text()));
    const auto line = [&](std::string_view what, std::uint64_t size) {
        text += fmt::format("  {:<10}{:>16} bytes\n", what, size);
    };
    line("links", bytes.mailbox_bytes);
    line("nodes", bytes.node_bytes);
    line("programs", bytes.program_bytes);
    line("checks", bytes.check_bytes);
    line("in all", bytes.total_bytes());
    line("limit", how.memory_limit_bytes);
    if (space.taken > 0) {
        line("taken", space.taken);
    }
    text += fits ? "It fits; it was not run.\n" : "It does not fit; it was not run.\n";
    return {.output = text};
}

outcome run(const command_line& given, const catalogue& known) {
    const experiment asked = read_experiment(given, known);
    experiment_options how = read_options(given);
    if (given.has("--dry-run")) {
        if (given.has("--log")) {
            refuse("--log: a dry run has nothing to log; leave out --log or --dry-run");
        }
        return show_estimate(asked, how, given.has("--json"));
    }
    const std::unique_ptr<event_file> log = open_log(given, asked, how);
    if (log) {
        how.sinks.push_back(log.get());
    }
    how.keeps_account = given.has("--profile");
    watched_runs runs{given, how};
    const result found = reading(input_option(asked), [&] { return runs(asked); });
    if (log && !log->close()) {
        throw log_error(given);
    }
    return {.output = given.has("--json") ? to_json(found) + "\n" : to_table(found),
            .status = exit_status(found.verdict)};
}

}  // namespace

command run_command() {
    return {.name = "run",
            .argument = "TASK",
            .argument_meaning = "TASK or TASK/ALGORITHM; see tutti list",
            .meaning = "run one experiment, check it and compare it with the theory",
            .options = experiment_options_and(
                {{.name = "--log",
                  .value = "FILE",
                  .meaning = "write every transmission and delivery as JSON lines"},
                 {.name = "--profile", .meaning = "say where each thread's time went"},
                 {.name = "--dry-run", .meaning = "say how much memory it would take, and stop"},
                 {.name = "--json", .meaning = "the result as one JSON object"},
                 quiet_flag}),
            .carry_out = run};
}

}  // namespace tutti::program
