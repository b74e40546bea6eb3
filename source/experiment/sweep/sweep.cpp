#include "tutti/experiment/sweep.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "algorithms/catalog/description_scope.hpp"
#include "experiment/several_processes.hpp"
#include "store_writer.hpp"
#include "sweep_runs.hpp"
#include "sweep_stored.hpp"
#include "tutti/version.hpp"
#include "util/stopwatch.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// An empty store needs no lookup of each run.
stored_sweep_runs find_in(const sweep_plan& plan, run_sink& store, const sweep_options& options) {
    return store.run_count() == 0 ? no_stored_runs(plan)
                                  : find_stored(plan, options, [&](const std::string& key) {
                                        return store.find(key);
                                    });
}

void refuse_foreign_runs(const sweep_plan& plan, const run_sink& store,
                         const stored_sweep_runs& stored) {
    refuse(
        "{} has {} of the {} runs from {}, and this is {} {}: --again repeats them in their place, "
        "and another store keeps both",
        in_quotes(store.path()), grouped(stored.others), grouped(plan.run_count()),
        stored.other_name, name_in_stores(*plan.axes().catalogue, plan.axes().program), version());
}

/// Totals of a sweep's runs, which are passed on to a store.
///
/// Thread safety: `add` from any thread; the report is under `lock_`.
class sweep_tally {
public:
    sweep_tally(const sweep_plan& plan, const stored_sweep_runs& earlier, store_writer& writer,
                const sweep_options& options, sweep_report& report)
        : plan_{&plan}, stored_{&earlier}, writer_{&writer}, options_{&options}, report_{&report} {}

    // `put` may wait for the store, and is called without the lock of the report.
    void add(ended_sweep_run sweep_run) {
        {
            const std::scoped_lock guard{lock_};
            note(sweep_run);
        }
        if (sweep_run.stored) {
            writer_->put(std::move(*sweep_run.stored));
        }
    }

    /// All runs have ended.
    void finish() {
        for (auto& [run, failure] : failures_) {
            report_->failures.push_back(std::move(failure));
        }
        // Unlucky runs do not count one by one; the tally decides below if they are too many.
        for (const auto& [name, count] : report_->verdicts) {
            const verdict each = verdict_named(name).value_or(verdict::complete);
            if (each != verdict::unlucky) {
                report_->verdict = std::max(report_->verdict, each);
            }
        }
        // Runs that were stored before are part of the sample.
        for (const algorithm* const each : plan_->axes().algorithms) {
            add_stored_runs(unlucky_[each], *plan_, *stored_, *each);
        }
        for (const auto& [algorithm, tally] : unlucky_) {
            report_->unlucky += tally.count();
            report_->verdict = std::max(report_->verdict, tally.batch_verdict());
            if (const std::optional<double> tail = tally.tail()) {
                report_->unlucky_tail = std::min(report_->unlucky_tail.value_or(1), *tail);
            }
        }
    }

private:
    void note(const ended_sweep_run& sweep_run) {
        const sweep_cell& cell = plan_->cell_of(sweep_run.run);
        bool is_failed = false;
        if (sweep_run.stored) {
            const result& result = sweep_run.stored->result;
            is_failed = result.verdict != verdict::complete && result.verdict != verdict::unlucky;
            unlucky_[cell.algorithm].add(result);
            ++report_->finished;
            report_->replaced += stored_->is_other[sweep_run.run] ? 1U : 0U;
            ++report_->verdicts[std::string{name_of(result.verdict)}];
            if (is_failed) {
                note_failure(sweep_run.run, *sweep_run.stored);
            }
        } else {
            note_inapplicable(cell.algorithm->name, sweep_run.inapplicable_reason);
        }
        if (sweep_progress* const shown = options_->progress; shown != nullptr) {
            shown->finished = shown->finished + 1;
            shown->failed = shown->failed + (is_failed ? 1 : 0);
            shown->work_done = shown->work_done + cell.work;
        }
    }

    // Those that come first in the plan stay.
    void note_failure(std::uint64_t run, const stored_run& one) {
        failures_.emplace(run, failed_run{.plan = one.plan,
                                          .verdict = one.result.verdict,
                                          .text = error_of(one.result)});
        if (failures_.size() > sweep_report::most_failures) {
            failures_.erase(std::prev(failures_.end()));
        }
    }

    // There are few distinct reasons, so that a linear search is enough.
    void note_inapplicable(const std::string& algorithm, const std::string& reason) {
        for (inapplicable_combination& combination : report_->inapplicable) {
            if (combination.algorithm == algorithm && combination.reason == reason) {
                ++combination.runs;
                return;
            }
        }
        report_->inapplicable.push_back({.algorithm = algorithm, .reason = reason, .runs = 1});
    }

    const sweep_plan* plan_;
    const stored_sweep_runs* stored_;
    store_writer* writer_;
    const sweep_options* options_;
    sweep_report* report_;
    std::mutex lock_;
    std::map<std::uint64_t, failed_run> failures_;  // by run
    std::map<const algorithm*, unlucky_tally> unlucky_;
};

// The work is summed up over runs that are left, by cell.
void begin_progress(const sweep_plan& plan, const stored_sweep_runs& stored,
                    sweep_progress* shown) {
    if (shown == nullptr) {
        return;
    }
    double work = 0;
    for (std::uint64_t run = 0; run < plan.run_count(); ++run) {
        work += stored.is_done[run] ? 0 : plan.cell_of(run).work;
    }
    shown->work = work;
    shown->runs = plan.run_count() - stored.count();
}

// All processes do.
void begin(const sweep_plan& plan, const sweep_options& options) {
    require_the_same(plan, options.run.carrier);
    if (options.begins) {
        options.begins();
    }
}

job_list not_done(const stored_sweep_runs& stored) {
    job_list due;
    for (std::uint64_t run = 0; run < stored.is_done.size(); ++run) {
        if (!stored.is_done[run]) {
            due.add({.first = run, .end = run + 1});
        }
    }
    return due;
}

}  // namespace

sweep_report run_sweep(const sweep_plan& plan, run_sink& store, const sweep_options& options) {
    require_outside_of_algorithms();
    stored_sweep_runs stored = find_in(plan, store, options);
    if (stored.others > 0 && options.policy == conflict_policy::refused) {
        refuse_foreign_runs(plan, store, stored);
    }
    repeat_quickest(plan, store, options, stored);
    sweep_report report{.runs = plan.run_count(),
                        .stored = stored.count(),
                        .verdicts = stored.verdicts(),
                        .inapplicable = plan.inapplicable(),
                        .repeated = plan.repeated()};
    begin_progress(plan, stored, options.progress);
    begin(plan, options);
    const stopwatch watch;
    std::uint64_t inapplicable = 0;
    {
        store_writer writer{store, options.policy};
        sweep_tally tally{plan, stored, writer, options, report};
        do_runs(plan, options, not_done(stored),
                [&](ended_sweep_run run) { tally.add(std::move(run)); });
        writer.finish();
        tally.finish();
    }
    // The time is that of the runs alone, without the lookup in the store.
    report.wall_seconds = watch.seconds();
    // Combinations that the plan has excluded come first, and were not counted as runs.
    for (std::size_t i = plan.inapplicable().size(); i < report.inapplicable.size(); ++i) {
        inapplicable += report.inapplicable[i].runs;
    }
    report.is_interrupted = report.stored + report.finished + inapplicable < report.runs;
    if (report.is_interrupted) {
        report.verdict = verdict::interrupted;
    }
    report.status = exit_status(report.verdict);
    return report;
}

// Workers have no store: process 0 sends them jobs, and they send results back.
void run_sweep_worker(const sweep_plan& plan, const sweep_options& options) {
    begin(plan, options);
    do_runs(plan, options, {}, {});
}

}  // namespace tutti
