/// @file
/// What the nodes of a run are given.
#pragma once

#include <span>

#include "node_accounts.hpp"
#include "tutti/algorithm/algorithm.hpp"
#include "tutti/collective/assignment.hpp"

namespace tutti {

/// Gives every node its own input and what it is told, and nothing else.
/// @param records one a node for its own notes, or none
/// @param kept takes what programs return; null: nobody does. All outlive the run
[[nodiscard]] inline run_inputs inputs_for(const problem& input, const assignment& given,
                                           const algorithm& what,
                                           std::span<interval_record> records,
                                           node_accounts* kept = nullptr) {
    run_inputs inputs{.input =
                          [&, records](node_id node) {
                              node_input mine = what.goal->input(input, given, node);
                              if (!records.empty()) {
                                  mine.notes = &records[node];
                              }
                              return mine;
                          },
                      .told_to = teller{what, input}};
    if (kept != nullptr) {
        inputs.outcome = [kept](node_id node, std::any outcome) {
            kept->returned(node, std::move(outcome));
        };
    }
    return inputs;
}

}  // namespace tutti
