

#include "experiment/plan/option_error.hpp"
#include "recording/recorded_run.hpp"
#include "results/json.hpp"
#include "util/file_content.hpp"
#include "util/json_values.hpp"
#include "web/jobs/web_jobs.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

/// A run that may be done.
struct checked_run {
    experiment plan;
    experiment_options options;
    std::string unrecorded_reason{};
    std::uint64_t events = 0;
};

// The estimate decides before the run, since a recording that grows too large costs the run twice.
std::string unrecorded_reason(const experiment& plan, const web_limits& limits,
                              std::uint64_t events) {
    const std::uint64_t bytes = estimate_recording(plan, events, {});
    return bytes <= limits.recording_bytes
               ? std::string{}
               : fmt::format(
                     "a recording would take about {} bytes, and at most {} are allowed here",
                     grouped(bytes), grouped(limits.recording_bytes));
}

json::object estimate_of(const checked_run& run, const problem& input, const web_context& context) {
    const experiment& plan = run.plan;
    const theory theory = theory_of(plan, input);
    const std::optional<std::uint64_t> hops =
        theory.transmissions ? std::optional{theory.transmissions->total()} : std::nullopt;
    const std::uint64_t work = hops.value_or(run.events);
    const graph_size size = size_of(plan.built_network);
    return {{"algorithm", full_name(*plan.algorithm)},
            {"nodes", size.nodes},
            {"links", size.links},
            {"expected", json_of(theory.expected)},
            {"formula", theory.formula},
            {"lower_bound", json_of(theory.lower_bound)},
            {"transmissions", or_null(hops)},
            {"runs", 1},
            {"bytes", estimate_memory(plan).total_bytes() + watching_bytes(plan, run.options)},
            {"seconds", rounded(ratio(work, context.rates->rate_of(*plan.algorithm)), 2)},
            {"recorded", run.unrecorded_reason.empty()},
            {"why_not_recorded", or_null(run.unrecorded_reason)}};
}

result run_with_progress(serve::job& doing, const checked_run& run, sink* recorder) {
    experiment_options options = run.options;
    options.stop = doing.stop_token();
    if (recorder != nullptr) {
        options.sinks.push_back(recorder);
    }
    const auto view = watch_run(doing, run.plan, options);
    return run_experiment(run.plan, options, doing.asked().text);
}

// Its recording too, unless there is none, or it becomes larger than was foreseen: then the run is
// done again without it.
result run_recorded(serve::job& doing, const checked_run& run, const web_context& context,
                    serve::job_end& end) {
    end.unrecorded_reason = run.unrecorded_reason;
    std::optional<result> outcome;
    if (end.unrecorded_reason.empty()) {
        try {
            atomic_file file{context.archive->recording_of(doing.id()).string()};
            const auto most_bytes = context.limits.recording_bytes;
            experiment_recorder recorder{
                run.plan, {}, file.content(), most_bytes, run.options.slot_budget};
            outcome = run_with_progress(doing, run, &recorder.watcher());
            recorder.finish(*outcome);
            end.has_recording = file.finish();
            end.unrecorded_reason = end.has_recording ? "" : "the recording could not be written";
        } catch (const recording_stopped& stopped) {
            end.unrecorded_reason = stopped.what();
        }
    }
    return outcome ? std::move(*outcome) : run_with_progress(doing, run, nullptr);
}

serve::job_end do_run(serve::job& doing, const checked_run& run, const web_context& context) {
    serve::job_end end;
    const result result = run_recorded(doing, run, context, end);
    // Room is made after the run, when the size of the new recording is known.
    context.archive->make_room();
    context.rates->note(result);
    end.remark = put_into_store(run.plan, run.options, result, context);
    end.verdict = name_of(result.verdict);
    end.status = exit_status(result.verdict);
    end.result = to_json(result);
    return end;
}

// Completes the parts of the check that take time on large networks: memory, and the size of a
// recording.
void complete_check(checked_run& run, const web_limits& limits) {
    reading(input_option(run.plan), [&] {
        check_memory(run.plan, run.options);
        run.events = estimate_events(run.plan);
        run.unrecorded_reason = unrecorded_reason(run.plan, limits, run.events);
    });
    if (run.unrecorded_reason.empty()) {
        run.options.sink_bytes = experiment_recorder::bytes_for(run.plan);
    }
}

}  // namespace

web_job check_run(const submitted_plan& plan, const web_context& context) {
    checked_run run{.plan = read_experiment(plan.values, context_of(context)),
                    .options = options_of(plan, context)};
    if (is_checked_by_the_job(run.plan)) {
        // Plans that do not fit are refused at once where this is known at once.
        if (!has_many_inputs(run.plan)) {
            reading(input_option(run.plan), [&] { check_memory(run.plan, run.options); });
        }
        return {.estimate = size_estimate(run.plan), .work = [run, context](serve::job& doing) {
                    checked_run whole = run;
                    complete_check(whole, context.limits);
                    return do_run(doing, whole, context);
                }};
    }
    complete_check(run, context.limits);
    // Small plans are checked completely now, so that the client sees errors before the job is
    // queued.
    return {.estimate = reading(input_option(run.plan),
                                [&] { return estimate_of(run, problem_of(run.plan), context); }),
            .work = [run, context](serve::job& doing) { return do_run(doing, run, context); }};
}

}  // namespace tutti::program
