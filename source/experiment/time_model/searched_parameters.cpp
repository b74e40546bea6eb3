#include "searched_parameters.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "experiment/plan/option_error.hpp"
#include "node/pieces.hpp"
#include "run_timing.hpp"
#include "time_model.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The number that is named so; null if there is none, or it takes `auto` itself.
const integer_range* range_of(const algorithm& from, std::string_view name) {
    const auto found = std::ranges::find(from.parameters, name, &parameter::name);
    return found == from.parameters.end() ? nullptr : std::get_if<integer_range>(&found->range);
}

// Null where the algorithm does not run with it, or its time is not known.
std::optional<exact_number> seconds_with(experiment plan, std::string_view name,
                                         std::uint64_t value) {
    plan.parameters.insert_or_assign(std::string{name}, parameter_value{value});
    try {
        const problem input = problem_of(plan);
        const theory figures = theory_of(plan, input);
        const link_costs costs = link_costs_of(plan.time_model, plan.network, plan.built_network);
        const std::uint64_t bytes = plan.time_model.bytes.value_or(1);
        return seconds_by_theory(figures, costs, part_bytes(*plan.algorithm->goal, input, bytes));
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

std::uint64_t best_value(const experiment& plan, const std::string& name) {
    std::optional<exact_number> least;
    std::uint64_t best = 0;
    for (const std::uint64_t value : searched_values(plan, name)) {
        const auto seconds = seconds_with(plan, name, value);
        if (seconds && (!least || *seconds < *least)) {
            least = seconds;
            best = value;
        }
    }
    if (!least) {
        refuse_option("--set",
                      "'{}=auto': no formula or schedule says the time of {}/{}; give a number",
                      name, plan.algorithm->collective, plan.algorithm->name);
    }
    return best;
}

}  // namespace

std::optional<std::string> searched_parameter(std::span<const algorithm* const> algorithms,
                                              std::string_view text) {
    constexpr std::string_view end = "=auto";
    if (!text.ends_with(end)) {
        return std::nullopt;
    }
    const std::string_view name = text.substr(0, text.size() - end.size());
    const bool has_it = std::ranges::any_of(
        algorithms, [&](const algorithm* each) { return range_of(*each, name) != nullptr; });
    return has_it && name == pieces_parameter ? std::optional{std::string{name}} : std::nullopt;
}

std::vector<std::uint64_t> searched_values(const experiment& plan, std::string_view name) {
    constexpr std::uint64_t most_of_participant = 8;
    const integer_range* const range = range_of(*plan.algorithm, name);
    if (range == nullptr) {
        return {};
    }
    std::set<std::uint64_t> values;
    for (std::uint64_t i = 1; i <= most_pieces; ++i) {
        values.insert(i);
    }
    if (name == values_parameter_name) {
        for (std::uint64_t i = 1; i <= most_of_participant; ++i) {
            values.insert(i * participant_count(plan));
        }
    }
    std::erase_if(values,
                  [&](std::uint64_t value) { return value < range->least || value > range->most; });
    return {values.begin(), values.end()};
}

void search_parameters(experiment& plan) {
    for (const std::string& name : std::exchange(plan.searched_parameters, {})) {
        if (range_of(*plan.algorithm, name) == nullptr) {
            continue;
        }
        if (!plan.time_model.is_given()) {
            refuse_option("--set",
                          "'{}=auto' needs --latency, --bandwidth and --bytes; or give a number",
                          name);
        }
        require_complete(plan.time_model);
        if (!link_costs_of(plan.time_model, plan.network, plan.built_network).are_alike()) {
            refuse_option("--set", "'{}=auto' needs links that are all alike; give a number", name);
        }
        plan.parameters.insert_or_assign(name, parameter_value{best_value(plan, name)});
    }
}

}  // namespace tutti
