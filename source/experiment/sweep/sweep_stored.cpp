#include "sweep_stored.hpp"

#include "sweep_runs.hpp"
#include "tutti/version.hpp"
#include "util/collect.hpp"

namespace tutti {

std::uint64_t stored_sweep_runs::count() const {
    return total_of(by_name, [](const auto& each) { return each.second.count; });
}

std::map<std::string, std::uint64_t> stored_sweep_runs::verdicts() const {
    std::map<std::string, std::uint64_t> counts;
    for (const auto& [name, each] : by_name) {
        for (const auto& [verdict, runs] : each.verdicts) {
            counts[verdict] += runs;
        }
    }
    return counts;
}

// A change of one algorithm's results makes all its stored runs foreign.
void stored_sweep_runs::forget(const sweep_plan& plan, const std::string& algorithm) {
    by_name.erase(algorithm);
    for (std::uint64_t run = 0; run < plan.run_count(); ++run) {
        if (is_done[run] && plan.cell_of(run).algorithm->name == algorithm) {
            is_done[run] = false;
            is_other[run] = true;
        }
    }
}

stored_sweep_runs no_stored_runs(const sweep_plan& plan) {
    return {.is_done = std::vector<bool>(plan.run_count()),
            .is_other = std::vector<bool>(plan.run_count())};
}

stored_sweep_runs find_stored(
    const sweep_plan& plan, const sweep_options& options,
    const std::function<std::optional<stored_summary>(const std::string&)>& find) {
    stored_sweep_runs stored = no_stored_runs(plan);
    const std::size_t runs = stored.is_done.size();
    const stored_summary own{.program = name_in_stores(*plan.axes().catalogue, plan.axes().program),
                             .version = std::string{version()}};
    for (std::size_t run = 0; run < runs && !options.run.stop.stop_requested(); ++run) {
        if (options.progress != nullptr) {
            options.progress->looked_up = run + 1;
        }
        const auto there = find_by_identity(plan.identity_at(run), find);
        if (!there) {
            continue;
        }
        // Runs of other versions are neither done nor due; the caller decides.
        if (!there->is_of_same_version(own)) {
            stored.other_name =
                stored.others++ == 0 ? there->program + " " + there->version : stored.other_name;
            stored.is_other[run] = true;
            continue;
        }
        stored.is_done[run] = true;
        auto& same = stored.by_name[std::string{plan.cell_of(run).algorithm->name}];
        ++same.verdicts[there->verdict];
        // The quickest run is the cheapest to repeat.
        if (same.count++ == 0 || there->wall_seconds < same.quickest_outcome.wall_seconds) {
            same.quickest = run;
            same.quickest_outcome = *there;
        }
    }
    return stored;
}

// A repetition longer than two seconds would delay every resumption of a sweep.
void repeat_quickest(const sweep_plan& plan, run_sink& store, const sweep_options& options,
                     stored_sweep_runs& stored) {
    constexpr double most_seconds = 2;
    std::vector<std::string> changed;
    for (const auto& [name, same] : stored.by_name) {
        if (same.quickest_outcome.wall_seconds > most_seconds ||
            options.run.stop.stop_requested()) {
            continue;
        }
        const experiment original = plan.at(same.quickest);
        experiment_options each = options_for(plan, plan.cell_of(same.quickest), options.run);
        each.stop = options.run.stop;
        const stored_run again =
            run_to_store(original, each.slot_budget, run_experiment(original, each, {}),
                         plan.contents_at(same.quickest));
        if (again.result.verdict == verdict::interrupted) {
            continue;
        }
        // A different result is replaced on request; otherwise `put` throws a conflict.
        if (options.policy == conflict_policy::replaced &&
            !summarise(again).is_same_result(same.quickest_outcome)) {
            changed.push_back(name);
        } else {
            store.put(again, conflict_policy::refused);
        }
    }
    for (const std::string& name : changed) {
        stored.forget(plan, name);
    }
}

// The probability of failure is computed only if some run was unlucky, since it may take long.
void add_stored_runs(unlucky_tally& tally, const sweep_plan& plan, const stored_sweep_runs& runs,
                     const algorithm& algorithm) {
    const auto stored = runs.by_name.find(algorithm.name);
    if (stored == runs.by_name.end()) {
        return;
    }
    const auto unlucky = stored->second.verdicts.find(std::string{name_of(verdict::unlucky)});
    tally.add_unlucky(unlucky == stored->second.verdicts.end() ? 0 : unlucky->second);
    const bool is_needed = tally.count() > 0 && algorithm.failure != nullptr;
    for (std::uint64_t run = 0; is_needed && run < plan.run_count(); ++run) {
        if (runs.is_done[run] && plan.cell_of(run).algorithm == &algorithm) {
            tally.add_runs(algorithm.failure(problem_of(plan.at(run))), 1);
        }
    }
}

}  // namespace tutti
