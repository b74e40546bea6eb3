#include "reduction_entry.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"
#include "util/recent_results.hpp"

namespace tutti {
namespace {

// Node j keeps as many as any other.
std::string order_mismatch(const problem& problem) {
    const std::uint64_t keepers = problem.participant_count();
    const std::uint64_t values = value_count(problem);
    return values % keepers == 0
               ? std::string{}
               : fmt::format("takes a multiple of {} values, one for each {}, not {}", keepers,
                             problem.participants.is_everyone() ? "node" : "participant", values);
}

}  // namespace

void describe_reduction(algorithm& entry) {
    // An allreduce sends each value towards its root, and each result back.
    const std::uint64_t times = is_allreduce(entry) ? 2 : 1;
    entry.transmissions = [times](const problem& problem) {
        return packet_hops{times * value_count(problem) * (node_count(problem.network) - 1)};
    };
    if (entry.collective == "reduce-scatter") {
        entry.inapplicable_input_reason = order_mismatch;
    }
    if (entry.collective == "reduce") {
        entry.knowledge.push_back(knowledge_item::root);
    }
}

std::vector<phase> phases_of(const reduction_schedule& plan) {
    std::vector<phase> phases;
    for (const fold_part& part : plan.parts) {
        phases.push_back(
            synchronous_phase(std::string{part.end.name()}, part.slots * slots_for(plan.rounds)));
        phases.back().most_rounds = plan.rounds;
    }
    return phases;
}

void run_by_schedule(algorithm& entry,
                     std::function<reduction_schedule(const setting& context)> plan,
                     schedule_factory sends) {
    entry.phases = [plan](const problem& problem) { return phases_of(plan(problem)); };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const reduction_rules& rules, const auto& rounds,
           const schedule& rows) {
            return fold_by_schedule(self, std::move(input.messages), rules, rounds, rows);
        },
        rules_of_reduction, std::move(plan), std::move(sends));
}

void run_halves_by_schedule(algorithm& entry, slot (*slots)(const setting& context),
                            schedule_factory sends) {
    run_by_schedule(
        entry,
        [slots, gathers = is_allreduce(entry)](const setting& context) {
            return plan_of_halves(context, gathers, slots(context), node_count(context.network));
        },
        std::move(sends));
}

void reduce_in(algorithm& entry, std::function<slot(const problem& posed)> slots,
               schedule_factory sends) {
    // Without values or with one node nothing is sent.
    const auto time = [slots = std::move(slots)](const problem& posed) {
        const bool has_work = value_count(posed) > 0 && posed.participant_count() > 1;
        return has_work ? slots(posed) : 0;
    };
    entry.phases = [time](const problem& posed) {
        return std::vector{phase{.name = "reduce", .expected_slots = time(posed)}};
    };
    // By root, as nodes know it: the same one, so that one of them works it out.
    const auto time_of = [time](const setting& context) {
        auto known = std::make_shared<recent_results<node_id, slot>>();
        return [time, context, known](node_id root) {
            return known->of(root, [&] {
                problem posed{context};
                posed.root = root;
                return time(posed);
            });
        };
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const knowledge& items, const reduction_rules& rules,
           const schedule& rows, const auto& time_to) {
            const node_id root = items.root();
            const bool takes_part = rules.participants.contains(self.id());
            return reduce_by_schedule(self, std::move(input.messages), rules, root, rows,
                                      takes_part ? 0 : time_to(root));
        },
        rules_of_reduction, std::move(sends), time_of);
}

// Values beyond those of one round take another round; one round is run even for none.
std::uint64_t rounds_of(const setting& setting, std::uint64_t values) {
    return std::max<std::uint64_t>(1, divided_up(value_count(setting), values));
}

reduction_schedule plan_of(const setting& setting, std::vector<fold_part> parts,
                           std::uint64_t values) {
    if (value_count(setting) == 0) {
        for (fold_part& part : parts) {
            part.slots = 0;
        }
    }
    const bool takes_time = std::ranges::any_of(
        parts, [](slot each) { return each > 0; }, &fold_part::slots);
    return {.parts = std::move(parts),
            .rounds = takes_time ? rounds_of(setting, values) : 1,
            .values = values};
}

reduction_schedule plan_of_halves(const setting& setting, bool gathers, slot slots,
                                  std::uint64_t values) {
    std::vector<fold_part> parts{{.end = "reduce-scatter", .slots = slots}};
    if (gathers) {
        parts.push_back({.end = "allgather", .slots = slots, .copies = true});
    }
    return plan_of(setting, std::move(parts), values);
}

std::string single_value_mismatch(const problem& problem) {
    return value_count(problem) == 1
               ? std::string{}
               : fmt::format("takes one value of each node, not values={}", value_count(problem));
}

}  // namespace tutti
