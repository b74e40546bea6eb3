#include "tutti/experiment/bounds.hpp"

#include "tutti/topology/diameter.hpp"

namespace tutti {
namespace {

void describe_input(task_bounds& found, const experiment& asked, const problem& input) {
    found.task = asked.what->task;
    found.network = asked.network.text();
    found.nodes = node_count(asked.where);
    found.links = link_count(asked.where);
    found.diameter = diameter(asked.where);
    found.broadcasters = sender_text(asked);
    found.broadcaster_nodes = input.broadcasters.nodes.size();
    found.packets = asked.what->goal->stated_count(input);
}

}  // namespace

std::optional<double> algorithm_bounds::ratio() const {
    const theory figures = known.value_or(theory{});
    if (!figures.expected || figures.lower_bound <= rational{0}) {
        return std::nullopt;
    }
    return figures.expected->units.to_double() / figures.lower_bound.to_double();
}

std::optional<bool> algorithm_bounds::is_attained() const {
    const theory figures = known.value_or(theory{});
    if (!figures.expected) {
        return std::nullopt;
    }
    return figures.expected->kind != time_kind::high_probability &&
           figures.expected->units == figures.lower_bound;
}

task_bounds find_bounds(std::span<const candidate> all) {
    task_bounds found;
    bool is_first = true;
    for (const candidate& one : all) {
        algorithm_bounds figures{.what = one.asked.what,
                                 .ports = one.asked.ports,
                                 .why_not = one.why_not,
                                 .known = std::nullopt};
        if (one.why_not.empty()) {
            const problem input = problem_of(one.asked);
            describe_input(found, one.asked, input);
            figures.known = theory_of(one.asked, input);
            figures.advice = one.asked.what->advice ? one.asked.what->advice(input) : "";
            const rational& bound = figures.known->lower_bound;
            found.lower_bound = is_first ? bound : std::min(found.lower_bound, bound);
            is_first = false;
        }
        found.algorithms.push_back(std::move(figures));
    }
    return found;
}

}  // namespace tutti
