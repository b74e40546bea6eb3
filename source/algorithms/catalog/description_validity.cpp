#include "description_validity.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <variant>

#include <fmt/format.h>

#include "algorithms/knowledge_values.hpp"
#include "node/mark.hpp"
#include "node/share.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Sums of as many slots as a run has phases fit 64 bits.
constexpr slot most_phase_slots = slot{1} << 56U;
constexpr std::uint64_t most_hops = std::uint64_t{1} << 62U;

// A slot is as long as what it carries takes.
void require_lengths(const subject& subject, const phase& planned) {
    const std::string_view name = planned.name;
    if (planned.slot_length <= rational{0}) {
        refuse("{}: the phase {} has a `slot_length` of {}; it has to be above 0", subject.text(),
               in_quotes(name), to_string(planned.slot_length));
    }
    if (planned.carries < rational{0}) {
        refuse("{}: the phase {} `carries` {} of a message; it has to be 0 or more", subject.text(),
               in_quotes(name), to_string(planned.carries));
    }
    if (planned.carries > planned.slot_length) {
        refuse("{}: the slots of the phase {} carry {} of a message, but are only {} long",
               subject.text(), in_quotes(name), to_string(planned.carries),
               to_string(planned.slot_length));
    }
}

void require_slots(const subject& subject, const phase& planned, std::string_view field,
                   const std::optional<slot>& slots) {
    if (slots && (*slots < 0 || *slots > most_phase_slots)) {
        refuse("{}: the phase {} has {} in `{}`; use 0 to 2^56 slots", subject.text(),
               in_quotes(planned.name), *slots, field);
    }
}

// The list may be in any order, and is checked in a sorted copy.
void require_markers(const subject& subject, const phase& planned, std::uint64_t nodes) {
    std::vector<node_id> markers = planned.markers;
    std::ranges::sort(markers);
    if (!markers.empty() && markers.back() >= nodes) {
        refuse("{}: the phase {} has node {} among its `markers`, and the largest id is {}",
               subject.text(), in_quotes(planned.name), markers.back(), nodes - 1);
    }
    const auto twice = std::ranges::adjacent_find(markers);
    if (twice != markers.end()) {
        refuse("{}: the phase {} has node {} twice among its `markers`", subject.text(),
               in_quotes(planned.name), *twice);
    }
}

// The number of marks of all rounds fits into 62 bits.
void require_rounds(const subject& subject, const phase& planned, std::uint64_t nodes) {
    const std::uint64_t most = most_hops / std::max<std::uint64_t>(1, nodes);
    if (planned.most_rounds == 0 || planned.most_rounds > most) {
        refuse("{}: the phase {} has {} in `most_rounds`; use 1 to {}", subject.text(),
               in_quotes(planned.name), planned.most_rounds, most);
    }
}

bool has_knowledge(const algorithm& algorithm, knowledge_item item) {
    return std::ranges::count(algorithm.knowledge, item) > 0;
}

bool has_stronger_bound(const algorithm& algorithm, const problem& input, const theory& figures) {
    const lower_bound of_goal = algorithm.goal->lower_bound(within_ports(algorithm.ports, input),
                                                            packets_in(figures.phases));
    return figures.lower_bound.units > of_goal.units;
}

}  // namespace

std::string subject::text() const {
    return collective.empty() ? fmt::format("the collective {}", name)
                              : fmt::format("the algorithm {}/{}", collective, name);
}

void require_phases(const subject& subject, std::span<const phase> phases, std::uint64_t nodes) {
    if (phases.size() > most_phases) {
        refuse("{}: its `phases` are {}; a run has {} at most", subject.text(), phases.size(),
               most_phases);
    }
    for (const phase& planned : phases) {
        require_lengths(subject, planned);
        require_slots(subject, planned, "expected_slots", planned.expected_slots);
        require_slots(subject, planned, "most_slots", planned.most_slots);
        require_slots(subject, planned, "deadline", planned.deadline);
        require_markers(subject, planned, nodes);
        require_rounds(subject, planned, nodes);
    }
}

void require_knowledge(const algorithm& algorithm, const problem& input) {
    if (has_knowledge(algorithm, knowledge_item::rank)) {
        const knowledge_ranks defined{algorithm, input};
        // A rank is checked at every node, since a single wrong one would break a run without a
        // visible cause.
        for (node_id node = 0; node < node_count(input.network); ++node) {
            defined.require(algorithm, node, algorithm.rank(input, node));
        }
    }
    if (has_knowledge(algorithm, knowledge_item::slot_budget)) {
        (void)slot_budget_for_nodes(algorithm, input);
    }
    if (has_knowledge(algorithm, knowledge_item::intervals)) {
        (void)intervals_for_nodes(algorithm, input);
    }
}

void require_figures(const algorithm& algorithm, const theory& figures) {
    const subject subject{.collective = algorithm.collective, .name = algorithm.name};
    if (figures.expected && figures.expected->units < rational{0}) {
        refuse("{}: its `expected` time is {}; it has to be 0 or more", subject.text(),
               to_string(figures.expected->units));
    }
    if (figures.transmissions &&
        std::max(figures.transmissions->data, figures.transmissions->control) > most_hops / 2) {
        refuse("{}: its `transmissions` are {} and {} of control; use up to 2^61 each",
               subject.text(), figures.transmissions->data, figures.transmissions->control);
    }
    const auto is_probability = [](double number) { return number >= 0 && number <= 1; };
    if (figures.failure && !(is_probability(figures.failure->bound) &&
                             is_probability(figures.failure->exact.value_or(0)))) {
        refuse("{}: its `failure` has a probability of {} and a bound of {}; use 0 to 1",
               subject.text(), figures.failure->exact.value_or(0), figures.failure->bound);
    }
}

// Only statements that no run can verify are listed; the library's follow from proofs.
std::vector<std::string> stated_by(const algorithm& algorithm, const problem& input,
                                   const theory& figures, const packet_traits& packets) {
    std::vector<std::string> stated;
    if (algorithm.is_of_library) {
        return stated;
    }
    const auto state_if = [&](bool is_stated, std::string_view text) {
        if (is_stated) {
            stated.emplace_back(text);
        }
    };
    state_if(has_knowledge(algorithm, knowledge_item::slot_budget), "slot budget");
    state_if(has_knowledge(algorithm, knowledge_item::intervals) && !intervals_of_parameter(input),
             "intervals");
    state_if(figures.expected.has_value(), "expected time");
    state_if(has_stronger_bound(algorithm, input, figures), "lower bound");
    state_if(figures.transmissions.has_value(), "transmissions");
    state_if(figures.failure.has_value(), "failure probability");
    state_if(packets.tells_control && !packets.describes_itself, "which packets are control");
    state_if(packets.tells_share, "share of a message in a packet");
    return stated;
}

}  // namespace tutti
