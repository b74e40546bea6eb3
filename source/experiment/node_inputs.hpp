/// @file
/// Inputs of the nodes of a run.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "algorithms/folded_torus.hpp"
#include "collectives/input/assignment.hpp"
#include "engine/partition/node_partition.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {

/// Gives every node its own input and what it is told, and nothing else; on folded tori in the
/// names that the torus has for them.
/// @param records one for the own notes of each of `own`'s nodes, or none. All outlive the run
/// @param own null: all nodes
[[nodiscard]] inline run_inputs inputs_for(const problem& input, const assignment& given,
                                           const algorithm& what,
                                           std::span<interval_record> records,
                                           const node_partition* own = nullptr) {
    run_inputs all{.input =
                       [&, records, own](node_id node) {
                           node_input mine = what.goal->input(input, given, node);
                           if (!records.empty()) {
                               mine.notes = &records[own != nullptr ? own->own_index(node) : node];
                           }
                           return mine;
                       },
                   .node_knowledge = {},
                   .common_knowledge = {}};
    const knowledge_source tells{what, input};
    all.node_knowledge = tells;
    all.common_knowledge = tells.common();
    if (is_folded_torus(input.where)) {
        const auto names = std::make_shared<const torus_origin_mapping>(*what.goal, input);
        all.input = [names, given_there = std::move(all.input)](node_id node) {
            node_input mine = given_there(node);
            mine.messages = names->on_torus(mine.messages);
            return mine;
        };
        all.name = names_on_array(*what.goal, input);
    }
    return all;
}

}  // namespace tutti
