#include <map>
#include <set>

#include <fmt/ranges.h>

#include "experiment/plan/option_error.hpp"
#include "results/json.hpp"
#include "results/store/store.hpp"
#include "tutti/experiment/sweep.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "web/jobs/web_jobs.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

// All columns together stay below `most_comparisons`.
constexpr std::size_t most_alternatives = 18;

/// Progress of a sweep for the page.
struct sweep_watch {
    sweep_progress progress{};
    std::uint64_t runs = 0;
    std::atomic<bool> has_begun = false;
    serve::job::clock::time_point began = serve::job::clock::now();

    [[nodiscard]] json::object picture() const {
        const std::chrono::duration<double> taken = serve::job::clock::now() - began;
        const double work = progress.work;
        const double done = progress.work_done;
        // The rest is extrapolated by work, because runs on larger networks take longer.
        const json::value left = done > 0 && work > 0
                                     ? json::value(rounded(taken.count() * (work - done) / done, 3))
                                     : json::value(nullptr);
        const std::uint64_t to_do = progress.runs;
        return {{"runs", runs},
                {"finished", progress.finished.load()},
                {"failed", progress.failed.load()},
                {"stored", has_begun ? runs - std::min(runs, to_do) : 0},
                {"seconds", rounded(taken.count(), 6)},
                {"seconds_left", left}};
    }
};

serve::job_end do_sweep(serve::job& doing, const sweep_plan& plan, sweep_options options,
                        result_store& store) {
    const auto watched = std::make_shared<sweep_watch>();
    watched->runs = plan.run_count();
    options.run.stop = doing.stop_token();
    options.progress = &watched->progress;
    options.begins = [&] { watched->has_begun = true; };
    doing.show([watched] { return watched->picture(); });
    const sweep_report report = run_sweep(plan, store, options);
    return {.verdict = std::string{name_of(report.verdict)},
            .status = report.status,
            .result = to_json(report, doing.asked().text)};
}

// One of these texts in a column, an empty one if it has none; nothing where there are too many to
// say.
std::string one_of(std::string_view column, const std::set<std::string>& texts) {
    if (texts.empty() || texts.size() > most_alternatives) {
        return {};
    }
    return fmt::format("({})", joined_texts(texts, " or ", [&](const std::string& text) {
                           // A missing value is in no order with a text.
                           return text.empty() ? fmt::format("not {} >= ''", column)
                                               : fmt::format("{} = '{}'", column, text);
                       }));
}

void add_input(std::map<std::string_view, std::set<std::string>>& texts, const experiment& plan) {
    const collective& collective = *plan.algorithm->goal;
    texts["participants"].insert(request_of(plan).participants);
    if (collective.takes_broadcasters) {
        texts["broadcasters"].insert(plan.broadcasters.text());
    }
    // Other seeds may have another first participant.
    if (collective.takes_root && (plan.root || !plan.participants.is_drawn())) {
        texts["root"].insert(std::to_string(root_of(plan)));
    }
}

// The runs of the plan among all that the store has, as far as a condition can say.
std::string where_of(const sweep_plan& plan) {
    std::map<std::string_view, std::set<std::string>> texts;
    for (std::uint64_t run = 0; run < plan.run_count(); run += plan.seed_count()) {
        const experiment each = plan.at(run);
        texts["collective"].insert(each.algorithm->collective);
        texts["algorithm"].insert(each.algorithm->name);
        texts["network"].insert(each.network.text());
        texts["ports"].emplace(name_of(each.ports));
        add_input(texts, each);
    }
    std::vector<std::string> names;
    names.reserve(texts.size() + 1);
    for (const auto& each : texts) {
        if (std::string text = one_of(each.first, each.second); !text.empty()) {
            names.push_back(std::move(text));
        }
    }
    const std::vector<seed_range>& seeds = plan.axes().seeds;
    names.push_back(
        fmt::format("seed >= {} and seed <= {}", seeds.front().first, seeds.back().last));
    return fmt::format("{}", fmt::join(names, " and "));
}

double seconds_of(const sweep_plan& plan, const web_context& context) {
    const auto seconds = [&](const sweep_cell& each) {
        return product(each.work, plan.seed_count()) / context.rates->rate_of(*each.algorithm);
    };
    return total_of(plan.cells(), seconds, 0.0) / context.limits.threads;
}

// Before each point is looked at.
// The product is taken in floating point, which cannot overflow.
void refuse_large(const sweep_axes& axes, const web_limits& limits) {
    const auto count = [](const seed_range& each) {
        return product(each.last - each.first, 1) + 1;
    };
    const double runs = product(total_of(axes.seeds, count, 0.0), axes.cell_count());
    if (runs > static_cast<double>(limits.sweep_runs)) {
        refuse_option("--seeds", "{:.0f} runs are too many here; at most {} are allowed", runs,
                      grouped(limits.sweep_runs));
    }
}

}  // namespace

web_job check_sweep(const submitted_plan& plan, const web_context& context) {
    const sweep_axes axes = read_axes(plan.values, context_of(context));
    refuse_large(axes, context.limits);
    experiment_options checked = options_of(plan, context);
    checked.stop = plan.stop;
    const sweep_options options{
        .run = options_of(plan, context),
        .policy = plan.values.has("again") ? conflict_policy::replaced : conflict_policy::refused};
    const auto cells =
        reading("--network", [&] { return std::make_shared<sweep_plan>(axes, checked); });
    return {
        .estimate = {{"runs", cells->run_count()},
                     // The memory of its largest cell.
                     {"bytes", largest_of(cells->cells(), &sweep_cell::bytes, std::uint64_t{0})},
                     {"seconds", rounded(seconds_of(*cells, context), 2)},
                     {"not_fitting", array_of(cells->inapplicable(), inapplicable_json)}},
        .work = [cells, options, context](
                    serve::job& doing) { return do_sweep(doing, *cells, options, *context.store); },
        .filter = where_of(*cells)};
}

}  // namespace tutti::program
