#include "random_roots.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "algorithms/occupancy.hpp"
#include "random_roots_detected.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

// Of c's parts: so small that it can be multiplied with any K.
constexpr std::int64_t most_part = 1'000'000;

rational factor_of(const problem& problem) { return problem.parameter<rational>("c"); }

// B, the messages of one tree that there is time for.
slot budget_of(const problem& problem) {
    return (factor_of(problem) * problem.message_count() / cube_of(problem).dimensions()).ceil();
}

std::vector<phase> random_roots_phases(const problem& problem) {
    const slot d = cube_of(problem).dimensions();
    const slot budget = budget_of(problem);
    return {
        synchronous_phase("collect", budget + d - 1),
        synchronous_phase("broadcast", budget + d),
    };
}

// Known if nothing is lost.
std::optional<packet_hops> random_roots_transmissions(const problem& problem) {
    const random_choice collected = chosen_at_random(problem);
    if (collected.fullest_share > static_cast<std::uint64_t>(budget_of(problem))) {
        return std::nullopt;
    }
    const auto d = static_cast<std::uint64_t>(cube_of(problem).dimensions());
    const std::uint64_t others = cube_of(problem).node_count() - 1;
    return packet_hops{collected.hops + problem.message_count() * others, d * others};
}

failure_probability failure(const problem& problem) {
    const int trees = cube_of(problem).dimensions();
    const std::uint64_t count = problem.message_count();
    const auto budget = static_cast<std::uint64_t>(budget_of(problem));
    return {.exact = overflow_probability(trees, count, budget),
            .bound = overflow_bound(trees, count, factor_of(problem).to_double()),
            .is_drawn = chosen_at_random(problem).fullest_share > budget};
}

// T, the reports and what they are added up from, once K messages are on their way. T comes from a
// simulation of the collection, not from a formula: what is checked is that the run agrees with it.
std::vector<phase> simulated_phases(const problem& problem) {
    const std::int64_t d = cube_of(problem).dimensions();
    const simulated_collection simulated = simulate_collection(problem);
    const std::vector<node_id> counting{0};
    const slot collecting = problem.message_count() == 0 ? 0 : simulated.travel_slots + 1;
    return {
        {.name = "count", .expected_slots = d, .markers = counting},
        {.name = "collect", .expected_slots = collecting, .markers = counting},
        {.name = "broadcast", .expected_slots = static_cast<slot>(simulated.fullest_share) + d + 1},
    };
}

std::optional<packet_hops> simulated_transmissions(const problem& problem) {
    const simulated_collection simulated = simulate_collection(problem);
    const auto d = static_cast<std::uint64_t>(cube_of(problem).dimensions());
    const std::uint64_t others = cube_of(problem).node_count() - 1;
    return packet_hops{simulated.hops + problem.message_count() * others,
                       others + simulated.reports + d + d * others};
}

}  // namespace

algorithm describe(standard_name<"simultaneous-broadcast/random-roots"> /*name*/) {
    algorithm entry = cube_entry("simultaneous-broadcast", "random-roots");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2 (randomised)";
    entry.idea =
        "Each message draws one of d trees that share no link and travels to its root, which "
        "broadcasts it. Every tree gets the same fixed time; messages that do not fit are lost, "
        "more rarely the larger c is.";
    entry.rule = "kbcast.randC";
    entry.parameters = {
        {.name = "c",
         .default_value = rational{3},
         .meaning = "time for c*K/d messages in each tree",
         .range = rational_range{.most = most_part,
                                 .most_denominator = most_part,
                                 .words = "a number above 0 and at most 1000000, as 3 or 5/2"}}};
    entry.time = "2*ceil(c*K/d) + 2d - 1";
    entry.kind = time_kind::high_probability;
    entry.knowledge = {knowledge_item::slot_budget};
    entry.inapplicable_input_reason = cube_input_mismatch;
    entry.phases = random_roots_phases;
    entry.failure = failure;
    entry.transmissions = random_roots_transmissions;
    entry.figure_steps = steps_a_message(2);
    entry.slot_budget = budget_of;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return random_roots(self, std::move(input.messages), knowledge.slot_budget());
        });
    return entry;
}

algorithm describe(standard_name<"simultaneous-broadcast/random-roots-detected"> /*name*/) {
    algorithm entry = cube_entry("simultaneous-broadcast", "random-roots-detected");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2 (randomised, guaranteed)";
    entry.idea =
        "Like random-roots, but no message is lost: a sum over a tree tells node 0 how many there "
        "are, the roots report to it what has come, and when all have, it lets the roots begin "
        "their broadcasts.";
    entry.rule = "kbcast.randG";
    entry.time =
        "2d + 2 + T + N for K >= 1, T slots of travel, simulated, and N the fullest share drawn";
    entry.inapplicable_input_reason = cube_input_mismatch;
    entry.phases = simulated_phases;
    entry.transmissions = simulated_transmissions;
    entry.figure_steps = [](const problem& problem) {
        // Twice, each tree separately.
        return bounded_product(problem.message_count(),
                               4 * static_cast<std::uint64_t>(cube_of(problem).dimensions()));
    };
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return random_roots_detected(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
