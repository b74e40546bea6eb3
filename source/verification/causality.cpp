#include "causality.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <variant>

#include <fmt/format.h>

#include "topology/networks/distance_table.hpp"
#include "topology/networks/eccentricity.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The most pairs of a summand and a node whose distances are asked for.
constexpr std::uint64_t most_pairs = std::uint64_t{1} << 24U;

bool are_all_neighbours(const graph& links) {
    return links.link_count() == links.node_count() * (links.node_count() - 1);
}

std::vector<node_id> nodes_from_0(std::size_t count) {
    std::vector<node_id> nodes(count);
    std::iota(nodes.begin(), nodes.end(), node_id{0});
    return nodes;
}

/// Messages whose origins matter, or the summands of a delivery.
struct required_origins {
    const broadcaster_set* broadcasters;

    std::vector<node_id> operator()(const streamed_everywhere& required) const {
        return nodes_from_0(required.node_count);
    }
    // A result needs a value from every node, so that distances count from the node that gets it.
    std::vector<node_id> operator()(const folded_values& values) const {
        return values.place == result_place::at_root ? std::vector{values.root}
                                                     : nodes_from_0(values.node_count);
    }
    std::vector<node_id> operator()(const sums_upwards& sums) const { return sums.senders.nodes; }
    template <class Other>
    std::vector<node_id> operator()(const Other& /*required*/) const {
        return broadcasters->nodes;
    }
};

// A sum is complete at a node when the farthest of its summands can have come. `distance` gives the
// links between an origin and a node.
template <class Distance>
std::vector<std::uint16_t> quiet_slots_of(const sums_upwards& sums, const Distance& distance) {
    const auto& summands = sums.senders.nodes;
    std::vector<std::uint16_t> slots(summands.empty() ? 0 : sums.node_count);
    for (node_id id = 0; id < slots.size(); ++id) {
        int farthest = 0;
        // Only summands of the same or a larger id enter the sum of a node.
        for (auto from = std::ranges::lower_bound(summands, id); from != summands.end(); ++from) {
            farthest = std::max(farthest, distance(*from, id));
        }
        // Saturation is safe: a smaller number of quiet slots only weakens the check.
        slots[id] = in_16_bits(farthest);
    }
    return slots;
}

// With `farthest(node)` links between a node and the farthest of all that take part.
template <class Farthest>
std::vector<std::uint16_t> quiet_slots_of(const folded_values& values, const Farthest& farthest) {
    std::vector<std::uint16_t> slots(values.count == 0 ? 0 : values.node_count);
    for (node_id node = 0; node < slots.size(); ++node) {
        // Nodes without a result wait for nothing.
        const bool gets_some = values.place == result_place::everywhere ||
                               (values.place == result_place::at_root && node == values.root) ||
                               (values.place == result_place::in_turn &&
                                values.participants.rank_of(node) < values.count);
        slots[node] =
            gets_some && values.participants.contains(node) ? in_16_bits(farthest(node)) : 0;
    }
    return slots;
}

// `distance` gives the links between an origin and a node, `farthest` those between a node and the
// farthest of all that take part.
template <class Distance, class Farthest>
std::vector<std::uint16_t> quiet_slots_of(const requirement& required, const Distance& distance,
                                          const Farthest& farthest) {
    if (const auto* const folded = std::get_if<folded_values>(&required)) {
        return quiet_slots_of(*folded, farthest);
    }
    const auto* const sums = std::get_if<sums_upwards>(&required);
    return sums == nullptr ? std::vector<std::uint16_t>{} : quiet_slots_of(*sums, distance);
}

// Nodes whose values a result has.
participant_set contributors_of(const requirement& required) {
    const auto* const folded = std::get_if<folded_values>(&required);
    return folded != nullptr ? folded->participants : participant_set{};
}

// The most links to a participant.
int farthest_of(const participant_set& participants, std::size_t nodes, const auto& distance_to) {
    int most = 0;
    for (std::size_t rank = 0; rank < participants.size(nodes); ++rank) {
        most = std::max(most, distance_to(participants.at(rank)));
    }
    return most;
}

// The sums with the summand of the largest id alone, if there are any.
sums_upwards of_last_summand(const sums_upwards& sums) {
    sums_upwards last{.node_count = sums.node_count, .senders = {}};
    if (!sums.senders.nodes.empty()) {
        last.senders.nodes = {sums.senders.nodes.back()};
    }
    return last;
}

// With closed distances. Of many summands the one of the largest id alone counts.
template <measures_distances Shape>
causality with_closed_distances(const requirement& required, const Shape& shape,
                                const network& net) {
    causality made{.by = "closed distances, in every slot"};
    const auto distance = [&](node_id from, node_id to) { return shape.distance(from, to); };
    const participant_set callers = contributors_of(required);
    const auto farthest = [&](node_id node) {
        return callers.is_everyone() ? farthest_from(net, std::array{node})
                                     : farthest_of(callers, shape.node_count(), [&](node_id other) {
                                           return distance(other, node);
                                       });
    };
    const auto* const sums = std::get_if<sums_upwards>(&required);
    if (sums == nullptr || sums->senders.nodes.size() * sums->node_count <= most_pairs) {
        made.quiet_slots = quiet_slots_of(required, distance, farthest);
        return made;
    }
    made.quiet_slots = quiet_slots_of(of_last_summand(*sums), distance);
    made.by = "closed distances from the last summand, in every slot";
    made.gap = fmt::format(
        "causality verified for the last of {} summands only, as there are over {} pairs of "
        "summands and nodes",
        grouped(sums->senders.nodes.size()), grouped(most_pairs));
    return made;
}

// With distances that were searched for. A table of all nodes has the farthest of each; a partial
// one has a row for each origin.
causality with_table(const requirement& required, const graph& links,
                     std::shared_ptr<const distance_table> table, std::size_t origins) {
    const participant_set callers = contributors_of(required);
    const auto farthest = [&](node_id from) {
        return callers.is_everyone() && table->origin_count() == links.node_count()
                   ? table->farthest(from)
                   : farthest_of(callers, links.node_count(),
                                 [&](node_id to) { return table->between(from, to); });
    };
    auto quiet_slots = quiet_slots_of(
        required, [&](node_id from, node_id to) { return table->between(from, to); }, farthest);
    return {.distances = std::move(table),
            .quiet_slots = std::move(quiet_slots),
            .by = fmt::format("breadth-first distances from {}, in every slot",
                              quantity(origins, "origin"))};
}

// Without a table; where all are neighbours that is enough, and the last summand is as far as any.
causality between_neighbours(const requirement& required) {
    const auto* const folded = std::get_if<folded_values>(&required);
    const auto* const sums = std::get_if<sums_upwards>(&required);
    const int farthest =
        folded != nullptr && folded->participants.size(folded->node_count) > 1 ? 1 : 0;
    return {.quiet_slots = quiet_slots_of(
                sums == nullptr ? required : of_last_summand(*sums),
                [](node_id from, node_id to) { return from == to ? 0 : 1; },
                [=](node_id /*node*/) { return farthest; }),
            .by = "all nodes are neighbours; slot 1"};
}

causality on_graph(const requirement& required, const graph& links,
                   const broadcaster_set& broadcasters, distance_cache& cache) {
    // The cheapest certificate is tried first; a search for distances is the last resort, and its
    // omission is reported as a gap.
    if (are_all_neighbours(links)) {
        return between_neighbours(required);
    }
    const std::vector<node_id> origins = std::visit(required_origins{&broadcasters}, required);
    if (origins.empty()) {
        return {.by = "slot 1; no node has a message"};
    }
    if (auto table = cache.from(links, origins)) {
        return with_table(required, links, std::move(table), origins.size());
    }
    causality made{.by = "slot 1 only"};
    made.gap = fmt::format(
        "causality verified in slot 1 only: distances from {} take more than {} bytes or {} visits "
        "of links",
        quantity(origins.size(), "origin"), grouped(distance_table::most_bytes),
        grouped(distance_table::most_visits));
    return made;
}

}  // namespace

causality causality_of(const requirement& required, const network& net,
                       const broadcaster_set& broadcasters, distance_cache& cache) {
    causality made = std::visit(
        [&](const auto& shape) {
            if constexpr (measures_distances<std::decay_t<decltype(shape)>>) {
                return with_closed_distances(required, shape, net);
            } else {
                return on_graph(required, shape, broadcasters, cache);
            }
        },
        net);
    // The origin of a message that says no more than that all have called may take no part.
    const auto* const each = std::get_if<one_message_each>(&required);
    if (each != nullptr && !each->receivers.is_everyone()) {
        made.quiet_slots.assign(each->expected.size(), 0);
    }
    return made;
}

// Tables beyond the limit are not made, and count nothing towards the memory of a run.
std::uint64_t distance_bytes(const network& net, std::uint64_t origins) noexcept {
    const auto* const links = std::get_if<graph>(&net);
    if (links == nullptr) {
        return 0;
    }
    const std::uint64_t nodes = links->node_count();
    const std::uint64_t bytes = distance_table::bytes(nodes, std::min(nodes, origins));
    return bytes <= distance_table::most_bytes ? bytes : 0;
}

}  // namespace tutti
