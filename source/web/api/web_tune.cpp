#include "engine/memory/address_space.hpp"
#include "experiment/tune/tuning.hpp"
#include "web/jobs/web_jobs.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

serve::job_end do_tune(serve::job& doing, std::span<const candidate> candidates,
                       const experiment_options& options, const web_context& context) {
    std::uint64_t begun = 0;
    const tuning tuned =
        tutti::tune({.candidates = candidates, .run = [&](const experiment& plan) {
                         experiment_options each = options;
                         each.stop = doing.stop_token();
                         const auto view =
                             watch_run(doing, plan, each,
                                       {{"algorithm", plan.algorithm->name}, {"begun", ++begun}});
                         result ran = run_experiment(plan, each, doing.asked().text);
                         context.rates->note(ran);
                         return ran;
                     }});
    serve::job_end end;
    end.status = exit_status(tuned);
    verdict worst = tuned.is_interrupted ? verdict::interrupted : verdict::complete;
    for (const result& each : tuned.failed) {
        worst = std::max(worst, each.verdict);
    }
    end.verdict = name_of(worst);
    end.result = to_json(tuned);
    return end;
}

}  // namespace

// How many runs there will be depends on what the theory says.
web_job check_tune(const submitted_plan& plan, const web_context& context) {
    const experiment_options options = options_of(plan, context);
    const std::vector<candidate> candidates =
        read_tuned_candidates(plan.values, context_of(context), options);
    const experiment& first = candidates.front().plan;
    json::object estimate = size_estimate(first);
    estimate["algorithm"] = nullptr;
    return {.estimate = std::move(estimate),
            .work = [candidates, options, context](serve::job& doing) {
                return do_tune(doing, candidates, options, context);
            }};
}

}  // namespace tutti::program
