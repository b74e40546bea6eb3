#include "algorithms/catalog/description_scope.hpp"
#include "algorithms/catalog/description_validity.hpp"
#include "algorithms/folded_torus.hpp"
#include "carried_messages.hpp"
#include "overflow.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {
namespace {

// Null unless there are slots that may carry no message.
std::optional<rational> bound_of_carrying_slots(const algorithm& algorithm, const problem& input,
                                                std::span<const phase> phases) {
    const bool may_all_carry = std::ranges::none_of(
        phases, [](const phase& planned) { return planned.carries == rational{0}; });
    if (may_all_carry || !delivers_messages(algorithm, input)) {
        return std::nullopt;
    }
    return algorithm.goal->lower_bound(within_ports(algorithm.ports, input), packets_in(phases))
        .units;
}

}  // namespace

bool delivers_messages(const algorithm& algorithm, const problem& input) {
    return !algorithm.goal->is_dynamic && input.message_count() > 0 &&
           !std::holds_alternative<sums_upwards>(algorithm.goal->required(input));
}

theory theory_of(const experiment& plan, const problem& input) {
    const description_scope called;
    const algorithm& algorithm = *plan.algorithm;
    theory figures = within_64_bits(plan, [&] {
        lower_bound own = algorithm.lower_bound(input);
        auto of_pieces = bound_for_pieces(algorithm, input, own);
        return theory{
            .formula = time_formula(algorithm, input.network),
            .expected = expected_time_of(algorithm, input),
            .lower_bound = std::move(own),
            .lower_bound_pieces = std::move(of_pieces),
            .phases = algorithm.phases(input),
            .transmissions = algorithm.transmissions(input),
            .failure = algorithm.failure ? std::optional{algorithm.failure(input)} : std::nullopt};
    });
    require_phases({.collective = algorithm.collective, .name = algorithm.name}, figures.phases,
                   node_count(input.network));
    require_figures(algorithm, figures);
    require_knowledge(algorithm, input);
    figures.bound_of_carrying_slots = within_64_bits(
        plan, [&] { return bound_of_carrying_slots(algorithm, input, figures.phases); });
    return figures;
}

}  // namespace tutti
