#include "cli/arguments/stress_arguments.hpp"
#include "results/json.hpp"
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
std::string as_one_object(const std::string& lines) {
    std::string failures;
    std::string last;
    for (const std::string_view line : split(lines, '\n')) {
        if (line.empty()) {
            continue;
        }
        if (!last.empty()) {
            failures += failures.empty() ? "" : ",";
            failures += last;
        }
        last = line;
    }
    return fmt::format(R"({{"failures":[{}],"summary":{}}})", failures, last);
}

serve::job_end do_stress(serve::job& doing, const experiment& asked, stress_options how) {
    const auto progress = std::make_shared<stress_progress>();
    how.run.stop = doing.stop_token();
    how.progress = progress.get();
    doing.show([progress, trials = how.trials, began = serve::job::clock::now()] {
        return picture_of(*progress, trials, began);
    });
    const stress_report found = tutti::stress(asked, how);
    progress->shrinking = 0;
    return {.verdict = std::string{name_of(found.verdict)},
            .status = exit_status(found.verdict),
            .result = as_one_object(to_json_lines(found, doing.asked().text))};
}

}  // namespace

web_job check_stress(const web_plan& plan, const web_context& all) {
    const command_line given = read_words(plan, all.program);
    const experiment asked = read_experiment(given, *all.known);
    stress_options how = read_stress_options(given, asked);
    how.run = limited(how.run, all.limits);
    if (how.trials > all.limits.trials) {
        refuse("--trials: {} are too many here; at most {} are allowed", grouped(how.trials),
               grouped(all.limits.trials));
    }
    json::object known = size_estimate(asked);
    known["runs"] = how.trials;
    if (!is_checked_by_the_job(asked)) {
        reading(input_of_trials(asked), [&] { check_stress(asked, how); });
    }
    return {.estimate = std::move(known), .work = [asked, how](serve::job& doing) {
                experiment whole = asked;
                whole.where = built(whole.where);
                return reading(input_of_trials(whole),
                               [&] { return do_stress(doing, whole, how); });
            }};
}

}  // namespace tutti::program
