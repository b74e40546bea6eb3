#include "web_jobs.hpp"

#include <algorithm>

#include "check_guard.hpp"
#include "experiment/plan/expansion.hpp"
#include "topology/networks/network_size.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// Of an algorithm of which nothing is known yet.
constexpr double usual_rate = 2e7;

// More of them take seconds to build, even where only a plan is checked.
constexpr std::uint64_t most_ports_at_once = 4'000'000;

using size_function = graph_size (*)(const network_specification& named, std::uint64_t most_bytes);

// Of the networks that a plan names together. What cannot be read is refused by the check.
// Only sizes are computed, and nothing is built: this runs before the plan is accepted.
graph_size sum_of_sizes(const submitted_plan& plan, const web_context& context,
                        size_function size) {
    graph_size sum;
    const auto add = [&](const std::string& text) {
        const graph_size one =
            size(network_specification::parse(text, context.catalogue->networks()),
                 context.limits.memory_bytes);
        sum.nodes += one.nodes;
        sum.ports += one.ports;
        sum.links += one.links;
    };
    try {
        for (const std::string& text : plan.values.values("network")) {
            if (plan.values.command() != plan_command::sweep) {
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

web_job check_now(const submitted_plan& plan, const web_context& context) {
    switch (plan.values.command()) {
        case plan_command::compare:
            return check_compare(plan, context);
        case plan_command::stress:
            return check_stress(plan, context);
        case plan_command::sweep:
            return check_sweep(plan, context);
        case plan_command::tune:
            return check_tune(plan, context);
        default:
            return check_run(plan, context);
    }
}

// The check becomes the first part of the job, under its stop token and its time limit.
web_job check_by_the_job(const submitted_plan& plan, const web_context& context) {
    web_job made{.work = [plan, context](serve::job& doing) {
        submitted_plan checked = plan;
        checked.stop = doing.stop_token();
        return check_now(checked, context).work(doing);
    }};
    if (plan.values.command() != plan_command::sweep) {
        const graph_size size = sum_of_sizes(plan, context, largest_size);
        made.estimate = {{"nodes", size.nodes}, {"links", size.links}};
    }
    return made;
}

}  // namespace

std::string full_name(const algorithm& algorithm) {
    return fmt::format("{}/{}", algorithm.collective, algorithm.name);
}

void run_rates::note(const result& result) {
    // Shorter runs measure the set-up and not the rate.
    constexpr double shortest = 1e-3;
    if (result.wall_seconds > shortest && result.transmissions > 0) {
        const std::scoped_lock guard{lock_};
        rates_[result.collective + "/" + result.algorithm] =
            ratio(result.transmissions, result.wall_seconds);
    }
}

double run_rates::rate_of(const algorithm& algorithm) const {
    const std::scoped_lock guard{lock_};
    const auto position = rates_.find(full_name(algorithm));
    return position == rates_.end() ? usual_rate : position->second;
}

web_job check_plan(const submitted_plan& plan, const web_context& context) {
    // Of most networks nothing is listed before they run.
    const bool is_large = sum_of_sizes(plan, context, listed_size).ports > most_ports_at_once;
    auto checked = is_large ? std::nullopt
                            : context.checks->finish(plan, [context](const submitted_plan& wanted) {
                                  return check_now(wanted, context);
                              });
    // The client may have gone while its plan was checked.
    serve::require_wanted(plan.stop);
    web_job made = checked ? std::move(*checked) : check_by_the_job(plan, context);
    made.estimate["text"] = plan.text;
    // Every estimate has every field, null where it is unknown, so that clients need not test.
    for (const std::string_view each :
         {"algorithm", "nodes", "links", "expected", "formula", "lower_bound", "transmissions",
          "runs", "bytes", "seconds", "recorded", "why_not_recorded", "not_fitting"}) {
        made.estimate.emplace(each, nullptr);
    }
    return made;
}

bool has_many_inputs(const experiment& plan) {
    constexpr double most_inputs = 1e5;
    // Rounds, intervals, values: the factor of the work at each node.
    double factor = 1;
    for (const auto& each : with_defaults(plan.algorithm->parameters, plan.parameters)) {
        if (const auto* const number = std::get_if<std::uint64_t>(&each.second.content())) {
            factor = product(factor, std::max<std::uint64_t>(*number, 1));
        }
    }
    return product(factor, node_count(plan.built_network)) > most_inputs;
}

bool is_checked_by_the_job(const experiment& plan) {
    constexpr std::uint64_t most_ports = 100'000;
    return size_of(plan.built_network).ports > most_ports || has_many_inputs(plan);
}

boost::json::object size_estimate(const experiment& plan) {
    const graph_size size = size_of(plan.built_network);
    return {{"algorithm", full_name(*plan.algorithm)},
            {"nodes", size.nodes},
            {"links", size.links},
            {"runs", 1}};
}

experiment_options options_of(const submitted_plan& plan, const web_context& context) {
    return {.threads = context.limits.threads,
            .memory_limit_bytes = context.limits.memory_bytes,
            .slot_budget = read_slot_budget(plan.values)};
}

plan_context context_of(const web_context& context) {
    return {.catalogue = context.catalogue,
            .program = context.program,
            .memory_limit_bytes = context.limits.memory_bytes};
}

std::shared_ptr<serve::live_view> watch_run(serve::job& doing, const experiment& plan,
                                            experiment_options& options,
                                            const boost::json::object& more) {
    std::vector<serve::live_view::named_phase> phases;
    const std::uint64_t nodes = node_count(plan.built_network);
    if (plan.algorithm->phases) {
        for (const phase& each : plan.algorithm->phases(problem_of(plan))) {
            phases.push_back({.name = std::string{each.name}, .marks = marker_count(each, nodes)});
        }
    }
    auto view = std::make_shared<serve::live_view>(size_of(plan.built_network).links,
                                                   std::move(phases), doing.followers());
    // The view is owned by the source of pictures and by the caller; options refer to it for the
    // run.
    options.sinks.push_back(view.get());
    options.begins = [shown = view.get()](const experiment_scale& scale) {
        const slot slots = scale.expected_units ? scale.expected_units->ceil() : 0;
        shown->expect(scale.required_deliveries, slots);
    };
    doing.show([view, more] {
        boost::json::object picture = view->picture();
        for (const auto& each : more) {
            picture[each.key()] = each.value();
        }
        return picture;
    });
    return view;
}

// A failure of the store does not fail the run: it becomes a remark beside the result.
std::string put_into_store(const experiment& plan, const experiment_options& options,
                           const result& result, const web_context& context) {
    if (result.verdict == verdict::interrupted) {
        return "it was stopped";
    }
    try {
        context.store->put(run_to_store(plan, options.slot_budget, result));
        context.store->commit();
        return {};
    } catch (const std::runtime_error& wrong) {
        return one_line(wrong.what());
    }
}

}  // namespace tutti::program
