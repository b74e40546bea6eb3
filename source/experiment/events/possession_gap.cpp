#include "possession_gap.hpp"

#include <algorithm>
#include <variant>

#include "collectives/input/assignment.hpp"
#include "collectives/input/derived_payloads.hpp"

namespace tutti {
namespace {

// Sums and the like have no origin before they are made.
bool is_combined(const run_requirements& task) {
    const auto is_given = [&](const message& due) {
        return due.number < task.broadcasters.packets_of(due.origin) &&
               due.payload == derived_payloads{task.contents}.of(due.origin, due.number);
    };
    const auto* const each = std::get_if<one_message_each>(&task.required);
    return std::holds_alternative<sums_upwards>(task.required) ||
           std::holds_alternative<folded_values>(task.required) ||
           (each != nullptr && !std::ranges::all_of(each->expected, is_given));
}

}  // namespace

bool is_given_plainly(const collective& collective, const problem& problem,
                      const run_requirements& task) {
    const assignment assignment{task.broadcasters, task.contents};
    const derived_payloads contents{task.contents};
    for (node_id node = 0; node < node_count(problem.network); ++node) {
        const node_input input = collective.input(problem, assignment, node);
        if (input.messages.size() != task.broadcasters.packets_of(node)) {
            return false;
        }
        for (std::uint32_t i = 0; i < input.messages.size(); ++i) {
            const message due{.origin = node, .number = i, .payload = contents.of(node, i)};
            if (input.messages[i] != due) {
                return false;
            }
        }
    }
    return true;
}

// Possession is a matter of messages that exist from the start and move unchanged; combined values
// come into being at nodes, where a recording does not show how.
std::string no_possession_reason(const collective& collective, const problem& problem,
                                 const run_requirements& task) {
    if (is_combined(task)) {
        return "values are combined on the way";
    }
    return is_given_plainly(collective, problem, task)
               ? std::string{}
               : "nodes are given other messages than those that count";
}

}  // namespace tutti
