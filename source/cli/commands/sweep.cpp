#include "tutti/experiment/sweep.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/sweep_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/store_warnings.hpp"
#include "cli/output/terminal.hpp"
#include "cli/processes.hpp"
#include "engine/exchange/gather.hpp"
#include "results/json.hpp"

namespace tutti::program {
namespace {

// "none is", "1 is", "5 are"
std::string with_verb(std::uint64_t count) {
    return count == 0 ? "none is" : grouped(count) + (count == 1 ? " is" : " are");
}

// Text on the stored runs, and on those left.
std::string text_of_stored(const sweep_estimate& found, const std::string& store) {
    std::string text;
    if (found.stored > 0) {
        text = fmt::format("{} in {} already, {} left\n", with_verb(found.stored), in_quotes(store),
                           with_verb(found.runs - found.stored));
    }
    if (found.others > 0) {
        text += fmt::format("{} stored by another version: only --again repeats them\n",
                            with_verb(found.others));
    }
    return text;
}

// "2 threads", "3 processes of 2 threads"
std::string text_of_threads(const experiment_options& how) {
    const std::string threads = quantity(static_cast<std::uint64_t>(how.threads), "thread");
    const int count = process_count(how.carrier);
    return count == 1 ? threads : fmt::format("{} processes of {}", count, threads);
}

outcome show_sweep_estimate(const command_line& given, const sweep_plan& plan,
                            const experiment_options& how, const std::string& store) {
    const sweep_estimate found =
        reading("--store", [&] { return estimate_sweep(plan, how, store); });
    std::uint64_t inapplicable = 0;
    for (const inapplicable_combination& each : plan.inapplicable()) {
        inapplicable += each.runs;
    }
    if (given.has("--json")) {
        const boost::json::object all{{"runs", found.runs},
                                      {"stored", found.stored},
                                      {"stored_of_others", found.others},
                                      {"misfits", inapplicable},
                                      {"repeated", plan.repeated()},
                                      {"seconds", rounded(found.seconds, 3)},
                                      {"bytes", found.bytes},
                                      {"sample_runs", found.sample_runs},
                                      {"sample_seconds", rounded(found.sample_seconds, 3)}};
        return {.output = serialized(all) + "\n"};
    }
    std::string text =
        fmt::format("{}: {}, {} each\n", quantity(found.runs, "run"),
                    quantity(plan.cells().size(), "kind"), quantity(plan.seed_count(), "seed"));
    if (inapplicable > 0) {
        const inapplicable_combination& most = plan.inapplicable().front();
        text += fmt::format("{} more do not fit, {} of them: {}, {}\n", grouped(inapplicable),
                            grouped(most.runs), most.algorithm, most.reason);
    }
    text += text_of_stored(found, store);
    if (found.stored < found.runs) {
        text += fmt::format(
            "{} would take about {} on {}, as {} {} that took {:.2g} s,\n"
            "and at most {} bytes of memory at a time{}. None was stored.\n",
            found.stored > 0 ? "What is left" : "They", duration_text(found.seconds),
            text_of_threads(how), quantity(found.sample_runs, "run"),
            found.sample_runs == 1 ? "tells" : "tell", found.sample_seconds, grouped(found.bytes),
            how.carrier != nullptr ? " in each" : "");
    }
    return {.output = text};
}

progress_text line_of_runs(const sweep_progress& progress, const std::stop_token& stop) {
    constexpr double lately = 5;  // seconds
    // To the meter a run that has ended is a slot, and its work are deliveries.
    return [&progress, stop, meter = progress_meter{lately}](double seconds,
                                                             std::size_t columns) mutable {
        meter.add({.seconds = seconds,
                   .now = static_cast<slot>(progress.finished),
                   .deliveries = static_cast<std::uint64_t>(progress.work_done)});
        const progress_figures rates = meter.figures();
        return sweep_line({.runs = progress.runs,
                           .finished = progress.finished,
                           .failed = progress.failed,
                           .work = progress.work,
                           .work_done = progress.work_done,
                           .runs_per_second = rates.slots_per_second,
                           .work_per_second = rates.deliveries_per_second,
                           .is_ending = stop.stop_requested()},
                          columns);
    };
}

// Long sweeps show where they stand, and all can be interrupted.
sweep_report sweep_with_progress(const sweep_plan& plan, result_store& store, sweep_options how,
                                 progress_display display) {
    signal_and_progress_scope beside{display};
    sweep_progress progress;
    how.run.stop = beside.stop_token();
    how.progress = &progress;
    auto shown = beside.watch([&](double /*seconds*/, std::size_t columns) {
        return lookup_line(plan.run_count(), progress.looked_up, columns);
    });
    const foreign_runs others =
        store.count_foreign_runs(name_in_stores(*plan.axes().known, plan.axes().program));
    const std::uint64_t others_of_files = store.count_changed_files(plan.named_contents());
    how.begins = [&] {
        processes::watch_stop(beside.stop_token());
        shown.reset();
        warn_foreign_runs(store, others);
        warn_changed_files(store, others_of_files);
        shown = beside.watch(line_of_runs(progress, beside.stop_token()));
    };
    sweep_report found = run_sweep(plan, store, how);
    processes::watch_stop({});
    return found;
}

// Process 0 has the store and says what comes of it.
outcome run_worker(const sweep_plan& plan, sweep_options how) {
    signal_and_progress_scope beside{progress_display::hidden};
    how.run.stop = beside.stop_token();
    how.begins = [&] { processes::watch_stop(beside.stop_token()); };
    run_sweep_worker(plan, how);
    processes::watch_stop({});
    return {};
}

outcome sweep(const command_line& given, const catalogue& known) {
    experiment_options how = read_options(given);
    how.carrier = processes::carrier();
    const sweep_arguments said{given};
    const sweep_axes axes = read_axes(said, given, known, how.memory_limit_bytes);
    const std::string path = said.value("--store").value_or("");
    if (path.empty() && !given.has("--dry-run")) {
        refuse(
            "--store: missing; name the file that the results go into, for example --store "
            "results.db, or look with --dry-run");
    }
    const sweep_plan plan = reading("--network", [&] { return sweep_plan{axes, how}; });
    if (given.has("--dry-run")) {
        return processes::is_first() ? show_sweep_estimate(given, plan, how, path) : outcome{};
    }
    processes::require_all();
    const auto those = given.has("--again") ? conflict_policy::replaced : conflict_policy::refused;
    const sweep_options options{.run = how, .those = those};
    if (!processes::is_first()) {
        return reading("--network", [&] { return run_worker(plan, options); });
    }
    const sweep_report found = reading("--store", [&] {
        result_store store{path};
        return sweep_with_progress(plan, store, options, display_for(given));
    });
    warn_unmerged_wal(path);
    return {.output = given.has("--json") ? to_json(found, given.text()) + "\n"
                                          : to_table(found, path, style_of_output()),
            .status = found.status};
}

// Options that take several values each.
std::vector<option> axis_options() {
    return {{.name = "--network",
             .short_name = "-n",
             .value = "NETWORKS",
             .meaning = "hypercube:{4..12}, torus:{4,8}x{4,8}, ring:{8..64*2}: braces hold lists "
                        "and ranges, here and below",
             .is_repeatable = true},
            {.name = "--broadcasters",
             .short_name = "-b",
             .value = "SETS",
             .meaning = "random:{1,8,50%} and all else that `run` takes; P% of the nodes (default "
                        "all)",
             .is_repeatable = true},
            {.name = "--root",
             .value = "IDS",
             .meaning = "where it starts (default 0)",
             .is_repeatable = true},
            {.name = "--ports",
             .value = "MODELS",
             .meaning = "all, single, single-half, shout or one-way (default: the algorithm's own)",
             .is_repeatable = true,
             .choices = port_model_names},
            {.name = "--set",
             .value = "NAME=VALUES",
             .meaning = "a parameter, for the algorithms that have it",
             .is_repeatable = true}};
}

std::vector<option> other_options() {
    return {
        {.name = "--seeds", .value = "A-B", .meaning = "seeds, as 1-30 or 1-10,77 (default 1)"},
        {.name = "--store", .value = "FILE", .meaning = "the database; what it has is not run"},
        {.name = "--plan",
         .value = "FILE",
         .meaning = "the same options in a file, INI or JSON; the command line comes first"},
        {.name = "--again",
         .meaning = "repeat runs that the store has from another version, or with another result, "
                    "in their place"},
        {.name = "--dry-run",
         .meaning = "say how many runs, how long by a sample and how much memory, and stop"},
        {.name = "--threads",
         .short_name = "-t",
         .value = "N",
         .meaning = "threads, from 1 to 1,024 (default: as many as cores, if they can be "
                    "started)"},
        {.name = "--memory-limit",
         .value = "BYTES",
         .meaning = "for all that runs at a time (default: what there is)"},
        {.name = "--slot-budget", .value = "N", .meaning = "slots after which a run is given up"},
        {.name = "--json", .meaning = "what came of it as one JSON object"},
        quiet_flag};
}

}  // namespace

command sweep_command() {
    std::vector<option> all = axis_options();
    std::ranges::move(other_options(), std::back_inserter(all));
    return {
        .name = "sweep",
        .argument = "COLLECTIVE",
        .argument_meaning =
            "COLLECTIVE, COLLECTIVE/ALGORITHM or COLLECTIVE/ALGORITHM,ALGORITHM; see tutti list",
        .meaning = "many runs into one database, resumed after any end",
        .options = std::move(all),
        .carry_out = sweep,
        .is_shared = true};
}

}  // namespace tutti::program
