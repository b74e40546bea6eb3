#include "tutti/catalog/algorithm.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "folded_torus.hpp"
#include "knowledge_values.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

std::string_view name_of(time_kind kind) noexcept {
    constexpr indexed_array<time_kind, std::string_view, 3> names{
        {"exact", "upper-bound", "high-probability"}};
    return names[kind];
}

// Without a stated time, an algorithm takes the sum of its phases; a phase of unknown length
// leaves the time unknown.
std::optional<expected_time> expected_time_of(const algorithm& algorithm, const problem& problem) {
    if (algorithm.expected) {
        return algorithm.expected(problem);
    }
    const std::vector<phase> phases = algorithm.phases(problem);
    if (phases.empty()) {
        return std::nullopt;
    }
    rational units = 0;
    for (const phase& each : phases) {
        const std::optional<slot> slots =
            each.expected_slots ? each.expected_slots : each.most_slots;
        if (!slots) {
            return std::nullopt;
        }
        units += rational{*slots} * each.slot_length;
    }
    return expected_time{.units = units, .kind = algorithm.kind};
}

// An algorithm whose ports are fewer than those of the run is bounded by its own.
problem within_ports(std::span<const port_model> own, problem problem) {
    if (std::ranges::count(own, problem.ports) == 0) {
        problem.ports = std::min(own.front(), problem.ports);
    }
    return problem;
}

// Phases without messages do not count: control packets are no pieces of a message.
packet_size packets_in(std::span<const phase> phases) {
    rational smallest = 1;
    for (const phase& each : phases) {
        if (each.carries > rational{0}) {
            smallest = std::min(smallest, each.carries);
        }
    }
    return smallest.numerator() == 1
               ? packet_size::pieces_of(static_cast<std::uint64_t>(smallest.denominator()))
               : packet_size::any_pieces();
}

packet_size packets_of(const algorithm& algorithm, const problem& problem) {
    return packets_in(algorithm.phases(problem));
}

// A bound for whole packets is too large for pieces, so that the collective is asked again.
std::optional<lower_bound> bound_for_pieces(const algorithm& algorithm, const problem& problem,
                                            const lower_bound& own) {
    if (!own.assumes.is_whole()) {
        return own;
    }
    lower_bound any = algorithm.goal->lower_bound(within_ports(algorithm.ports, problem),
                                                  packet_size::any_pieces());
    return any.units > rational{0} ? std::optional{std::move(any)} : std::nullopt;
}

knowledge_source::knowledge_source(const algorithm& algorithm, const problem& input) {
    // On a folded torus nodes see the torus, and so does their knowledge.
    const problem seen = program_view(algorithm, input);
    knowledge same;
    for (const knowledge_item each : algorithm.knowledge) {
        switch (each) {
            case knowledge_item::message_count:
                same.tell(each, seen.message_count());
                break;
            case knowledge_item::root:
                same.tell(each, seen.root);
                break;
            case knowledge_item::broadcasters:
                same.tell_broadcasters(
                    std::make_shared<const std::vector<node_id>>(seen.broadcasters.nodes));
                break;
            case knowledge_item::slot_budget:
                same.tell(each,
                          static_cast<std::uint64_t>(slot_budget_for_nodes(algorithm, input)));
                break;
            case knowledge_item::intervals:
                same.tell(each, intervals_for_nodes(algorithm, input));
                break;
            case knowledge_item::rank:
                ranks_ = std::make_shared<const knowledge_ranks>(algorithm, input);
                break;
        }
    }
    same_ = std::make_shared<const knowledge>(std::move(same));
}

knowledge knowledge_source::operator()(node_id node) const {
    knowledge items = *same_;
    if (ranks_ != nullptr) {
        items.tell(knowledge_item::rank, ranks_->of(node));
    }
    return items;
}

}  // namespace tutti
