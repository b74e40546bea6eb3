#include "reduction_trial.hpp"

#include <array>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/emulation.hpp"
#include "algorithms/folded_torus.hpp"
#include "collectives/delivery_verifier.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/topology/network.hpp"

namespace support {

tutti::experiment to_fold(const tutti::algorithm& what, const folding& asked) {
    tutti::experiment made = on_network(what, asked.network);
    made.root = asked.root;
    made.ports = asked.ports.value_or(made.ports);
    made.parameters = {{"values", asked.values}, {"operator", asked.how}};
    return made;
}

tutti::experiment to_fold(std::string_view algorithm, const folding& asked) {
    return to_fold(entry(algorithm), asked);
}

tutti::result check_exact(std::string_view algorithm, const folding& asked, exact_cost cost) {
    CAPTURE(algorithm);
    CAPTURE(asked.network);
    CAPTURE(asked.values);
    CAPTURE(asked.root);
    tutti::result found = run(to_fold(algorithm, asked));
    CHECK(outcome_of(found) == "complete");
    CHECK(found.slots == cost.slots);
    CHECK(found.transmissions == cost.transmissions);
    CHECK(found.control_transmissions == 0);
    CHECK(found.lower_bound.units <= tutti::rational{cost.slots});
    return found;
}

own_run run_on(const tutti::experiment& asked,
               const std::function<tutti::node_input(tutti::node_id)>& input) {
    const tutti::problem input_of_all = tutti::problem_of(asked);
    tutti::delivery_verifier nobody{asked.what->goal->required(input_of_all),
                                    tutti::derived_payloads{1}};
    event_recorder log;
    const std::array<tutti::sink*, 1> sinks{&log};
    own_run found{
        .report = {},
        .delivered = std::vector<std::vector<tutti::delivery>>(tutti::node_count(asked.where))};
    const tutti::emulation how{
        .machine = {.threads = 1, .executor = tutti::executor_kind::plain_threads},
        .run = {.algorithm = asked.what->name,
                .ports = asked.ports,
                .seed = asked.seed,
                .slot_budget = 100'000,
                .sinks = sinks},
        .receiver = &nobody,
        .ended = [&](tutti::run_report report) { found.report = std::move(report); }};
    const auto own = [&](tutti::node_id node) {
        tutti::node_input mine = input(node);
        if (tutti::is_folded_torus(asked.where)) {
            mine.messages = tutti::torus_origin_mapping{*asked.what->goal, input_of_all}.on_torus(
                mine.messages);
        }
        return mine;
    };
    asked.what->program(input_of_all)
        .run({.input = own,
              .node_knowledge = tutti::knowledge_source{*asked.what, input_of_all},
              .name = tutti::names_on_array(*asked.what->goal, input_of_all)},
             how);
    for (const tutti::delivery& each : log.deliveries()) {
        found.delivered[each.to].push_back(each);
    }
    return found;
}

}  // namespace support
