#include <vector>

#include <fmt/ranges.h>

#include "experiment/plan/option_error.hpp"
#include "util/json_values.hpp"
#include "web/jobs/web_jobs.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

json::object picture_of(const stress_progress& progress, std::uint64_t trials,
                        serve::job::clock::time_point began) {
    const std::chrono::duration<double> taken = serve::job::clock::now() - began;
    return {{"trials", trials},
            {"finished", progress.finished.load()},
            {"failed", progress.failed.load()},
            {"shrinking", progress.shrinking.load()},
            {"seconds", rounded(taken.count(), 6)}};
}

// One line a failed trial, and then the summary.
std::string as_one_object(const std::string& text) {
    std::vector<std::string_view> lines = split(text, '\n');
    std::erase(lines, std::string_view{});
    const std::string_view summary = lines.back();
    lines.pop_back();
    return fmt::format(R"({{"failures":[{}],"summary":{}}})", fmt::join(lines, ","), summary);
}

serve::job_end do_stress(serve::job& doing, const experiment& plan, stress_options options) {
    // Progress is shared with the source of pictures, which the job calls from other threads.
    const auto progress = std::make_shared<stress_progress>();
    options.run.stop = doing.stop_token();
    options.progress = progress.get();
    doing.show([progress, trials = options.trials, began = serve::job::clock::now()] {
        return picture_of(*progress, trials, began);
    });
    const stress_report report = tutti::stress(plan, options);
    progress->shrinking = 0;
    return {.verdict = std::string{name_of(report.verdict)},
            .status = exit_status(report.verdict),
            .result = as_one_object(to_json_lines(report, doing.asked().text))};
}

}  // namespace

web_job check_stress(const submitted_plan& plan, const web_context& context) {
    const experiment original = read_experiment(plan.values, context_of(context));
    stress_options options = read_stress_options(plan.values, original, options_of(plan, context));
    options.most_distinct = most_read_failures;
    if (options.trials > context.limits.trials) {
        refuse_option("--trials", "{} are too many here; at most {} are allowed",
                      grouped(options.trials), grouped(context.limits.trials));
    }
    json::object object = size_estimate(original);
    object["runs"] = options.trials;
    if (!is_checked_by_the_job(original)) {
        reading(input_of_trials(original), [&] { check_stress(original, options); });
    }
    return {.estimate = std::move(object), .work = [original, options](serve::job& doing) {
                experiment whole = original;
                // The plan may hold an outline; links are built by the job, not by the check.
                whole.built_network = built(whole.built_network);
                return reading(input_of_trials(whole),
                               [&] { return do_stress(doing, whole, options); });
            }};
}

}  // namespace tutti::program
