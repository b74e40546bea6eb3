#include "tutti/experiment/sweep.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "stopwatch.hpp"
#include "store_writer.hpp"
#include "sweep_runs.hpp"
#include "tutti/experiment/command_text.hpp"
#include "tutti/topology/specification.hpp"
#include "tutti/version.hpp"

namespace tutti {
namespace {

std::string short_name(std::string_view program) {
    return std::string{program.substr(program.find_last_of('/') + 1)};
}

/// What a store has of the runs of a plan.
struct stored_runs {
    std::vector<bool> is_done{};
    std::map<std::string, std::uint64_t> verdicts{};  ///< of those that are done
    std::uint64_t count = 0;                          ///< that are done
    std::uint64_t others = 0;                         ///< that another version did
    std::string other_name{};                         ///< which, of the first of them
    std::uint64_t quickest = 0;                       ///< the run that took least, if any is done
    std::optional<stored_outcome> quickest_outcome{};
};

stored_runs find_stored(const sweep_plan& plan, result_store& store) {
    stored_runs found{.is_done = std::vector<bool>(static_cast<std::size_t>(plan.run_count()))};
    if (store.run_count() == 0) {
        return found;
    }
    const stored_outcome own{.program = short_name(plan.axes().program),
                             .version = std::string{version()}};
    for (std::uint64_t run = 0; run < plan.run_count(); ++run) {
        const auto there = store.find(plan_text(plan.at(run), plan.axes().slot_budget));
        if (!there) {
            continue;
        }
        if (!there->is_of_same_version(own)) {
            found.other_name =
                found.others++ == 0 ? there->program + " " + there->version : found.other_name;
            continue;
        }
        found.is_done[static_cast<std::size_t>(run)] = true;
        ++found.count;
        ++found.verdicts[there->verdict];
        if (!found.quickest_outcome || there->wall_seconds < found.quickest_outcome->wall_seconds) {
            found.quickest = run;
            found.quickest_outcome = there;
        }
    }
    return found;
}

void refuse_others(const sweep_plan& plan, const result_store& store, const stored_runs& found) {
    refuse(
        "{} has {} of the {} runs from {}, and this is {} {}: --again does them anew in their "
        "place, and another store keeps both",
        in_quotes(store.path()), grouped(found.others), grouped(plan.run_count()), found.other_name,
        short_name(plan.axes().program), version());
}

// Nobody mixes what does not belong together: a store that was edited, or a program that was
// changed and kept its version, shows in what a run comes to.
void repeat_quickest(const sweep_plan& plan, result_store& store, const stored_runs& found,
                     const sweep_options& how) {
    if (!found.quickest_outcome) {
        return;
    }
    const sweep_cell& cell = plan.cell_of(found.quickest);
    const experiment asked = plan.at(found.quickest);
    store.put(run_to_store(asked, plan.axes().slot_budget,
                           run_experiment(asked, options_for(plan, cell, how.run), {})));
}

int status_named(std::string_view name) {
    for (int each = 0; each <= static_cast<int>(verdict::interrupted); ++each) {
        if (name_of(static_cast<verdict>(each)) == name) {
            return exit_status(static_cast<verdict>(each));
        }
    }
    return 0;
}

/// Adds up what the runs come to, and hands them on to a store.
///
/// Thread safety: `add` from any thread; the report is under `lock_`.
class sweep_tally {
public:
    sweep_tally(const sweep_plan& plan, store_writer& writer, const sweep_options& how,
                sweep_report& report)
        : plan_{&plan}, writer_{&writer}, how_{&how}, report_{&report} {}

    void add(ended_sweep_run ended) {
        {
            const std::scoped_lock guard{lock_};
            note(ended);
        }
        if (ended.found) {
            writer_->put(std::move(*ended.found));
        }
    }

    /// All runs have ended.
    void finish() {
        for (auto& [run, failure] : failures_) {
            report_->failures.push_back(std::move(failure));
        }
    }

private:
    void note(const ended_sweep_run& ended) {
        const sweep_cell& cell = plan_->cell_of(ended.run);
        bool is_failed = false;
        if (ended.found) {
            const result& found = ended.found->found;
            is_failed = found.verdict != verdict::complete;
            ++report_->finished;
            ++report_->verdicts[std::string{name_of(found.verdict)}];
            if (is_failed) {
                note_failure(ended.run, *ended.found);
            }
        } else {
            note_misfit(cell.what->name, ended.misfit);
        }
        if (sweep_progress* const shown = how_->progress; shown != nullptr) {
            shown->finished = shown->finished + 1;
            shown->failed = shown->failed + (is_failed ? 1 : 0);
            shown->work_done = shown->work_done + cell.work;
        }
    }

    // Those that come first in the plan stay.
    void note_failure(std::uint64_t run, const stored_run& one) {
        failures_.emplace(run, failed_run{.plan = one.plan,
                                          .verdict = one.found.verdict,
                                          .text = complaint_of(one.found)});
        if (failures_.size() > sweep_report::most_failures) {
            failures_.erase(std::prev(failures_.end()));
        }
    }

    void note_misfit(const std::string& algorithm, const std::string& reason) {
        for (sweep_misfit& known : report_->misfits) {
            if (known.algorithm == algorithm && known.reason == reason) {
                ++known.runs;
                return;
            }
        }
        report_->misfits.push_back({.algorithm = algorithm, .reason = reason, .runs = 1});
    }

    const sweep_plan* plan_;
    store_writer* writer_;
    const sweep_options* how_;
    sweep_report* report_;
    std::mutex lock_;
    std::map<std::uint64_t, failed_run> failures_;  // by run
};

void begin_progress(const sweep_plan& plan, const stored_runs& known, sweep_progress* shown) {
    if (shown == nullptr) {
        return;
    }
    double work = 0;
    for (std::uint64_t run = 0; run < plan.run_count(); ++run) {
        work += known.is_done[static_cast<std::size_t>(run)] ? 0 : plan.cell_of(run).work;
    }
    shown->work = work;
    shown->runs = plan.run_count() - known.count;
}

}  // namespace

sweep_report run_sweep(const sweep_plan& plan, result_store& store, const sweep_options& how) {
    const stored_runs known = find_stored(plan, store);
    if (known.others > 0 && how.those == other_outcome::refused) {
        refuse_others(plan, store, known);
    }
    repeat_quickest(plan, store, known, how);
    sweep_report report{.runs = plan.run_count(),
                        .stored = known.count,
                        .replaced = known.others,
                        .verdicts = known.verdicts,
                        .misfits = plan.misfits(),
                        .repeated = plan.repeated()};
    begin_progress(plan, known, how.progress);
    const stopwatch watch;
    std::uint64_t misfits = 0;
    {
        store_writer writer{store, how.those};
        sweep_tally tally{plan, writer, how, report};
        do_runs(plan, how, known.is_done,
                [&](ended_sweep_run ended) { tally.add(std::move(ended)); });
        writer.finish();
        tally.finish();
    }
    report.wall_seconds = watch.seconds();
    for (std::size_t i = plan.misfits().size(); i < report.misfits.size(); ++i) {
        misfits += report.misfits[i].runs;
    }
    report.is_interrupted = report.stored + report.finished + misfits < report.runs;
    for (const auto& [name, count] : report.verdicts) {
        report.status = std::max(report.status, status_named(name));
    }
    if (report.is_interrupted) {
        report.status = exit_status(verdict::interrupted);
    }
    return report;
}

}  // namespace tutti
