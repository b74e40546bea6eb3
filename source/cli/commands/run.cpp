#include "algorithms/folded_torus.hpp"
#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/recording_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "cli/processes.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/memory/address_space.hpp"
#include "experiment/events/event_file.hpp"
#include "experiment/plan/estimate.hpp"
#include "recording/check/live_verifier.hpp"
#include "schedule/played/played_schedule.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/json_values.hpp"

namespace tutti::program {
namespace {

// A line takes about 100 bytes, so that the limit is about 1 GB.
constexpr std::uint64_t most_logged_events = 10'000'000;

std::unique_ptr<event_file> open_log(const command_line& arguments, const experiment& plan,
                                     const experiment_options& options) {
    const auto path = arguments.value("--log");
    if (!path || !processes::is_first()) {
        return nullptr;
    }
    if (options.repeats > 1) {
        refuse("--log: one run is logged; leave out --repeat");
    }
    // First what may be refused for little; the file, which is emptied, last.
    reading("--memory-limit", [&] { check_memory(plan, options); });
    const std::uint64_t events = reading(input_option(plan), [&] { return estimate_events(plan); });
    if (events > most_logged_events) {
        refuse("--log: {} would take about {} lines, and {} are the most", in_quotes(*path), events,
               most_logged_events);
    }
    return reading("--log", [&] {
        const problem input = problem_of(plan);
        return std::make_unique<event_file>(*path, plan.algorithm->phases(input),
                                            names_on_array(*plan.algorithm, input));
    });
}

/// Resources of a run: needed and available.
struct run_needs {
    memory_estimate bytes;
    int processes = 1;
    std::uint64_t limit_bytes = 0;
    std::uint64_t taken_bytes = 0;  ///< of an address space that is limited
    schedule_cost schedule{};       ///< before all that
    bool fits = false;
};

double seconds_of(const schedule_cost& schedule) {
    constexpr double operations_a_second = 1e9;
    return static_cast<double>(schedule.operations) / operations_a_second;
}

// The address space of the process is a second limit, as with `ulimit -v`.
run_needs needs_of(const experiment& plan, const experiment_options& options) {
    const address_space space = address_space_with(options.threads);
    run_needs needs{
        .bytes = reading("--broadcasters", [&] { return estimate_of_process(plan, options); }),
        .processes = process_count(options.carrier),
        .limit_bytes = options.memory_limit_bytes,
        .taken_bytes = space.taken};
    needs.bytes.check_bytes += watching_bytes(plan, options);
    const std::uint64_t available = std::min(options.memory_limit_bytes, space.left());
    needs.fits = needs.bytes.total_bytes() <= available;
    if (needs.fits) {
        needs.schedule = reading(input_option(plan), [&] { return schedule_cost_of(plan); });
        needs.fits = needs.schedule.bytes <= available;
    }
    return needs;
}

// The figures of several processes are for each of them.
std::string json_of(const run_needs& needs) {
    boost::json::object object{
        {"mailbox_bytes", needs.bytes.mailbox_bytes}, {"node_bytes", needs.bytes.node_bytes},
        {"program_bytes", needs.bytes.program_bytes}, {"check_bytes", needs.bytes.check_bytes},
        {"total_bytes", needs.bytes.total_bytes()},   {"limit_bytes", needs.limit_bytes},
        {"taken_bytes", needs.taken_bytes},           {"fits", needs.fits}};
    if (needs.processes > 1) {
        object["processes"] = needs.processes;
        object["border_bytes"] = needs.bytes.border_bytes;
        object["whole_bytes"] = needs.bytes.whole_bytes;
    }
    if (needs.schedule.bytes > 0) {
        object["schedule_bytes"] = needs.schedule.bytes;
        object["schedule_seconds"] = seconds_of(needs.schedule);
    }
    return serialized(object) + "\n";
}

// A line each.
std::string needs_text(const run_needs& needs) {
    std::string text;
    const auto line = [&](std::string_view option, std::uint64_t size) {
        text += fmt::format("  {:<10}{:>16} bytes\n", option, size);
    };
    line("links", needs.bytes.mailbox_bytes);
    line("nodes", needs.bytes.node_bytes);
    line("programs", needs.bytes.program_bytes);
    line("checks", needs.bytes.check_bytes);
    line("in all", needs.bytes.total_bytes());
    if (needs.processes > 1) {
        line("  border", needs.bytes.border_bytes);
        line("  whole", needs.bytes.whole_bytes);
    }
    if (needs.schedule.bytes > 0) {
        line("schedule", needs.schedule.bytes);
    }
    line("limit", needs.limit_bytes);
    if (needs.taken_bytes > 0) {
        line("taken", needs.taken_bytes);
    }
    if (needs.processes > 1) {
        text +=
            "Of all, border is for packets from and to other processes, and whole is what each "
            "has.\n";
    }
    if (const double seconds = seconds_of(needs.schedule); seconds >= 0.1) {
        text += fmt::format("The schedule is made first, in about {:.1f} s.\n", seconds);
    }
    return text +
           (needs.fits ? "It fits; it was not run.\n" : "It does not fit; it was not run.\n");
}

outcome show_estimate(const experiment& plan, const experiment_options& options, bool as_json) {
    const run_needs needs = needs_of(plan, options);
    if (as_json) {
        return {.output = json_of(needs)};
    }
    const std::string each = needs.processes > 1
                                 ? fmt::format(", in each of {} processes,", needs.processes)
                                 : std::string{};
    return {.output = fmt::format("{}/{} on {} would take about{}\n{}", plan.algorithm->collective,
                                  plan.algorithm->name, printable(plan.network.text()), each,
                                  needs_text(needs))};
}

outcome show_result(const command_line& arguments, const experiment& plan, const result& result) {
    return {.output = json_or_named_table(arguments, plan, result),
            .status = exit_status(result.verdict)};
}

// Every process must gather events if process 0 writes them.
experiment_options read_run_options(const command_line& arguments) {
    experiment_options options = read_options(arguments);
    options.keeps_account = arguments.has("--profile");
    options.counts_loads = arguments.has("--link-load");
    options.carrier = processes::carrier();
    options.relays_events = arguments.has("--log") || arguments.has("--record") ||
                            arguments.has("--output") || arguments.has("--verify");
    return options;
}

result run_with_progress(const command_line& arguments, const experiment& plan,
                         const experiment_options& options) {
    run_watches runs{arguments, options};
    return reading(input_option(plan), [&] { return runs(plan); });
}

// An error that only the end of the file shows makes the run fail, too.
result run_logged(const command_line& arguments, const experiment& plan,
                  experiment_options options) {
    const std::unique_ptr<event_file> log = open_log(arguments, plan, options);
    if (log) {
        options.sinks.push_back(log.get());
    }
    result outcome = run_with_progress(arguments, plan, options);
    if (log && !log->close()) {
        refuse_log(arguments);
    }
    return outcome;
}

/// @param file the option that names the recording
result run_recorded(const command_line& arguments, const experiment& plan,
                    experiment_options options, std::string_view file) {
    if (arguments.has("--log") && arguments.value("--log") == arguments.value(file)) {
        refuse("--log: {} is the recording, too; use another name",
               in_quotes(arguments.value("--log").value_or("")));
    }
    // Events reach process 0, which writes the recording; the others only run.
    if (!processes::is_first()) {
        return run_with_progress(arguments, plan, options);
    }
    options.sink_bytes += experiment_recorder::bytes_for(plan);
    recording_file recording{arguments, file, plan, options};
    options.sinks.push_back(&recording.watcher());
    try {
        result outcome = run_logged(arguments, plan, options);
        recording.finish(outcome);
        return outcome;
    } catch (const recording_stopped& stopped) {
        throw output_error{fmt::format(
            "{}: {}: {}", file, in_quotes(arguments.value(file).value_or("")), stopped.what())};
    }
}

result run_observed(const command_line& arguments, const experiment& plan,
                    const experiment_options& options) {
    return arguments.has("--record") ? run_recorded(arguments, plan, options, "--record")
                                     : run_logged(arguments, plan, options);
}

// Events reach process 0, which verifies them.
result run_verified(const command_line& arguments, const experiment& plan,
                    experiment_options options) {
    if (options.repeats > 1) {
        refuse("--verify: one run is verified; leave out --repeat");
    }
    if (!processes::is_first()) {
        return run_observed(arguments, plan, options);
    }
    live_verifier verifier{plan};
    const std::uint64_t events = reading(input_option(plan), [&] { return estimate_events(plan); });
    options.sink_bytes += experiment_recorder::bytes_for(plan) +
                          std::min(live_verifier::most_bytes, estimate_recording(plan, events, {}));
    options.sinks.push_back(&verifier.watcher());
    try {
        result outcome = run_observed(arguments, plan, options);
        verifier.verify(outcome);
        return outcome;
    } catch (const recording_stopped&) {
        refuse("--verify: the events take more than {} bytes; use record, and check its recording",
               grouped(live_verifier::most_bytes));
    }
}

// A schedule that is wrong is not played: its first fault is the result.
std::optional<outcome> refused_schedule(const experiment& plan) {
    const auto wrong = reading("--set", [&] { return fault_of_played_schedule(plan); });
    if (!wrong) {
        return std::nullopt;
    }
    if (processes::is_first()) {
        fmt::print(stderr, "tutti: {}\n", wrong->line);
    }
    return outcome{.output = {}, .status = wrong->status};
}

outcome run_dry(const command_line& arguments, const experiment& plan,
                const experiment_options& options) {
    for (const std::string_view file : {"--log", "--record"}) {
        if (arguments.has(file)) {
            refuse("{0}: a dry run has nothing to write; leave out {0} or --dry-run", file);
        }
    }
    if (arguments.has("--verify")) {
        refuse("--verify: a dry run has no events; leave out --verify or --dry-run");
    }
    if (const auto refused = refused_schedule(plan)) {
        return *refused;
    }
    return show_estimate(plan, options, arguments.has("--json"));
}

// Options that would have no effect are refused before any resource is taken.
outcome run(const command_line& arguments, const catalogue& catalogue) {
    const experiment plan = read_experiment(arguments.plan(), read_context(arguments, catalogue));
    const experiment_options options = read_run_options(arguments);
    for (const option& of_recordings : recording_options()) {
        if (arguments.has(of_recordings.name) && !arguments.has("--record")) {
            refuse("{0}: nothing is recorded; leave it out, or name a file with --record",
                   of_recordings.name);
        }
    }
    if (arguments.has("--dry-run")) {
        return run_dry(arguments, plan, options);
    }
    processes::require_all();
    if (const auto refused = refused_schedule(plan)) {
        return *refused;
    }
    return show_result(arguments, plan,
                       arguments.has("--verify") ? run_verified(arguments, plan, options)
                                                 : run_observed(arguments, plan, options));
}

outcome record(const command_line& arguments, const catalogue& catalogue) {
    const experiment plan = read_experiment(arguments.plan(), read_context(arguments, catalogue));
    if (!arguments.has("--output")) {
        refuse("--output: missing; name the recording, for example -o run.tutti");
    }
    const experiment_options options = read_run_options(arguments);
    processes::require_all();
    if (const auto refused = refused_schedule(plan)) {
        return *refused;
    }
    return show_result(arguments, plan, run_recorded(arguments, plan, options, "--output"));
}

command command_of_runs(plan_command name, std::string_view meaning, std::vector<option> own,
                        outcome (*carry_out)(const command_line&, const catalogue&)) {
    std::ranges::move(recording_options(), std::back_inserter(own));
    own.push_back(
        {.name = "--link-load",
         .meaning = "count the packets of every link: idle links, mean, maximum and distribution"});
    own.push_back({.name = "--profile", .meaning = "print the time account of each thread"});
    own.push_back({.name = "--json", .meaning = "print the result as one JSON object"});
    own.push_back(quiet_flag);
    command made = command_for(name, meaning, std::move(own), carry_out);
    made.is_shared = true;
    return made;
}

}  // namespace

command run_command() {
    return command_of_runs(
        plan_command::run, "run one experiment, check it and compare it with the theory",
        {{.name = "--log",
          .value = "FILE",
          .meaning = "write every transmission and delivery as JSON lines"},
         {.name = "--dry-run", .meaning = "print the memory that the run would take, and stop"},
         {.name = "--record",
          .value = "FILE",
          .meaning = "record all events, for show, check, export and draw"},
         {.name = "--verify",
          .meaning = "verify all events, as check does, and compare with the run's own checks"}},
        run);
}

command record_command() {
    return command_of_runs(
        plan_command::record, "run one experiment and record all its events",
        {{.name = "--output", .short_name = "-o", .value = "FILE", .meaning = "the recording"}},
        record);
}

}  // namespace tutti::program
