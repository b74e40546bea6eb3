#include "tutti/record/judged_task.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <variant>

#include <fmt/format.h>

#include "tutti/collective/assignment.hpp"
#include "tutti/collective/reduction.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

experiment experiment_of(const recorded_plan& plan, const network& where, const catalogue& known,
                         const algorithm& what) {
    experiment asked{.what = &what,
                     .known = &known,
                     .where = where,
                     .root = plan.root.value_or(0),
                     .ports = plan.ports,
                     .seed = plan.seed};
    if (what.goal->takes_broadcasters) {
        asked.broadcasters = broadcaster_specification::parse(plan.broadcasters);
    }
    const std::array<const algorithm*, 1> only{&what};
    for (const auto& [name, value] : plan.parameters) {
        asked.parameters.insert(parse_parameter(only, fmt::format("{}={}", name, value)));
    }
    return asked;
}

// Whether every node is given what it has to send as it stands, and nothing else.
bool is_given_plainly(const collective& goal, const problem& asked, const judged_task& task) {
    const assignment given{task.given, task.contents};
    for (std::size_t id = 0; id < node_count(asked.where); ++id) {
        const auto node = static_cast<node_id>(id);
        const node_input mine = goal.input(asked, given, node);
        if (mine.messages.size() != task.given.packets_of(node)) {
            return false;
        }
        for (std::size_t i = 0; i < mine.messages.size(); ++i) {
            const message due{.origin = node,
                              .number = static_cast<std::uint32_t>(i),
                              .payload = task.contents.of(node, static_cast<std::uint32_t>(i))};
            if (mine.messages[i] != due) {
                return false;
            }
        }
    }
    return true;
}

// Sums and the like are nobody's message before they are made.
bool is_combined(const judged_task& task) {
    const auto is_given = [&](const message& due) {
        return due.number < task.given.packets_of(due.origin) &&
               due.payload == task.contents.of(due.origin, due.number);
    };
    const auto* const each = std::get_if<one_message_each>(&task.required);
    return std::holds_alternative<sums_upwards>(task.required) ||
           std::holds_alternative<folded_values>(task.required) ||
           (each != nullptr && !std::ranges::all_of(each->expected, is_given));
}

std::string contradiction_of(const recorded_plan& plan, const collective& goal,
                             const problem& asked) {
    const std::uint64_t packets = goal.stated_count(asked);
    if (packets != plan.packets || asked.broadcasters.nodes.size() != plan.broadcaster_nodes) {
        return fmt::format(
            "its broadcasters are {} nodes with {} packets, and by its task {} with "
            "{}",
            plan.broadcaster_nodes, plan.packets, asked.broadcasters.nodes.size(), packets);
    }
    if (node_count(asked.where) != plan.nodes || link_count(asked.where) != plan.links) {
        return fmt::format("it has {} nodes and {} links, and its network {} and {}", plan.nodes,
                           plan.links, node_count(asked.where), link_count(asked.where));
    }
    return {};
}

void fill_in(judged_task& task, const recorded_plan& plan, const collective& goal,
             const problem& asked) {
    task.contents = payloads_for(plan.seed);
    task.required = goal.required(asked);
    task.given = goal.given(asked);
    task.contradiction = contradiction_of(plan, goal, asked);
    if (goal.is_dynamic) {
        task.rate = asked.parameter<rational>("rate");
    } else if (is_combined(task)) {
        task.why_no_possession = "values are combined on the way";
    } else if (!is_given_plainly(goal, asked, task)) {
        task.why_no_possession = "nodes are given other messages than those that count";
    }
    if (goal.name == "barrier" && asked.parameters.contains("skew")) {
        task.first_delivery = last_call(asked) * slots_of_call(asked);
    } else if (goal.judges) {
        task.why_no_postcondition = "it may depend on what programs return";
    }
}

}  // namespace

judged_task task_of(const recorded_plan& plan, const network& where, const catalogue& known) {
    judged_task task;
    const algorithm* const what = known.find(plan.task, plan.algorithm);
    if (what == nullptr) {
        task.why_unknown = fmt::format("this program does not know {}",
                                       in_quotes(fmt::format("{}/{}", plan.task, plan.algorithm)));
        return task;
    }
    if (plan.broadcasters.starts_with("file:")) {
        task.why_unknown = "its plan names a file for its broadcasters";
        return task;
    }
    try {
        const problem asked = problem_of(experiment_of(plan, where, known, *what));
        fill_in(task, plan, *what->goal, asked);
    } catch (const std::invalid_argument& wrong) {
        task.why_unknown = fmt::format("its plan cannot be read again: {}", wrong.what());
    } catch (const std::overflow_error& wrong) {
        task.why_unknown = fmt::format("its plan cannot be read again: {}", wrong.what());
    }
    return task;
}

}  // namespace tutti
