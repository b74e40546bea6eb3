#include "algorithms/folded_torus.hpp"
#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/recording_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/terminal.hpp"
#include "cli/processes.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/memory/address_space.hpp"
#include "experiment/events/event_file.hpp"
#include "results/json.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti::program {
namespace {

constexpr std::uint64_t most_logged_events = 10'000'000;

std::unique_ptr<event_file> open_log(const command_line& given, const experiment& asked,
                                     const experiment_options& how) {
    const auto path = given.value("--log");
    if (!path || !processes::is_first()) {
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

/// Resources of a run: needed and available.
struct run_needs {
    memory_estimate bytes;
    int processes = 1;
    std::uint64_t limit_bytes = 0;
    std::uint64_t taken_bytes = 0;  ///< of an address space that is limited
    bool fits = false;
};

run_needs needs_of(const experiment& asked, const experiment_options& how) {
    const address_space space = address_space_with(how.threads);
    run_needs found{
        .bytes = reading("--broadcasters", [&] { return estimate_of_process(asked, how); }),
        .processes = process_count(how.carrier),
        .limit_bytes = how.memory_limit_bytes,
        .taken_bytes = space.taken};
    found.bytes.check_bytes += watching_bytes(asked, how);
    found.fits = found.bytes.total_bytes() <= std::min(how.memory_limit_bytes, space.left());
    return found;
}

std::string json_of(const run_needs& found) {
    boost::json::object all{
        {"mailbox_bytes", found.bytes.mailbox_bytes}, {"node_bytes", found.bytes.node_bytes},
        {"program_bytes", found.bytes.program_bytes}, {"check_bytes", found.bytes.check_bytes},
        {"total_bytes", found.bytes.total_bytes()},   {"limit_bytes", found.limit_bytes},
        {"taken_bytes", found.taken_bytes},           {"fits", found.fits}};
    if (found.processes > 1) {
        all["processes"] = found.processes;
        all["border_bytes"] = found.bytes.border_bytes;
        all["whole_bytes"] = found.bytes.whole_bytes;
    }
    return serialized(all) + "\n";
}

// A line each.
std::string needs_text(const run_needs& found) {
    std::string text;
    const auto line = [&](std::string_view what, std::uint64_t size) {
        text += fmt::format("  {:<10}{:>16} bytes\n", what, size);
    };
    line("links", found.bytes.mailbox_bytes);
    line("nodes", found.bytes.node_bytes);
    line("programs", found.bytes.program_bytes);
    line("checks", found.bytes.check_bytes);
    line("in all", found.bytes.total_bytes());
    if (found.processes > 1) {
        line("  border", found.bytes.border_bytes);
        line("  whole", found.bytes.whole_bytes);
    }
    line("limit", found.limit_bytes);
    if (found.taken_bytes > 0) {
        line("taken", found.taken_bytes);
    }
    if (found.processes > 1) {
        text +=
            "Of all, border is for packets from and to other processes, and whole is what each "
            "has.\n";
    }
    return text +
           (found.fits ? "It fits; it was not run.\n" : "It does not fit; it was not run.\n");
}

outcome show_estimate(const experiment& asked, const experiment_options& how, bool as_json) {
    const run_needs found = needs_of(asked, how);
    if (as_json) {
        return {.output = json_of(found)};
    }
    const std::string each = found.processes > 1
                                 ? fmt::format(", in each of {} processes,", found.processes)
                                 : std::string{};
    return {.output = fmt::format("{}/{} on {} would take about{}\n{}", asked.what->collective,
                                  asked.what->name, printable(asked.network.text()), each,
                                  needs_text(found))};
}

outcome show_result(const command_line& given, const result& found) {
    return {
        .output = given.has("--json") ? to_json(found) + "\n" : to_table(found, style_of_output()),
        .status = exit_status(found.verdict)};
}

experiment_options read_run_options(const command_line& given) {
    experiment_options how = read_options(given);
    how.keeps_account = given.has("--profile");
    how.counts_loads = given.has("--link-load");
    how.carrier = processes::carrier();
    how.relays_events = given.has("--log") || given.has("--record") || given.has("--output");
    return how;
}

result run_with_progress(const command_line& given, const experiment& asked,
                         const experiment_options& how) {
    run_watches runs{given, how};
    return reading(input_option(asked), [&] { return runs(asked); });
}

result run_logged(const command_line& given, const experiment& asked, experiment_options how) {
    const std::unique_ptr<event_file> log = open_log(given, asked, how);
    if (log) {
        how.sinks.push_back(log.get());
    }
    result found = run_with_progress(given, asked, how);
    if (log && !log->close()) {
        refuse_log(given);
    }
    return found;
}

/// @param file the option that names the recording
result run_recorded(const command_line& given, const experiment& asked, experiment_options how,
                    std::string_view file) {
    if (given.has("--log") && given.value("--log") == given.value(file)) {
        refuse("--log: {} is the recording, too; use another name",
               in_quotes(given.value("--log").value_or("")));
    }
    if (!processes::is_first()) {
        return run_with_progress(given, asked, how);
    }
    how.sink_bytes = experiment_recorder::bytes_for(asked);
    recording_file recording{given, file, asked, how};
    how.sinks.push_back(&recording.watcher());
    try {
        result found = run_logged(given, asked, how);
        recording.finish(found);
        return found;
    } catch (const recording_stopped& stopped) {
        refuse_recording(file, given, stopped.what());
    }
}

outcome run(const command_line& given, const catalogue& known) {
    const experiment asked = read_experiment(given, known);
    const experiment_options how = read_run_options(given);
    for (const option& of_recordings : recording_options()) {
        if (given.has(of_recordings.name) && !given.has("--record")) {
            refuse("{0}: nothing is recorded; leave it out, or name a file with --record",
                   of_recordings.name);
        }
    }
    if (given.has("--dry-run")) {
        for (const std::string_view file : {"--log", "--record"}) {
            if (given.has(file)) {
                refuse("{0}: a dry run has nothing to write; leave out {0} or --dry-run", file);
            }
        }
        return show_estimate(asked, how, given.has("--json"));
    }
    processes::require_all();
    return show_result(given, given.has("--record") ? run_recorded(given, asked, how, "--record")
                                                    : run_logged(given, asked, how));
}

outcome record(const command_line& given, const catalogue& known) {
    const experiment asked = read_experiment(given, known);
    if (!given.has("--output")) {
        refuse("--output: missing; name the recording, for example -o run.tutti");
    }
    const experiment_options how = read_run_options(given);
    processes::require_all();
    return show_result(given, run_recorded(given, asked, how, "--output"));
}

std::vector<option> run_options_and(std::vector<option> own) {
    std::ranges::move(recording_options(), std::back_inserter(own));
    own.push_back({.name = "--link-load",
                   .meaning = "count the packets of every link: idle, mean, most, and how many "
                              "have how many"});
    own.push_back({.name = "--profile", .meaning = "say where each thread's time went"});
    own.push_back({.name = "--json", .meaning = "the result as one JSON object"});
    own.push_back(quiet_flag);
    return experiment_options_and(std::move(own));
}

}  // namespace

command run_command() {
    return {.name = "run",
            .argument = "COLLECTIVE",
            .argument_meaning = "COLLECTIVE or COLLECTIVE/ALGORITHM; see tutti list",
            .meaning = "run one experiment, check it and compare it with the theory",
            .options = run_options_and(
                {{.name = "--log",
                  .value = "FILE",
                  .meaning = "write every transmission and delivery as JSON lines"},
                 {.name = "--dry-run", .meaning = "say how much memory it would take, and stop"},
                 {.name = "--record",
                  .value = "FILE",
                  .meaning = "write all that happens, for show, check, export and draw"}}),
            .carry_out = run,
            .is_shared = true};
}

command record_command() {
    return {.name = "record",
            .argument = "COLLECTIVE",
            .argument_meaning = "COLLECTIVE or COLLECTIVE/ALGORITHM; see tutti list",
            .meaning = "run one experiment and write down all that happens",
            .options = run_options_and({{.name = "--output",
                                         .short_name = "-o",
                                         .value = "FILE",
                                         .meaning = "the recording"}}),
            .carry_out = record,
            .is_shared = true};
}

}  // namespace tutti::program
