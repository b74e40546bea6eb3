#include "reduction_bounds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "all_links.hpp"
#include "collectives/reduction.hpp"
#include "lower_bounds.hpp"
#include "network_bounds.hpp"
#include "participation.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

/// Reduction in the terms of the bounds of spec/reductions.md, section 0.3: slots for whole values.
class bounded_reduction {
public:
    bounded_reduction(const problem& problem, packet_size packets)
        : problem_{&problem},
          packets_{packets},
          nodes_{problem.participant_count()},
          rates_{rates_of_participants(problem)} {}

    // No known algorithm cuts values into pieces, and sums cannot be cut.
    [[nodiscard]] bool is_known() const { return packets_.is_whole(); }
    [[nodiscard]] bool has_work(std::uint64_t values) const { return nodes_ > 1 && values > 0; }
    [[nodiscard]] std::uint64_t others() const { return nodes_ - 1; }

    [[nodiscard]] lower_bound slots(const rational& number, std::string proof,
                                    std::string name = "none") const {
        return {.units = number,
                .assumes = packets_,
                .proof = std::move(proof),
                .name = std::move(name)};
    }
    [[nodiscard]] lower_bound nothing() const { return {.assumes = packets_}; }
    [[nodiscard]] lower_bound no_work() const { return slots(0, "there is nothing to fold"); }

    [[nodiscard]] std::uint64_t through(node_id node) const {
        return packets_a_slot_of(*problem_, node);
    }
    [[nodiscard]] std::uint64_t through_fewest() const { return rates_.least; }
    [[nodiscard]] std::uint64_t through_most() const { return rates_.most; }

    // B1, B3: the transmissions required, over those that fit into a slot.
    [[nodiscard]] lower_bound transmissions(std::uint64_t values, std::uint64_t each) const {
        return transmissions_bound(*problem_, packets_, values, each);
    }

    // The contributions at a node at most double in a slot.
    [[nodiscard]] lower_bound doubling() const {
        return has_all_ports(problem_->ports) || !switches_in(problem_->network).empty()
                   ? nothing()
                   : slots(std::bit_width(nodes_ - 1),
                           "with one port the contributions at a node at most double in a slot",
                           "doubling");
    }

    // B2, B4: the last of m values enters a node so far from another, or leaves it, m/`room` slots
    // from the beginning or the end, and is under way for the rest.
    [[nodiscard]] lower_bound distance_and_share(int links, std::uint64_t values,
                                                 std::uint64_t room) const {
        return slots(
            rational{std::max(links, 1) - 1} + divided_up(values, room),
            values == 1
                ? fmt::format("a value has {} links to go", links)
                : fmt::format("{} values have {} links to go, and a node sends {} in a slot",
                              values, links, room),
            "distance");
    }

private:
    const problem* problem_;
    packet_size packets_;
    std::uint64_t nodes_;
    participant_rates rates_;
};

// B2 at every participant, where they differ and a search does not take long.
lower_bound leaving_bound(const problem& problem, const bounded_reduction& bounds) {
    constexpr std::size_t most_links = std::size_t{1} << 22U;
    lower_bound most = bounds.nothing();
    if (is_alike_everywhere(problem) || link_count(problem.network) > most_links) {
        return most;
    }
    const shortest_path_tree ways{problem.network, problem.root};
    for (const node_id node : problem.participants.nodes(ways.node_count())) {
        if (ways.distance(node) > 0) {
            const auto room = bounds.through(node);
            const rational steps = divided_up(value_count(problem), room);
            if (steps + (ways.distance(node) - 1) > most.units) {
                most = bounds.distance_and_share(ways.distance(node), value_count(problem), room);
            }
        }
    }
    return most;
}

// B4 at every participant, where they differ and searches do not take long. A search from a node
// whose share alone cannot exceed `known` is left out.
lower_bound spreading_bound(const problem& problem, const bounded_reduction& bounds, int diameter,
                            const lower_bound& known) {
    constexpr std::size_t most_visits = std::size_t{1} << 22U;
    lower_bound most = known;
    if (is_alike_everywhere(problem)) {
        return most;
    }
    std::size_t visits = 0;
    for (const node_id node : problem.participants.nodes(node_count(problem.network))) {
        const auto at_distance = [&](int links) {
            return bounds.distance_and_share(links, value_count(problem), bounds.through(node));
        };
        if (at_distance(diameter).units > most.units) {
            visits += link_count(problem.network);
            if (visits > most_visits) {
                return most;
            }
            most = strongest({most, at_distance(farthest_participant(problem, std::array{node}))});
        }
    }
    return most;
}

// Backwards in time, the values for a node are messages of it for all: in all models but that of
// shouts, where a message goes over several links at once.
lower_bound as_broadcasts(const problem& problem, std::uint64_t values) {
    const std::uint64_t nodes = problem.participant_count();
    if (problem.ports == port_model::shout_and_whisper) {
        return {};
    }
    if (values == nodes) {
        return multinode_bound(problem, packet_size::whole());
    }
    const auto of_node = [&](node_id from, node_id /*to*/) {
        return values / nodes + (problem.participants.rank_of(from) < values % nodes ? 1 : 0);
    };
    return strongest({receiving_bound(problem, packet_size::whole(),
                                      {.amount = of_node, .is_uniform = values % nodes == 0}),
                      tails_bound(problem, packet_size::whole(), values)});
}

// B3. Before a node knows a result, all others have sent a value, and been heard; then all others
// hear of the result. Where nodes shout, as many may hear it at once, and each of the senders has
// shouted once at least.
lower_bound both_ways(const problem& problem, const bounded_reduction& bounds,
                      std::uint64_t values) {
    const std::uint64_t nodes = node_count(problem.network);
    if (problem.ports != port_model::shout_and_whisper || !switches_in(problem.network).empty()) {
        return bounds.transmissions(values, 2 * bounds.others());
    }
    return bounds.slots(
        divided_up(3 * bounds.others() * values, nodes),
        fmt::format(
            "{} nodes send each value, {} receive it, and a node does one of both in a slot",
            bounds.others(), 2 * bounds.others()),
        "transmissions");
}

/// The bound of a reduction of values of this number of nodes, `of(bounds, values)` where there is
/// something to do.
template <class Of>
lower_bound bound_of(const problem& problem, packet_size packets, const Of& of) {
    const bounded_reduction bounds{problem, packets};
    const std::uint64_t values = value_count(problem);
    return !bounds.is_known()         ? bounds.nothing()
           : !bounds.has_work(values) ? bounds.no_work()
                                      : of(bounds, values);
}

}  // namespace

// B2. The root takes all in; what the farthest node lets out has the rest of the way to go.
lower_bound reduce_bound(const problem& problem, packet_size packets) {
    return bound_of(problem, packets, [&](const bounded_reduction& bounds, std::uint64_t values) {
        const int farthest = farthest_participant(problem, std::array{problem.root});
        return strongest({bounds.distance_and_share(farthest, values, bounds.through(problem.root)),
                          bounds.distance_and_share(farthest, values, bounds.through_most()),
                          leaving_bound(problem, bounds), bounds.doubling(),
                          bounds.transmissions(values, bounds.others()),
                          calls_bound(problem, packets, problem.root, values),
                          values == 1 ? bounds.nothing()
                                      : stream_bound(problem, packets, problem.root, values)});
    });
}

// B1. A node keeps no more than its share.
lower_bound reduce_scatter_bound(const problem& problem, packet_size packets) {
    return bound_of(problem, packets, [&](const bounded_reduction& bounds, std::uint64_t values) {
        const std::uint64_t leaving = values - divided_up(values, bounds.others() + 1);
        const std::uint64_t room = bounds.through_fewest();
        return strongest(
            {bounds.slots(
                 divided_up(leaving, room),
                 fmt::format("{} values have to leave a node, {} in a slot", leaving, room),
                 "degree"),
             distance_bound(values > bounds.others() ? participants_diameter(problem) : 0, packets,
                            the_farthest(problem)),
             bounds.transmissions(values, bounds.others()), as_broadcasts(problem, values)});
    });
}

// B3, B4.
lower_bound allreduce_bound(const problem& problem, packet_size packets) {
    return bound_of(problem, packets, [&](const bounded_reduction& bounds, std::uint64_t values) {
        // On arrays the corners are farthest and have the fewest links.
        const auto* const shape = std::get_if<grid>(&problem.network);
        const bool has_corners = shape != nullptr && shape->edge() != grid_edge::closed &&
                                 problem.participants.is_everyone();
        const int diameter = participants_diameter(problem);
        const lower_bound known = strongest(
            {bounds.distance_and_share(
                 diameter, values, has_corners ? bounds.through_fewest() : bounds.through_most()),
             bounds.doubling(), both_ways(problem, bounds, values),
             pairs_bound(problem, packets, values)});
        return has_corners ? known : spreading_bound(problem, bounds, diameter, known);
    });
}

// B5. Where not all nodes look alike, the last to call is far from some node.
lower_bound barrier_bound(const problem& problem, packet_size packets) {
    if (!packets.is_whole()) {
        return {.assumes = packets};  // a token is no message that could be cut
    }
    const number_sequence participants = problem.participants.nodes(node_count(problem.network));
    slot latest = 0;
    node_id last = participants.front();
    slot earliest_end = 0;
    constexpr std::size_t most_links = std::size_t{1} << 22U;
    constexpr std::size_t most_draws = std::size_t{1} << 24U;
    const bool is_skewed = problem.parameter<std::uint64_t>("skew") > 0;
    const bool is_each_asked = !is_alike_everywhere(problem) &&
                               participants.size() * link_count(problem.network) <= most_links;
    const int diameter = participants_diameter(problem);
    // Of more calls than can be drawn in a moment none is looked at.
    const bool is_drawn = is_each_asked || (is_skewed && participants.size() <= most_draws);
    for (std::size_t rank = 0; is_drawn && rank < participants.size(); ++rank) {
        const node_id node = participants[rank];
        const slot call = call_of(problem, node) * slots_of_call(problem);
        if (call >= latest) {
            latest = call;
            last = node;
        }
        if (is_each_asked) {
            earliest_end =
                std::max(earliest_end, call + farthest_participant(problem, std::array{node}));
        }
    }
    const slot from_last = latest + farthest_participant(problem, std::array{last});
    earliest_end = std::max({earliest_end, from_last, slot{diameter}});
    return strongest({{.units = rational{earliest_end},
                       .assumes = packets,
                       .proof = problem.participants.is_everyone()
                                    ? "every node has to hear of the call of every other"
                                    : "every participant has to hear of the call of every other",
                       .name = "distance"},
                      doubling_bound(problem, packets)});
}

}  // namespace tutti
