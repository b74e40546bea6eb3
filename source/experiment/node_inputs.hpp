/// @file
/// Inputs of a run: of its nodes, and the phases that they mark.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/folded_torus.hpp"
#include "collectives/input/assignment.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "engine/partition/node_partition.hpp"
#include "node/mark.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"
#include "util/collect.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Gives every node its own input and its knowledge, and nothing else; on folded tori in the
/// names that the torus has for them.
/// @param records one for the own notes of each of `own`'s nodes, or none. All outlive the run
/// @param own null: all nodes
[[nodiscard]] inline run_inputs inputs_for(const problem& input, const assignment& assignment,
                                           const algorithm& algorithm,
                                           std::span<interval_record> records,
                                           const node_partition* own = nullptr) {
    run_inputs inputs{.input =
                          [&, records, own](node_id node) {
                              node_input own_input = algorithm.goal->input(input, assignment, node);
                              if (!records.empty()) {
                                  own_input.notes =
                                      &records[own != nullptr ? own->own_index(node) : node];
                              }
                              return own_input;
                          },
                      .node_knowledge = {},
                      .common_knowledge = {}};
    const knowledge_source tells{algorithm, input};
    inputs.node_knowledge = tells;
    inputs.common_knowledge = tells.common();
    if (emulates_torus(algorithm, input.network)) {
        const auto names = std::make_shared<const torus_origin_mapping>(*algorithm.goal, input);
        inputs.input = [names, given_there = std::move(inputs.input)](node_id node) {
            node_input own_input = given_there(node);
            own_input.messages = names->on_torus(own_input.messages);
            return own_input;
        };
        inputs.name = names_on_array(algorithm, input);
    }
    return inputs;
}

/// Phases of the theory as those of the engine. @param nodes of the network
[[nodiscard]] inline std::vector<phase_end> phase_ends(std::span<const phase> planned,
                                                       std::uint64_t nodes) {
    return vector_of(planned, [nodes](const phase& each) {
        return phase_end{.name = each.name,
                         .marked_by = marker_count(each, nodes),
                         .carries = each.carries,
                         .slot_length = each.slot_length,
                         .repeats = each.most_rounds > 1};
    });
}

/// Problem of an experiment, with the inputs of its nodes.
class prepared_problem : pinned {
public:
    explicit prepared_problem(const experiment& plan)
        : input{built_problem_of(plan)},
          assignment{collective_of(plan).given(input), payloads_for(plan.seed)},
          records(collective_of(plan).is_dynamic ? node_count(input.network) : 0),
          inputs{inputs_for(input, assignment, *plan.algorithm, records)},
          phases{plan.algorithm->phases(input)} {}

    problem input;
    tutti::assignment assignment;
    std::vector<interval_record> records;
    run_inputs inputs;
    std::vector<phase> phases;
};

}  // namespace tutti
