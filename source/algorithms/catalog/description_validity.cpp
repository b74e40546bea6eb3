#include "description_validity.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <variant>

#include <fmt/format.h>

#include "algorithms/knowledge_values.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Sums of as many slots as a run has phases fit 64 bits.
constexpr slot most_phase_slots = slot{1} << 56U;
constexpr std::uint64_t most_hops = std::uint64_t{1} << 62U;

// A slot is as long as what it carries takes.
void require_lengths(const subject& who, const phase& planned) {
    const std::string_view name = planned.name;
    if (planned.slot_length <= rational{0}) {
        refuse("{}: the phase {} has a `slot_length` of {}; it has to be above 0", who.text(),
               in_quotes(name), to_string(planned.slot_length));
    }
    if (planned.carries < rational{0}) {
        refuse("{}: the phase {} `carries` {} of a message; it has to be 0 or more", who.text(),
               in_quotes(name), to_string(planned.carries));
    }
    if (planned.carries > planned.slot_length) {
        refuse("{}: the slots of the phase {} carry {} of a message, but are only {} long",
               who.text(), in_quotes(name), to_string(planned.carries),
               to_string(planned.slot_length));
    }
}

void require_slots(const subject& who, const phase& planned, std::string_view field,
                   const std::optional<slot>& slots) {
    if (slots && (*slots < 0 || *slots > most_phase_slots)) {
        refuse("{}: the phase {} has {} in `{}`; use 0 to 2^56 slots", who.text(),
               in_quotes(planned.name), *slots, field);
    }
}

void require_markers(const subject& who, const phase& planned, std::uint64_t nodes) {
    std::vector<node_id> markers = planned.markers;
    std::ranges::sort(markers);
    if (!markers.empty() && markers.back() >= nodes) {
        refuse("{}: the phase {} has node {} among its `markers`, and the largest id is {}",
               who.text(), in_quotes(planned.name), markers.back(), nodes - 1);
    }
    const auto twice = std::ranges::adjacent_find(markers);
    if (twice != markers.end()) {
        refuse("{}: the phase {} has node {} twice among its `markers`", who.text(),
               in_quotes(planned.name), *twice);
    }
}

void require_rounds(const subject& who, const phase& planned, std::uint64_t nodes) {
    const std::uint64_t most = most_hops / std::max<std::uint64_t>(1, nodes);
    if (planned.most_rounds == 0 || planned.most_rounds > most) {
        refuse("{}: the phase {} has {} in `most_rounds`; use 1 to {}", who.text(),
               in_quotes(planned.name), planned.most_rounds, most);
    }
}

bool has_knowledge(const algorithm& what, knowledge_item known) {
    return std::ranges::count(what.knowledge, known) > 0;
}

bool has_stronger_bound(const algorithm& what, const problem& input, const theory& figures) {
    const lower_bound of_goal =
        what.goal->lower_bound(within_ports(what.ports, input), packets_in(figures.phases));
    return figures.lower_bound.units > of_goal.units;
}

}  // namespace

std::string subject::text() const {
    return collective.empty() ? fmt::format("the collective {}", name)
                              : fmt::format("the algorithm {}/{}", collective, name);
}

void require_phases(const subject& who, std::span<const phase> phases, std::uint64_t nodes) {
    if (phases.size() > most_phases) {
        refuse("{}: its `phases` are {}; a run has {} at most", who.text(), phases.size(),
               most_phases);
    }
    for (const phase& planned : phases) {
        require_lengths(who, planned);
        require_slots(who, planned, "expected_slots", planned.expected_slots);
        require_slots(who, planned, "most_slots", planned.most_slots);
        require_slots(who, planned, "deadline", planned.deadline);
        require_markers(who, planned, nodes);
        require_rounds(who, planned, nodes);
    }
}

void require_knowledge(const algorithm& what, const problem& input) {
    if (has_knowledge(what, knowledge_item::rank)) {
        const knowledge_ranks defined{what, input};
        for (std::size_t node = 0; node < node_count(input.where); ++node) {
            const auto id = static_cast<node_id>(node);
            defined.require(what, id, what.rank(input, id));
        }
    }
    if (has_knowledge(what, knowledge_item::slot_budget)) {
        static_cast<void>(slot_budget_for_nodes(what, input));
    }
    if (has_knowledge(what, knowledge_item::intervals)) {
        static_cast<void>(intervals_for_nodes(what, input));
    }
}

void require_figures(const algorithm& what, const theory& figures) {
    const subject who{.collective = what.collective, .name = what.name};
    if (figures.expected && figures.expected->units < rational{0}) {
        refuse("{}: its `expected` time is {}; it has to be 0 or more", who.text(),
               to_string(figures.expected->units));
    }
    if (figures.transmissions &&
        std::max(figures.transmissions->data, figures.transmissions->control) > most_hops / 2) {
        refuse("{}: its `transmissions` are {} and {} of control; use up to 2^61 each", who.text(),
               figures.transmissions->data, figures.transmissions->control);
    }
    const auto is_probability = [](double number) { return number >= 0 && number <= 1; };
    if (figures.failure && !(is_probability(figures.failure->bound) &&
                             is_probability(figures.failure->exact.value_or(0)))) {
        refuse("{}: its `failure` has a probability of {} and a bound of {}; use 0 to 1",
               who.text(), figures.failure->exact.value_or(0), figures.failure->bound);
    }
}

std::vector<std::string> stated_by(const algorithm& what, const problem& input,
                                   const theory& figures, const packet_traits& packets) {
    std::vector<std::string> stated;
    if (what.is_of_library) {
        return stated;
    }
    const auto state_if = [&](bool is_stated, std::string_view text) {
        if (is_stated) {
            stated.emplace_back(text);
        }
    };
    state_if(has_knowledge(what, knowledge_item::slot_budget), "slot budget");
    state_if(has_knowledge(what, knowledge_item::intervals) && !intervals_of_parameter(input),
             "intervals");
    state_if(figures.expected.has_value(), "expected time");
    state_if(has_stronger_bound(what, input, figures), "lower bound");
    state_if(figures.transmissions.has_value(), "transmissions");
    state_if(figures.failure.has_value(), "failure probability");
    state_if(packets.tells_control && !packets.describes_itself, "which packets are control");
    state_if(packets.tells_share, "share of a message in a packet");
    return stated;
}

}  // namespace tutti
