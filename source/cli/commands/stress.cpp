#include "tutti/experiment/stress.hpp"

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/store_warnings.hpp"
#include "cli/output/text_output.hpp"
#include "cli/processes.hpp"
#include "experiment/sweep/store_writer.hpp"
#include "results/store/store.hpp"
#include "tutti/version.hpp"
#include "util/file_content.hpp"

namespace tutti::program {
namespace {

// As a sweep is refused, and not in the middle of the trials.
void refuse_foreign_trials(result_store& store, const experiment& plan,
                           const stress_options& options, const file_contents& read) {
    const stored_summary own{.program = name_in_stores(*plan.catalogue, plan.program),
                             .version = std::string{version()}};
    // The trials are drawn from their numbers, so that this finds the same ones as the test.
    for (std::uint64_t number = 0; number < options.trials; ++number) {
        const plan_identity trial =
            identity_of(reading(input_of_trials(plan),
                                [&] { return draw_trial(plan, options.messages, number); }),
                        options.run.slot_budget, read);
        const auto there =
            find_by_identity(trial, [&](const std::string& key) { return store.find(key); });
        if (there && !there->is_of_same_version(own)) {
            refuse(
                "--store: {} has the trial `{}` from {} {}, and this is {} {}; use another store, "
                "which keeps both",
                in_quotes(store.path()), printable(trial.plan), there->program, there->version,
                own.program, own.version);
        }
    }
}

/// Writer of the records of all trials, as far as the user asks for them.
class trial_records {
public:
    /// @throws std::invalid_argument that names the option
    trial_records(const command_line& arguments, const experiment& plan,
                  const stress_options& options)
        : arguments_{&arguments} {
        if (const auto path = arguments.value("--log")) {
            log_ = reading("--log", [&] { return file_to_write(*path); });
        }
        if (const auto path = arguments.value("--store")) {
            store_ = reading("--store", [&] { return std::make_unique<result_store>(*path); });
            // Runs of other programs are counted first: without them no trial needs a look.
            const foreign_runs others =
                store_->count_foreign_runs(name_in_stores(*plan.catalogue, plan.program));
            read_ = {.network = content_of(plan.network),
                     .parameters = contents_of(plan.parameters)};
            if (others.count > 0) {
                refuse_foreign_trials(*store_, plan, options, read_);
            }
            warn_foreign_runs(*store_, others);
            warn_changed_files(*store_, store_->count_changed_files(
                                            {{plan.network.text(), "network:" + read_.network}}));
            writer_ = std::make_unique<store_writer>(*store_, conflict_policy::refused);
        }
    }

    void add(const ended_trial& trial, const std::optional<slot>& slot_budget) {
        // Written trials are in the file even if the process is killed.
        if (log_.is_open() && !(log_ << to_json(trial) + "\n" << std::flush)) {
            refuse_log(*arguments_);
            // Files of equal names and other contents are other networks; their runs are kept
            // separate.
        }
        if (writer_ != nullptr) {
            stored_run stored = run_to_store(*trial.plan, slot_budget, *trial.result, read_);
            if (!trial.host.empty()) {
                stored.host = trial.host;
            }
            writer_->put(std::move(stored));
        }
    }

    // All trials are committed before the store is closed; afterwards a reader may still hold rows
    // in the journal, which is reported.
    /// @throws output_error, store_error or store_conflict
    void finish() {
        if (log_.is_open() && log_.rdbuf()->close() == nullptr) {
            refuse_log(*arguments_);
        }
        if (writer_ != nullptr) {
            writer_->finish();
            writer_.reset();
            const std::string path = store_->path();
            store_.reset();
            warn_unmerged_wal(path);
        }
    }

private:
    const command_line* arguments_;
    std::ofstream log_;
    file_contents read_;  // of the files that are named
    std::unique_ptr<result_store> store_;
    std::unique_ptr<store_writer> writer_;
};

// Long tests show their progress, and all can be interrupted.
stress_report stress_with_progress(const experiment& plan, stress_options options,
                                   progress_display progress_line) {
    signal_and_progress_scope beside{progress_line};
    stress_progress progress;
    options.run.stop = beside.stop_token();
    options.progress = &progress;
    options.begins = [&] { processes::watch_stop(beside.stop_token()); };
    const auto shown =
        beside.watch([&, trials = options.trials](double /*seconds*/, std::size_t columns) {
            return batch_line({.trials = trials,
                               .finished = progress.finished,
                               .failed = progress.failed,
                               .shrinking = progress.shrinking,
                               .work = progress.work,
                               .work_done = progress.work_done,
                               .seconds = progress.seconds,
                               .workers = progress.workers},
                              columns);
        });
    stress_report report = tutti::stress(plan, options);
    processes::watch_stop({});
    return report;
}

outcome stress(const command_line& arguments, const catalogue& catalogue) {
    experiment plan = read_experiment(arguments.plan(), read_context(arguments, catalogue));
    stress_options options = read_stress_options(arguments.plan(), plan, read_options(arguments));
    // JSON is for programs, and lists every failure.
    if (!arguments.has("--json")) {
        options.most_distinct = most_read_failures;
    }
    options.run.carrier = processes::carrier();
    const std::string_view input = input_of_trials(plan);
    reading(input, [&] { check_stress(plan, options); });
    processes::require_all();
    plan.built_network = built(plan.built_network);
    std::optional<trial_records> records;
    // Only process 0 keeps records; trials of the others arrive there as results.
    if (processes::is_first()) {
        records.emplace(arguments, plan, options);
        options.finished = [&](const ended_trial& trial) {
            records->add(trial, options.run.slot_budget);
        };
    }
    const stress_report report =
        reading(input, [&] { return stress_with_progress(plan, options, display_for(arguments)); });
    if (!records) {
        return {};
    }
    records->finish();
    return {.output = arguments.has("--json")
                          ? to_json_lines(report, arguments.text())
                          : named_table(to_table(report, style_of_output()), plan),
            .status = exit_status(report.verdict)};
}

}  // namespace

command stress_command() {
    command made = command_for(
        plan_command::stress,
        "run many trials on random inputs, check each of them and shrink failures",
        {{.name = "--log",
          .value = "FILE",
          .meaning = "write every trial as one JSON line when it ends"},
         {.name = "--store",
          .value = "FILE",
          .meaning = "store every trial in a database, as `sweep` does"},
         {.name = "--json",
          .meaning = "print one JSON object a line: every failed trial, then a summary"},
         quiet_flag},
        stress);
    made.is_shared = true;
    return made;
}

}  // namespace tutti::program
