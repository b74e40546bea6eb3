#include "tutti/experiment/sweep.hpp"

#include <algorithm>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/store_warnings.hpp"
#include "cli/output/text_output.hpp"
#include "cli/processes.hpp"
#include "engine/exchange/gather.hpp"
#include "experiment/plan/plan_file.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"

namespace tutti::program {
namespace {

// "none is", "1 is", "5 are"
std::string with_verb(std::uint64_t count) {
    return count == 0 ? "none is" : grouped(count) + (count == 1 ? " is" : " are");
}

// Text on the stored runs, and on those left.
std::string text_of_stored(const sweep_estimate& estimate, const std::string& store) {
    std::string text;
    if (estimate.stored > 0) {
        text = fmt::format("{} in {} already, {} left\n", with_verb(estimate.stored),
                           in_quotes(store), with_verb(estimate.runs - estimate.stored));
    }
    if (estimate.others > 0) {
        text += fmt::format("{} stored by another version: only --again repeats them\n",
                            with_verb(estimate.others));
    }
    return text;
}

// "2 threads", "3 processes of 2 threads"
std::string text_of_threads(const experiment_options& options) {
    const std::string threads = quantity(options.threads, "thread");
    const int count = process_count(options.carrier);
    return count == 1 ? threads : fmt::format("{} processes of {}", count, threads);
}

outcome show_sweep_estimate(const command_line& arguments, const sweep_plan& plan,
                            const experiment_options& options, const std::string& store) {
    const sweep_estimate estimate =
        reading("--store", [&] { return estimate_sweep(plan, options, store); });
    const std::uint64_t inapplicable =
        total_of(plan.inapplicable(), &inapplicable_combination::runs);
    if (arguments.has("--json")) {
        const boost::json::object object{{"runs", estimate.runs},
                                         {"stored", estimate.stored},
                                         {"stored_of_others", estimate.others},
                                         {"misfits", inapplicable},
                                         {"repeated", plan.repeated()},
                                         {"seconds", rounded(estimate.seconds, 3)},
                                         {"bytes", estimate.bytes},
                                         {"sample_runs", estimate.sample_runs},
                                         {"sample_seconds", rounded(estimate.sample_seconds, 3)}};
        return {.output = serialized(object) + "\n"};
    }
    std::string text =
        fmt::format("{}: {}, {} each\n", quantity(estimate.runs, "run"),
                    quantity(plan.cells().size(), "kind"), quantity(plan.seed_count(), "seed"));
    if (inapplicable > 0) {
        const inapplicable_combination& most = plan.inapplicable().front();
        text += fmt::format("{} more do not fit, {} of them: {}, {}\n", grouped(inapplicable),
                            grouped(most.runs), most.algorithm, most.reason);
    }
    text += text_of_stored(estimate, store);
    if (estimate.stored < estimate.runs) {
        text += fmt::format(
            "{} would take about {} on {}, as {} {}, which took {:.2g} s,\nand at most {} bytes of "
            "memory at a time{}. None was stored.\n",
            estimate.stored > 0 ? "What is left" : "They", duration_text(estimate.seconds),
            text_of_threads(options), quantity(estimate.sample_runs, "run"),
            estimate.sample_runs == 1 ? "shows" : "show", estimate.sample_seconds,
            grouped(estimate.bytes), options.carrier != nullptr ? " in each" : "");
    }
    return {.output = text};
}

progress_text line_of_runs(const sweep_progress& progress, const std::stop_token& stop) {
    // Rates are those of the last five seconds, as cells of a sweep take different times.
    constexpr double lately = 5;  // seconds
    // To the meter a run that has ended is a slot, and its work are deliveries.
    return [&progress, stop, meter = progress_meter{lately}](double seconds,
                                                             std::size_t columns) mutable {
        meter.add({.seconds = seconds,
                   .now = static_cast<slot>(progress.finished),
                   .deliveries = whole_part(progress.work_done)});
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

// Long sweeps show their progress, and all can be interrupted.
sweep_report sweep_with_progress(const sweep_plan& plan, result_store& store, sweep_options options,
                                 progress_display display) {
    signal_and_progress_scope beside{display};
    sweep_progress progress;
    options.run.stop = beside.stop_token();
    options.progress = &progress;
    auto shown = beside.watch([&](double /*seconds*/, std::size_t columns) {
        return lookup_line(plan.run_count(), progress.looked_up, columns);
    });
    // Both counts are made before the first run is stored, and printed when the progress line of
    // the lookup has been erased.
    const foreign_runs others =
        store.count_foreign_runs(name_in_stores(*plan.axes().catalogue, plan.axes().program));
    const std::uint64_t others_of_files = store.count_changed_files(plan.named_contents());
    // From here on a process that dies ends the others soon after they are asked to stop.
    options.begins = [&] {
        processes::watch_stop(beside.stop_token());
        shown.reset();
        warn_foreign_runs(store, others);
        warn_changed_files(store, others_of_files);
        shown = beside.watch(line_of_runs(progress, beside.stop_token()));
    };
    sweep_report report = run_sweep(plan, store, options);
    processes::watch_stop({});
    return report;
}

// Process 0 has the store and says what comes of it.
outcome run_worker(const sweep_plan& plan, sweep_options options) {
    signal_and_progress_scope beside{progress_display::hidden};
    options.run.stop = beside.stop_token();
    options.begins = [&] { processes::watch_stop(beside.stop_token()); };
    run_sweep_worker(plan, options);
    processes::watch_stop({});
    return {};
}

// The command line takes precedence over the file, field by field.
plan_values read_plan(const command_line& line) {
    plan_values values = line.plan();
    const auto path = line.value("--plan");
    return path ? overridden_by(
                      reading("--plan", [&] { return read_plan_file(*path, values.command()); }),
                      values)
                : values;
}

outcome sweep(const command_line& line, const catalogue& catalogue) {
    experiment_options run_options = read_options(line);
    run_options.carrier = processes::carrier();
    const plan_values values = read_plan(line);
    const sweep_axes axes =
        read_axes(values, {.catalogue = &catalogue,
                           .program = line.program(),
                           .memory_limit_bytes = run_options.memory_limit_bytes});
    // A dry run may do without a store; then no run counts as stored.
    const std::string path = values.value("store").value_or("");
    if (path.empty() && !line.has("--dry-run")) {
        refuse(
            "--store: missing; name the file that the results go into, for example --store "
            "results.db, or look with --dry-run");
    }
    const sweep_plan plan = reading("--network", [&] { return sweep_plan{axes, run_options}; });
    if (line.has("--dry-run")) {
        return processes::is_first() ? show_sweep_estimate(line, plan, run_options, path)
                                     : outcome{};
    }
    processes::require_all();
    // Without `--again`, a run that the store has with another result is a conflict.
    const auto policy = values.has("again") ? conflict_policy::replaced : conflict_policy::refused;
    const sweep_options options{.run = run_options, .policy = policy};
    if (!processes::is_first()) {
        return reading("--network", [&] { return run_worker(plan, options); });
    }
    const sweep_report report = reading("--store", [&] {
        result_store store{path};
        return sweep_with_progress(plan, store, options, display_for(line));
    });
    warn_unmerged_wal(path);
    return {.output = line.has("--json") ? to_json(report, line.text()) + "\n"
                                         : to_table(report, path, style_of_output()),
            .status = report.status};
}

}  // namespace

command sweep_command() {
    command made = command_for(
        plan_command::sweep,
        "run all combinations of the options into a database; resumes where it stopped",
        {{.name = "--json", .meaning = "print a summary as one JSON object"}, quiet_flag}, sweep);
    made.options.insert(
        std::ranges::find(made.options, "--threads", &option::name),
        {.name = "--dry-run",
         .meaning = "print the number of runs, their time by a sample and their memory, and stop"});
    made.is_shared = true;
    return made;
}

}  // namespace tutti::program
