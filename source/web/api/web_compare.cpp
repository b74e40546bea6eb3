#include "cli/arguments/experiment_options.hpp"
#include "engine/memory/address_space.hpp"
#include "experiment/comparison.hpp"
#include "results/json.hpp"
#include "web/jobs/web_jobs.hpp"
#include "web/jobs/web_watch.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

serve::job_end do_compare(serve::job& doing, std::span<const candidate> candidates,
                          const experiment_options& how, const web_context& all) {
    const auto fitting = std::ranges::count_if(
        candidates, [](const candidate& each) { return each.inapplicable_reason.empty(); });
    std::uint64_t begun = 0;
    serve::job_end end;
    const comparison found = tutti::compare(candidates, [&](const experiment& asked) {
        experiment_options each = how;
        each.stop = doing.stop_token();
        const auto view = watch_run(
            doing, asked, each,
            {{"algorithm", asked.what->name}, {"begun", ++begun}, {"algorithms", fitting}});
        result ended = run_experiment(asked, each, doing.asked().text);
        all.rates->note(ended);
        if (const std::string why = put_into_store(asked, each, ended, all); !why.empty()) {
            end.remark = why;
        }
        return ended;
    });
    end.status = exit_status(found);
    const auto worst = std::ranges::max_element(found.runs, {}, &result::verdict);
    end.verdict = worst == found.runs.end() ? std::string_view{} : name_of(worst->verdict);
    end.result = to_json(found);
    return end;
}

json::array left_out(std::span<const candidate> candidates) {
    json::array found;
    for (const candidate& each : candidates) {
        if (!each.inapplicable_reason.empty()) {
            found.push_back(json::object{{"algorithm", each.asked.what->name},
                                         {"reason", each.inapplicable_reason}});
        }
    }
    return found;
}

// Of all that fit: together, and the largest.
json::object estimate_of(std::span<const candidate> candidates, const web_context& all,
                         const std::stop_token& stop) {
    std::uint64_t runs = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
    for (const candidate& each : candidates) {
        serve::require_wanted(stop);
        if (each.inapplicable_reason.empty()) {
            ++runs;
            bytes = std::max(bytes, estimate_memory(each.asked).total_bytes());
            const std::string name =
                fmt::format("{}/{}", each.asked.what->collective, each.asked.what->name);
            seconds += static_cast<double>(estimate_events(each.asked)) / all.rates->rate_of(name);
        }
    }
    const graph_size size = size_of(candidates.front().asked.where);
    return {{"nodes", size.nodes},
            {"links", size.links},
            {"runs", runs},
            {"bytes", bytes},
            {"seconds", rounded(seconds, 2)},
            {"not_fitting", left_out(candidates)}};
}

}  // namespace

web_job check_compare(const web_plan& plan, const web_context& all) {
    const command_line given = read_words(plan, all.program);
    const experiment_options how = limited(read_options(given), all.limits);
    const candidate_request asked =
        read_request(given, *all.known, algorithm_choice::all_of_the_collective);
    if (is_checked_by_the_job(asked.common)) {
        json::object known = size_estimate(asked.common);
        known["algorithm"] = nullptr;
        known["runs"] = nullptr;
        return {.estimate = std::move(known), .work = [given, how, all](serve::job& doing) {
                    return do_compare(doing, read_candidates(given, *all.known, how), how, all);
                }};
    }
    const std::vector<candidate> candidates = read_candidates(given, *all.known, how);
    return {.estimate = estimate_of(candidates, all, plan.stop),
            .work = [candidates, how, all](serve::job& doing) {
                return do_compare(doing, candidates, how, all);
            }};
}

}  // namespace tutti::program
