#include "web_jobs.hpp"

#include <algorithm>

#include "check_guard.hpp"
#include "experiment/plan/expansion.hpp"
#include "topology/networks/network_size.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// Of an algorithm of which nothing is known yet.
constexpr double usual_rate = 2e7;

// More of them take seconds to build, even where only a plan is checked.
constexpr std::uint64_t most_ports_at_once = 4'000'000;

using size_function = graph_size (*)(const network_specification& named, std::uint64_t most_bytes);

// Of the networks that a plan names together. What cannot be read is refused by the check.
graph_size sum_of_sizes(const web_plan& plan, const web_context& all, size_function size) {
    graph_size sum;
    const auto add = [&](const std::string& text) {
        const graph_size one = size(network_specification::parse(text), all.limits.memory_bytes);
        sum.nodes += one.nodes;
        sum.ports += one.ports;
        sum.links += one.links;
    };
    try {
        const command_line given = read_words(plan, all.program);
        for (const std::string& text : given.values("--network")) {
            if (plan.command != "sweep") {
                add(text);
                continue;
            }
            const expansion each = expansion::parse(text);
            for (std::uint64_t i = 0; i < each.size(); ++i) {
                add(each.at(i));
            }
        }
    } catch (const std::invalid_argument&) {
        return {};
    }
    return sum;
}

web_job check_now(const web_plan& plan, const web_context& all) {
    return plan.command == "run"       ? check_run(plan, all)
           : plan.command == "compare" ? check_compare(plan, all)
           : plan.command == "stress"  ? check_stress(plan, all)
                                       : check_sweep(plan, all);
}

web_job check_by_the_job(const web_plan& plan, const web_context& all) {
    web_job made{.work = [plan, all](serve::job& doing) {
        web_plan checked = plan;
        checked.stop = doing.stop_token();
        return check_now(checked, all).work(doing);
    }};
    if (plan.command != "sweep") {
        const graph_size size = sum_of_sizes(plan, all, largest_size);
        made.estimate = {{"nodes", size.nodes}, {"links", size.links}};
    }
    return made;
}

}  // namespace

void run_rates::note(const result& found) {
    constexpr double shortest = 1e-3;
    if (found.wall_seconds > shortest && found.transmissions > 0) {
        const std::scoped_lock guard{lock_};
        rates_[found.collective + "/" + found.algorithm] =
            static_cast<double>(found.transmissions) / found.wall_seconds;
    }
}

double run_rates::rate_of(const std::string& algorithm) const {
    const std::scoped_lock guard{lock_};
    const auto found = rates_.find(algorithm);
    return found == rates_.end() ? usual_rate : found->second;
}

web_job check_plan(const web_plan& plan, const web_context& all) {
    // Of most networks nothing is listed before they run.
    const bool is_large = sum_of_sizes(plan, all, listed_size).ports > most_ports_at_once;
    auto checked =
        is_large ? std::nullopt : all.checks->finish(plan, [all](const web_plan& wanted) {
            return check_now(wanted, all);
        });
    serve::require_wanted(plan.stop);
    web_job made = checked ? std::move(*checked) : check_by_the_job(plan, all);
    made.estimate["text"] = plan.text;
    for (const std::string_view each :
         {"algorithm", "nodes", "links", "expected", "formula", "lower_bound", "transmissions",
          "runs", "bytes", "seconds", "recorded", "why_not_recorded", "not_fitting"}) {
        made.estimate.emplace(each, nullptr);
    }
    return made;
}

bool has_many_inputs(const experiment& asked) {
    constexpr double most_inputs = 1e5;
    // Rounds, intervals, values: what there is so many times at each node.
    auto inputs = static_cast<double>(node_count(asked.where));
    for (const auto& each : with_defaults(asked.what->parameters, asked.parameters)) {
        if (const auto* const number = std::get_if<std::uint64_t>(&each.second.content())) {
            inputs *= static_cast<double>(std::max<std::uint64_t>(*number, 1));
        }
    }
    return inputs > most_inputs;
}

bool is_checked_by_the_job(const experiment& asked) {
    constexpr std::uint64_t most_ports = 100'000;
    return size_of(asked.where).ports > most_ports || has_many_inputs(asked);
}

boost::json::object size_estimate(const experiment& asked) {
    const graph_size size = size_of(asked.where);
    return {{"algorithm", fmt::format("{}/{}", asked.what->collective, asked.what->name)},
            {"nodes", size.nodes},
            {"links", size.links},
            {"runs", 1}};
}

experiment_options limited(experiment_options how, const web_limits& limits) {
    how.threads = limits.threads;
    how.memory_limit_bytes = limits.memory_bytes;
    return how;
}

std::string put_into_store(const experiment& asked, const experiment_options& how,
                           const result& found, const web_context& all) {
    if (found.verdict == verdict::interrupted) {
        return "it was stopped";
    }
    try {
        all.store->put(run_to_store(asked, how.slot_budget, found));
        all.store->commit();
        return {};
    } catch (const std::runtime_error& wrong) {
        return one_line(wrong.what());
    }
}

}  // namespace tutti::program
