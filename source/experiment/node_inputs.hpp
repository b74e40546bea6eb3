/// @file
/// What the nodes of a run are given.
#pragma once

#include <span>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/collective/assignment.hpp"

namespace tutti {

/// Gives every node its own input and what it is told, and nothing else.
/// @param records one a node for its own notes, or none. All outlive the run
[[nodiscard]] inline run_inputs inputs_for(const problem& input, const assignment& given,
                                           const algorithm& what,
                                           std::span<interval_record> records) {
    return {.input =
                [&, records](node_id node) {
                    node_input mine = what.goal->input(input, given, node);
                    if (!records.empty()) {
                        mine.notes = &records[node];
                    }
                    return mine;
                },
            .told_to = teller{what, input}};
}

}  // namespace tutti
