#include <algorithm>

#include "cli/arguments/experiment_options.hpp"
#include "recording/recorded_run.hpp"
#include "results/json.hpp"
#include "util/file_content.hpp"
#include "web/jobs/live_view.hpp"
#include "web/jobs/web_jobs.hpp"
#include "web/jobs/web_watch.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

/// A run that may be done.
struct checked_run {
    experiment asked;
    experiment_options how;
    std::string unrecorded_reason{};
    std::uint64_t events = 0;
};

std::string unrecorded_reason(const experiment& asked, const web_limits& limits,
                              std::uint64_t events) {
    const std::uint64_t bytes = estimate_recording(asked, events, {});
    return bytes <= limits.recording_bytes
               ? std::string{}
               : fmt::format(
                     "a recording would take about {} bytes, and at most {} are allowed here",
                     grouped(bytes), grouped(limits.recording_bytes));
}

json::object estimate_of(const checked_run& run, const problem& input, const web_context& all) {
    const experiment& asked = run.asked;
    const theory known = theory_of(asked, input);
    const std::string name = fmt::format("{}/{}", asked.what->collective, asked.what->name);
    const std::optional<std::uint64_t> hops =
        known.transmissions ? std::optional{known.transmissions->total()} : std::nullopt;
    const auto work = static_cast<double>(hops.value_or(run.events));
    const graph_size size = size_of(asked.where);
    return {{"algorithm", name},
            {"nodes", size.nodes},
            {"links", size.links},
            {"expected", json_of(known.expected)},
            {"formula", known.formula},
            {"lower_bound", json_of(known.lower_bound)},
            {"transmissions", or_null(hops)},
            {"runs", 1},
            {"bytes", estimate_memory(asked).total_bytes() + watching_bytes(asked, run.how)},
            {"seconds", rounded(work / all.rates->rate_of(name), 2)},
            {"recorded", run.unrecorded_reason.empty()},
            {"why_not_recorded", or_null(run.unrecorded_reason)}};
}

/// A recording on its way into the archive.
class retained_recording {
public:
    retained_recording(const checked_run& run, const std::filesystem::path& path,
                       const web_limits& limits)
        : file_{path.string()}, recorder_{run.asked, {}, file_.content(), limits.recording_bytes} {}

    [[nodiscard]] sink& watcher() noexcept { return recorder_.watcher(); }

    // Why it is not there, or an empty text.
    [[nodiscard]] std::string finish(const result& found) {
        try {
            recorder_.finish(found);
        } catch (const recording_stopped& wrong) {
            return wrong.what();
        }
        return file_.finish() ? std::string{} : "the recording could not be written";
    }

private:
    atomic_file file_;
    experiment_recorder recorder_;
};

result run_with_progress(serve::job& doing, const checked_run& run, sink* recorder) {
    experiment_options how = run.how;
    how.stop = doing.stop_token();
    if (recorder != nullptr) {
        how.sinks.push_back(recorder);
    }
    const auto view = watch_run(doing, run.asked, how);
    return run_experiment(run.asked, how, doing.asked().text);
}

// Its recording too, unless there is none, or it becomes larger than was foreseen: then the run is
// done again without it.
result run_recorded(serve::job& doing, const checked_run& run, const web_context& all,
                    serve::job_end& end) {
    end.unrecorded_reason = run.unrecorded_reason;
    if (end.unrecorded_reason.empty()) {
        try {
            retained_recording recording{run, all.kept->recording_of(doing.id()), all.limits};
            result found = run_with_progress(doing, run, &recording.watcher());
            end.unrecorded_reason = recording.finish(found);
            end.has_recording = end.unrecorded_reason.empty();
            return found;
        } catch (const recording_stopped& stopped) {
            end.unrecorded_reason = stopped.what();
        }
    }
    return run_with_progress(doing, run, nullptr);
}

serve::job_end do_run(serve::job& doing, const checked_run& run, const web_context& all) {
    serve::job_end end;
    const result found = run_recorded(doing, run, all, end);
    static_cast<void>(all.kept->make_room());
    all.rates->note(found);
    end.remark = put_into_store(run.asked, run.how, found, all);
    end.verdict = name_of(found.verdict);
    end.status = exit_status(found.verdict);
    end.result = to_json(found);
    return end;
}

// Completes the parts of the check that take time on large networks: memory, and the size of a
// recording.
void complete_check(checked_run& run, const web_limits& limits) {
    reading(input_option(run.asked), [&] {
        check_memory(run.asked, run.how);
        run.events = estimate_events(run.asked);
        run.unrecorded_reason = unrecorded_reason(run.asked, limits, run.events);
    });
    if (run.unrecorded_reason.empty()) {
        run.how.sink_bytes = experiment_recorder::bytes_for(run.asked);
    }
}

}  // namespace

web_job check_run(const web_plan& plan, const web_context& all) {
    const command_line given = read_words(plan, all.program);
    checked_run run{.asked = read_experiment(given, *all.known),
                    .how = limited(read_options(given), all.limits)};
    if (is_checked_by_the_job(run.asked)) {
        // Plans that do not fit are refused at once where this is known at once.
        if (!has_many_inputs(run.asked)) {
            reading(input_option(run.asked), [&] { check_memory(run.asked, run.how); });
        }
        return {.estimate = size_estimate(run.asked), .work = [run, all](serve::job& doing) {
                    checked_run whole = run;
                    complete_check(whole, all.limits);
                    return do_run(doing, whole, all);
                }};
    }
    complete_check(run, all.limits);
    return {.estimate = reading(input_option(run.asked),
                                [&] { return estimate_of(run, problem_of(run.asked), all); }),
            .work = [run, all](serve::job& doing) { return do_run(doing, run, all); }};
}

}  // namespace tutti::program
