#include "tutti/catalog/algorithm.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "folded_torus.hpp"
#include "knowledge_values.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {

std::string_view name_of(time_kind kind) noexcept {
    constexpr std::array<std::string_view, 3> names{"exact", "upper-bound", "high-probability"};
    return names.at(static_cast<std::size_t>(kind));
}

std::optional<expected_time> expected_time_of(const algorithm& what, const problem& asked) {
    if (what.expected) {
        return what.expected(asked);
    }
    const std::vector<phase> phases = what.phases(asked);
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
    return expected_time{.units = units, .kind = what.kind};
}

problem within_ports(std::span<const port_model> own, problem asked) {
    if (std::ranges::count(own, asked.ports) == 0) {
        asked.ports = std::min(own.front(), asked.ports);
    }
    return asked;
}

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

packet_size packets_of(const algorithm& what, const problem& asked) {
    return packets_in(what.phases(asked));
}

std::optional<lower_bound> bound_for_pieces(const algorithm& what, const problem& asked,
                                            const lower_bound& own) {
    if (!own.assumes.is_whole()) {
        return own;
    }
    lower_bound any =
        what.goal->lower_bound(within_ports(what.ports, asked), packet_size::any_pieces());
    return any.units > rational{0} ? std::optional{std::move(any)} : std::nullopt;
}

knowledge_source::knowledge_source(const algorithm& what, const problem& asked) {
    const problem seen = program_view(asked);
    knowledge same;
    for (const knowledge_item each : what.knowledge) {
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
                same.tell(each, static_cast<std::uint64_t>(slot_budget_for_nodes(what, asked)));
                break;
            case knowledge_item::intervals:
                same.tell(each, intervals_for_nodes(what, asked));
                break;
            case knowledge_item::rank:
                ranks_ = std::make_shared<const knowledge_ranks>(what, asked);
                break;
        }
    }
    same_ = std::make_shared<const knowledge>(std::move(same));
}

knowledge knowledge_source::operator()(node_id node) const {
    knowledge known = *same_;
    if (ranks_ != nullptr) {
        known.tell(knowledge_item::rank, ranks_->of(node));
    }
    return known;
}

}  // namespace tutti
