#include "experiment/comparison.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "web/jobs/web_jobs.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

serve::job_end do_compare(serve::job& doing, std::span<const candidate> candidates,
                          const experiment_options& options, const web_context& context) {
    const auto fitting = std::ranges::count_if(
        candidates, [](const candidate& each) { return each.inapplicable_reason.empty(); });
    std::uint64_t begun = 0;
    serve::job_end end;
    const comparison comparison = tutti::compare(candidates, [&](const experiment& plan) {
        experiment_options each = options;
        // Algorithms run one after the other under one stop token; each result is stored when it
        // is there.
        each.stop = doing.stop_token();
        const auto view = watch_run(
            doing, plan, each,
            {{"algorithm", plan.algorithm->name}, {"begun", ++begun}, {"algorithms", fitting}});
        result run_result = run_experiment(plan, each, doing.asked().text);
        context.rates->note(run_result);
        if (const std::string why = put_into_store(plan, each, run_result, context); !why.empty()) {
            end.remark = why;
        }
        return run_result;
    });
    end.status = exit_status(comparison);
    // Verdicts are ordered by severity.
    const auto worst = std::ranges::max_element(comparison.runs, {}, &result::verdict);
    end.verdict = worst == comparison.runs.end() ? std::string_view{} : name_of(worst->verdict);
    end.result = to_json(comparison);
    return end;
}

json::array left_out(std::span<const candidate> candidates) {
    json::array excluded;
    for (const candidate& each : candidates) {
        if (!each.inapplicable_reason.empty()) {
            excluded.push_back(json::object{{"algorithm", each.plan.algorithm->name},
                                            {"reason", each.inapplicable_reason}});
        }
    }
    return excluded;
}

// Of all that fit: together, and the largest.
json::object estimate_of(std::span<const candidate> candidates, const web_context& context,
                         const std::stop_token& stop) {
    std::uint64_t runs = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
    for (const candidate& each : candidates) {
        serve::require_wanted(stop);
        if (each.inapplicable_reason.empty()) {
            ++runs;
            bytes = std::max(bytes, estimate_memory(each.plan).total_bytes());
            seconds +=
                ratio(estimate_events(each.plan), context.rates->rate_of(*each.plan.algorithm));
        }
    }
    const graph_size size = size_of(candidates.front().plan.built_network);
    return {{"nodes", size.nodes},
            {"links", size.links},
            {"runs", runs},
            {"bytes", bytes},
            {"seconds", rounded(seconds, 2)},
            {"not_fitting", left_out(candidates)}};
}

}  // namespace

web_job check_compare(const submitted_plan& plan, const web_context& context) {
    const experiment_options options = options_of(plan, context);
    const candidate_request request =
        read_request(plan.values, context_of(context), algorithm_choice::all_of_the_collective);
    if (is_checked_by_the_job(request.common)) {
        json::object object = size_estimate(request.common);
        // Until the job has checked the candidates, their number is unknown.
        object["algorithm"] = nullptr;
        object["runs"] = nullptr;
        return {.estimate = std::move(object),
                .work = [values = plan.values, options, context](serve::job& doing) {
                    return do_compare(doing, read_candidates(values, context_of(context), options),
                                      options, context);
                }};
    }
    const std::vector<candidate> candidates =
        read_candidates(plan.values, context_of(context), options);
    return {.estimate = estimate_of(candidates, context, plan.stop),
            .work = [candidates, options, context](serve::job& doing) {
                return do_compare(doing, candidates, options, context);
            }};
}

}  // namespace tutti::program
