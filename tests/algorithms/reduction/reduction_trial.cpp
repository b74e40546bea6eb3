#include "reduction_trial.hpp"

#include <array>
#include <utility>

#include "algorithms/emulation.hpp"
#include "algorithms/folded_torus.hpp"
#include "collectives/delivery_verifier.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/topology/network.hpp"

namespace support {

tutti::experiment to_fold(const tutti::algorithm& algorithm, const folding& folding) {
    tutti::experiment made = on_network(algorithm, folding.network);
    made.root = folding.root;
    made.ports = folding.ports.value_or(made.ports);
    made.parameters = {{"values", folding.values}, {"operator", folding.mode}};
    return made;
}

tutti::experiment to_fold(std::string_view algorithm, const folding& folding) {
    return to_fold(entry(algorithm), folding);
}

own_run run_on(const tutti::experiment& plan,
               const std::function<tutti::node_input(tutti::node_id)>& input) {
    const tutti::problem input_of_all = tutti::problem_of(plan);
    tutti::delivery_verifier nobody{plan.algorithm->goal->required(input_of_all),
                                    tutti::derived_payloads{1}};
    event_recorder log;
    const std::array<tutti::sink*, 1> sinks{&log};
    own_run run{.report = {},
                .delivered = std::vector<std::vector<tutti::delivery>>(
                    tutti::node_count(plan.built_network))};
    const tutti::emulation emulation{
        .machine = {.threads = 1, .executor = tutti::executor_kind::plain_threads},
        .run = {.algorithm = plan.algorithm->name,
                .ports = plan.ports,
                .seed = plan.seed,
                .slot_budget = 100'000,
                .sinks = sinks},
        .receiver = &nobody,
        .ended = [&](tutti::run_report report) { run.report = std::move(report); }};
    const auto own = [&](tutti::node_id node) {
        tutti::node_input own_input = input(node);
        if (tutti::is_folded_torus(plan.built_network)) {
            own_input.messages =
                tutti::torus_origin_mapping{*plan.algorithm->goal, input_of_all}.on_torus(
                    own_input.messages);
        }
        return own_input;
    };
    plan.algorithm->program(input_of_all)
        .run({.input = own,
              .node_knowledge = tutti::knowledge_source{*plan.algorithm, input_of_all},
              .name = tutti::names_on_array(*plan.algorithm->goal, input_of_all)},
             emulation);
    for (const tutti::delivery& each : log.deliveries()) {
        run.delivered[each.to].push_back(each);
    }
    return run;
}

}  // namespace support
