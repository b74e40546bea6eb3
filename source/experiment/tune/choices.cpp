#include "choices.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "bounds/all_links.hpp"
#include "experiment/overflow.hpp"
#include "experiment/time_model/run_timing.hpp"
#include "experiment/time_model/searched_parameters.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/collect.hpp"

namespace tutti {
namespace {

link_costs costs_of(const experiment& plan) {
    return link_costs_of(plan.time_model, plan.network, plan.built_network);
}

// Those of the plan, and this one.
experiment with_value(experiment plan, std::string_view name, std::uint64_t value) {
    plan.parameters.insert_or_assign(std::string{name}, parameter_value{value});
    return plan;
}

// Line of a share of a part's bytes.
size_line line_of(const exact_number& latency, const exact_number& share,
                  const exact_number& seconds_a_byte, std::uint64_t parts) {
    return {.seconds = latency, .seconds_a_byte = share * seconds_a_byte / parts};
}

size_function function_of_slots(const std::vector<slot_use>& uses, const link_costs& costs,
                                std::uint64_t parts) {
    size_function sum;
    for (const slot_use& use : uses) {
        std::vector<size_line> lines;
        for (std::size_t i = 0; i < use.largest.size(); ++i) {
            if (const auto& share = use.largest[i]) {
                lines.push_back(line_of(costs.of_class[i].latency, exact(*share),
                                        costs.of_class[i].seconds_a_byte, parts));
            }
        }
        if (lines.empty()) {
            lines.push_back({.seconds = costs.most().latency});
        }
        sum.add(size_function::largest(lines), use.slots);
    }
    return sum;
}

size_function function_of_paths(const std::vector<path_cost>& paths, const link_costs& costs,
                                std::uint64_t parts) {
    const link_cost most = costs.most();
    const std::vector<size_line> lines = vector_of(paths, [&](const path_cost& each) {
        return line_of(exact(each.latencies) * most.latency, exact(each.shares),
                       most.seconds_a_byte, parts);
    });
    return lines.empty() ? size_function{} : size_function::largest(lines);
}

// False where the results of few values are at few nodes: then no journey between others is needed.
bool spans_all(const problem& input, const requirement& required) {
    const auto* const values = std::get_if<folded_values>(&required);
    return values == nullptr || values->place != result_place::in_turn ||
           values->count >= input.participant_count();
}

// Start-ups in a row, and links and ports that carry what they have to, are bounds each. With half
// duplex, what a node receives is not beside what it sends.
bool bounds_paths(port_model ports) {
    return ports == port_model::all_port || ports == port_model::one_way ||
           ports == port_model::single_port_full_duplex;
}

}  // namespace

std::vector<tuned_choice> choices_of(const experiment& plan) {
    for (const std::string_view name : {pieces_parameter, values_parameter_name}) {
        if (const auto given = plan.parameters.find(name); given != plan.parameters.end()) {
            return {{.plan = plan, .parameters = fmt::format("{}={}", name, given->second.text())}};
        }
        std::vector<tuned_choice> choices;
        for (const std::uint64_t value : searched_values(plan, name)) {
            choices.push_back({.plan = with_value(plan, name, value),
                               .parameters = fmt::format("{}={}", name, value),
                               .number = value});
        }
        if (!choices.empty()) {
            return choices;
        }
    }
    return {{.plan = plan}};
}

bool has_values(const tuned_choice& choice) {
    return choice.parameters.starts_with(values_parameter_name);
}

bool is_tried_by_runs(const tuned_choice& choice) {
    constexpr std::size_t most_participants = 32;  // of which every number is tried
    constexpr std::array<std::uint64_t, 12> few{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
    return choice.number == 0 || std::ranges::find(few, choice.number) != few.end() ||
           choice.number % participant_count(choice.plan) == 0 ||
           participant_count(choice.plan) <= most_participants;
}

std::optional<size_function> function_by_theory(const experiment& plan, timed_by by) {
    if (by == timed_by::startups) {
        return std::nullopt;
    }
    const problem input = problem_of(plan);
    const theory figures = theory_of(plan, input);
    const link_costs costs = costs_of(plan);
    // Both ends of the line.
    const auto seconds = seconds_by_theory(figures, costs, 0);
    const auto with_bytes = seconds_by_theory(figures, costs, 1);
    if (!seconds || !with_bytes) {
        return std::nullopt;
    }
    return size_function{
        line_of(*seconds, *with_bytes - *seconds, 1, parts_of_size(*plan.algorithm->goal, input))};
}

std::optional<size_function> function_of_run(const experiment& plan, const model_time& timed,
                                             timed_by by) {
    const std::uint64_t parts = parts_of_size(*plan.algorithm->goal, problem_of(plan));
    if (by == timed_by::slots) {
        return function_of_slots(timed.uses, costs_of(plan), parts);
    }
    return timed.startup_seconds
               ? std::optional{function_of_paths(timed.paths, costs_of(plan), parts)}
               : std::nullopt;
}

int farthest_journey(const experiment& plan) {
    const collective& goal = *plan.algorithm->goal;
    const participant_set members = participants_of(plan);
    if (goal.takes_root) {
        const std::vector<int> distances =
            distances_from(all_links{plan.built_network}, root_of(plan));
        int farthest = 0;
        for (const node_id to : members.nodes(node_count(plan.built_network))) {
            farthest = std::max(farthest, distances[to]);
        }
        return farthest;
    }
    const diameter_bound found = diameter_among(plan.built_network, members);
    return goal.messages_in_size && found.is_exact ? found.links : 0;
}

size_function bound_function(const experiment& plan, timed_by by, int links) {
    const problem input = problem_of(plan);
    const collective& goal = *plan.algorithm->goal;
    const link_cost least = costs_of(plan).least();
    // Values are not cut.
    const bool has_values = input.parameters.contains(values_parameter_name);
    const int journey = spans_all(input, goal.required(input)) ? links : 0;
    const exact_number units = exact(within_64_bits(plan, [&] {
        return goal
            .lower_bound(within_ports(plan.algorithm->ports, input),
                         has_values ? packet_size::whole() : packet_size::any_pieces())
            .units;
    }));
    const auto line = [&](const exact_number& latencies, const exact_number& shares) {
        return line_of(latencies * least.latency, shares, least.seconds_a_byte,
                       parts_of_size(goal, input));
    };
    if (by == timed_by::slots) {
        return size_function{
            line(has_values ? std::max<exact_number>(units, journey) : journey, units)};
    }
    std::vector<size_line> lines{line(journey, has_values ? journey : 0)};
    // A bound in slots may have as many before or behind those in which a link is busy.
    if (bounds_paths(plan.ports)) {
        lines.push_back(line(0, has_values ? std::max<exact_number>(0, units - links) : units));
    }
    return size_function::largest(lines);
}

}  // namespace tutti
