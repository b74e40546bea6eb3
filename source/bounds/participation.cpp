#include "participation.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <variant>
#include <vector>

#include "all_links.hpp"
#include "topology/networks/breadth_first.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/eccentricity.hpp"
#include "topology/networks/properties.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {
namespace {

int degree_of(const network& net, node_id node) {
    return std::visit([&](const auto& shape) { return shape.degree(node); }, net);
}

// True of nodes with one port.
bool has_gate(const problem& problem, node_id node) {
    return !has_all_ports(problem.ports) &&
           !std::ranges::binary_search(switches_in(problem.network), node);
}

std::uint64_t at_least_one(int links) { return static_cast<std::uint64_t>(std::max(1, links)); }

/// Search for the farthest of some nodes, by closed form where distances have one.
struct farthest_participant_search {
    const number_sequence* participants;
    std::span<const node_id> from;

    int operator()(const auto& shape) const {
        const std::uint64_t a_search = cost_of_search(shape);
        const std::uint64_t searches = std::max<std::uint64_t>(
            1, most_links_from_nodes / std::max<std::uint64_t>(1, a_search));
        int farthest = 0;
        for (const node_id start : from.first(std::min<std::size_t>(from.size(), searches))) {
            farthest = std::max(farthest, farthest_of(shape, start));
        }
        return farthest;
    }

private:
    template <topology Network>
    [[nodiscard]] std::uint64_t cost_of_search(const Network& shape) const {
        return shape.node_count() + shape.link_count();
    }
    template <measures_distances Network>
    [[nodiscard]] std::uint64_t cost_of_search(const Network& /*shape*/) const {
        return participants->size();
    }
    template <topology Network>
    [[nodiscard]] int farthest_of(const Network& shape, node_id start) const {
        const std::vector<int> distances = distances_by_search(shape, start);
        int farthest = 0;
        for (const node_id node : *participants) {
            farthest = std::max(farthest, distances[node]);
        }
        return farthest;
    }
    template <measures_distances Network>
    [[nodiscard]] int farthest_of(const Network& shape, node_id start) const {
        int farthest = 0;
        for (const node_id node : *participants) {
            farthest = std::max(farthest, shape.distance(start, node));
        }
        return farthest;
    }
};

}  // namespace

bool is_everyone_alike(const problem& problem) {
    return problem.participants.is_everyone() && switches_in(problem.network).empty();
}

bool is_alike_everywhere(const problem& problem) {
    return is_everyone_alike(problem) &&
           properties_of(problem.network).vertex_transitive == answer::yes;
}

bool has_drawn_participants(const problem& problem) {
    if (!problem.is_trial || problem.participants.is_everyone()) {
        return false;
    }
    const auto switches = switches_in(problem.network);
    const bool are_hosts =
        problem.participant_count() + switches.size() == node_count(problem.network) &&
        std::ranges::none_of(switches,
                             [&](node_id node) { return problem.participants.contains(node); });
    return !are_hosts;
}

port_model bounded_ports(const problem& problem) {
    return problem.ports == port_model::one_way && !switches_in(problem.network).empty()
               ? port_model::all_port
               : problem.ports;
}

bool is_bounded_by_links(const problem& problem) {
    return has_all_ports(problem.ports) || !is_everyone_alike(problem);
}

std::uint64_t packets_a_slot_of(const problem& problem, node_id node) {
    return has_gate(problem, node) ? 1 : at_least_one(degree_of(problem.network, node));
}

participant_rates rates_of_participants(const problem& problem) {
    const std::uint64_t of_gate = duplex_of(problem.ports) == duplex::full ? 2 : 1;
    if (is_everyone_alike(problem)) {
        const network_properties degrees = properties_of(problem.network);
        const std::uint64_t nodes = node_count(problem.network);
        return has_all_ports(problem.ports)
                   ? participant_rates{.least = at_least_one(degrees.least_degree),
                                       .most = at_least_one(degrees.most_degree),
                                       .both = 2 * link_count(problem.network)}
                   : participant_rates{
                         .least = 1, .most = 1, .gates = nodes, .both = of_gate * nodes};
    }
    participant_rates rates{.least = std::numeric_limits<std::uint64_t>::max()};
    for (const node_id node : problem.participants.nodes(node_count(problem.network))) {
        const std::uint64_t rate = packets_a_slot_of(problem, node);
        rates.least = std::min(rates.least, rate);
        rates.most = std::max(rates.most, rate);
        const bool is_gate = has_gate(problem, node);
        rates.gates += is_gate ? 1U : 0U;
        rates.both += is_gate ? of_gate : 2 * rate;
    }
    return rates;
}

int farthest_participant(const problem& problem, std::span<const node_id> from) {
    if (problem.participants.is_everyone()) {
        return farthest_from(problem.network, from);
    }
    const number_sequence participants = problem.participants.nodes(node_count(problem.network));
    return std::visit(farthest_participant_search{&participants, from}, built(problem.network));
}

std::string_view the_farthest(const problem& problem) {
    return problem.participants.is_everyone() ? "the farthest node" : "the farthest participant";
}

int participants_diameter(const problem& problem) {
    if (!problem.participants.is_everyone()) {
        const number_sequence nodes = problem.participants.nodes(node_count(problem.network));
        return farthest_participant(problem, std::vector<node_id>(nodes));
    }
    const diameter_bound diameter = diameter_of(problem.network);
    return diameter.is_exact ? diameter.links
                             : farthest_from(problem.network, std::vector<node_id>{0});
}

}  // namespace tutti
