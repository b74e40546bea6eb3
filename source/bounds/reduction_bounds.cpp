#include "reduction_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "collectives/reduction.hpp"
#include "lower_bounds.hpp"
#include "network_bounds.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/eccentricity.hpp"
#include "topology/networks/properties.hpp"
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
          nodes_{node_count(problem.network)},
          degrees_{properties_of(problem.network)} {}

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

    [[nodiscard]] std::uint64_t through(int links) const {
        return packets_a_slot(*problem_, links);
    }
    [[nodiscard]] std::uint64_t through_fewest() const { return through(degrees_.least_degree); }
    [[nodiscard]] std::uint64_t through_most() const { return through(degrees_.most_degree); }

    // B1, B3: the transmissions required, over those that fit into a slot.
    [[nodiscard]] lower_bound transmissions(std::uint64_t values, std::uint64_t each) const {
        return transmissions_bound(*problem_, packets_, values, each);
    }

    // The contributions at a node at most double in a slot.
    [[nodiscard]] lower_bound doubling() const {
        return has_all_ports(problem_->ports)
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
    network_properties degrees_;
};

int known_diameter(const network& net) {
    const diameter_bound diameter = diameter_of(net);
    return diameter.is_exact ? diameter.links : farthest_from(net, std::vector<node_id>{0});
}

int degree_of(const network& net, node_id node) {
    return std::visit([&](const auto& shape) { return shape.degree(node); }, net);
}

// B2 at every node, where they differ and a search does not take long.
lower_bound leaving_bound(const problem& problem, const bounded_reduction& bounds) {
    constexpr std::size_t most_links = std::size_t{1} << 22U;
    lower_bound most = bounds.nothing();
    if (properties_of(problem.network).vertex_transitive == answer::yes ||
        link_count(problem.network) > most_links) {
        return most;
    }
    const shortest_path_tree ways{problem.network, problem.root};
    for (node_id node = 0; node < ways.node_count(); ++node) {
        if (ways.distance(node) > 0) {
            const auto room = bounds.through(degree_of(problem.network, node));
            const rational steps = divided_up(value_count(problem), room);
            if (steps + (ways.distance(node) - 1) > most.units) {
                most = bounds.distance_and_share(ways.distance(node), value_count(problem), room);
            }
        }
    }
    return most;
}

// B4 at every node, where they differ and searches do not take long. A search from a node whose
// share alone cannot exceed `known` is left out.
lower_bound spreading_bound(const problem& problem, const bounded_reduction& bounds, int diameter,
                            const lower_bound& known) {
    constexpr std::size_t most_visits = std::size_t{1} << 22U;
    lower_bound most = known;
    if (properties_of(problem.network).vertex_transitive == answer::yes) {
        return most;
    }
    std::size_t visits = 0;
    for (node_id node = 0; node < node_count(problem.network); ++node) {
        const auto at_distance = [&](int links) {
            return bounds.distance_and_share(links, value_count(problem),
                                             bounds.through(degree_of(problem.network, node)));
        };
        if (at_distance(diameter).units > most.units) {
            visits += link_count(problem.network);
            if (visits > most_visits) {
                return most;
            }
            most = strongest(
                {most, at_distance(farthest_from(problem.network, std::vector<node_id>{node}))});
        }
    }
    return most;
}

// Backwards in time, the values for a node are messages of it for all: in all models but that of
// shouts, where a message goes over several links at once.
lower_bound as_broadcasts(const problem& problem, std::uint64_t values) {
    const std::uint64_t nodes = node_count(problem.network);
    if (problem.ports == port_model::shout_and_whisper) {
        return {};
    }
    if (values == nodes) {
        return multinode_bound(problem, packet_size::whole());
    }
    const auto of_node = [&](node_id from, node_id /*to*/) {
        return values / nodes + (from < values % nodes ? 1 : 0);
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
    const std::uint64_t nodes = bounds.others() + 1;
    if (problem.ports != port_model::shout_and_whisper) {
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
        const int farthest = farthest_from(problem.network, std::vector<node_id>{problem.root});
        return strongest(
            {bounds.distance_and_share(farthest, values,
                                       bounds.through(degree_of(problem.network, problem.root))),
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
             distance_bound(values > bounds.others() ? known_diameter(problem.network) : 0,
                            packets),
             bounds.transmissions(values, bounds.others()), as_broadcasts(problem, values)});
    });
}

// B3, B4.
lower_bound allreduce_bound(const problem& problem, packet_size packets) {
    return bound_of(problem, packets, [&](const bounded_reduction& bounds, std::uint64_t values) {
        // On arrays the corners are farthest and have the fewest links.
        const auto* const shape = std::get_if<grid>(&problem.network);
        const bool has_corners = shape != nullptr && shape->edge() != grid_edge::closed;
        const int diameter = known_diameter(problem.network);
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
    const std::size_t nodes = node_count(problem.network);
    slot latest = 0;
    node_id last = 0;
    slot earliest_end = 0;
    constexpr std::size_t most_links = std::size_t{1} << 22U;
    constexpr std::size_t most_draws = std::size_t{1} << 24U;
    const bool is_skewed = problem.parameter<std::uint64_t>("skew") > 0;
    const bool is_each_asked = properties_of(problem.network).vertex_transitive != answer::yes &&
                               nodes * link_count(problem.network) <= most_links;
    const int diameter = known_diameter(problem.network);
    // Of more calls than can be drawn in a moment none is looked at.
    const bool is_drawn = is_each_asked || (is_skewed && nodes <= most_draws);
    for (node_id node = 0; is_drawn && node < nodes; ++node) {
        const slot call = call_of(problem, node) * slots_of_call(problem);
        if (call >= latest) {
            latest = call;
            last = node;
        }
        if (is_each_asked) {
            earliest_end = std::max(
                earliest_end, call + farthest_from(problem.network, std::vector<node_id>{node}));
        }
    }
    const slot from_last = latest + farthest_from(problem.network, std::vector<node_id>{last});
    earliest_end = std::max({earliest_end, from_last, slot{diameter}});
    return strongest({{.units = rational{earliest_end},
                       .assumes = packets,
                       .proof = "every node has to hear of the call of every other",
                       .name = "distance"},
                      doubling_bound(problem, packets)});
}

}  // namespace tutti
