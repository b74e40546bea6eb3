#include "lower_bounds.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "all_links.hpp"
#include "cuts/node_cut.hpp"
#include "network_bounds.hpp"
#include "participation.hpp"
#include "topology/networks/eccentricity.hpp"
#include "topology/networks/properties.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

std::string counted(std::integral auto number, std::string_view subject) {
    return fmt::format("{} {}{}", number, subject, number == 1 ? "" : "s");
}

// A node in the middle of a path sends and receives all that it has to, and then its last packet
// has to come to an end.
lower_bound path_bound(std::size_t nodes, packet_size packets, duplex mode) {
    const rational from_middle = (nodes - 3) / 2;
    return {.units = rational{mode == duplex::full ? nodes + 1 : 2 * nodes} +
                     from_middle * packets.length(),
            .assumes = packets,
            .proof = "a node in the middle of the path has to pass all on to its ends",
            .name = "path"};
}

bool is_path(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    return shape != nullptr && shape->edge() != grid_edge::closed && shape->dimensions() == 1 &&
           shape->node_count() >= 3;
}

// With one port, s nodes without which the network falls into c parts send each of them all
// messages that are not its own; where they cannot do both, each hears all others, too. Not in the
// papers.
lower_bound cut_bound(const network& net, packet_size packets, duplex mode) {
    const std::uint64_t nodes = node_count(net);
    lower_bound most{.assumes = packets};
    for (const node_cut& cut : node_cuts(net)) {
        const std::uint64_t actions = mode == duplex::full ? (cut.parts - 1) * nodes + cut.nodes
                                                           : (cut.parts + cut.nodes - 1) * nodes;
        most = strongest(
            {std::move(most),
             {.units = packets.rounded_up(rational{actions, cut.nodes}),
              .assumes = packets,
              .proof = fmt::format("{} {} all messages between the {} parts that the network "
                                   "falls into without {}",
                                   counted(cut.nodes, "node"), cut.nodes == 1 ? "passes" : "pass",
                                   cut.parts, cut.nodes == 1 ? "it" : "them"),
              .name = "node cut"}});
    }
    return most;
}

// The largest of K_j and what the last of them has to go on for, over the links after each node j.
rational crossing_units(const std::vector<std::uint64_t>& loads, packet_size packets) {
    rational most = 0;
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j + 1 < loads.size(); ++j) {
        sum += loads[j];
        if (loads[j] > 0) {
            most = std::max(most, rational{sum} + packets.length() * (loads.size() - 2 - j));
        }
    }
    return most;
}

lower_bound crossing_bound(const problem& problem, packet_size packets) {
    constexpr std::string_view proof =
        "all messages cross a link of the path, and the last goes on to its end";
    const std::size_t nodes = node_count(problem.network);
    const broadcaster_set& senders = problem.broadcasters;
    if (nodes > 1 && senders.nodes.is_all_below(nodes) &&
        senders.packets.least() == senders.packets.most()) {
        // It grows evenly from one end to the other.
        const rational first = rational{senders.packets.least()} + packets.length() * (nodes - 2);
        return {.units = std::max(first, rational{senders.packets.sum() - senders.packets.least()}),
                .assumes = packets,
                .proof = std::string{proof},
                .name = "path"};
    }
    std::vector<std::uint64_t> loads(nodes);
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        loads[senders.nodes[i]] = senders.packets[i];
    }
    const rational upwards = crossing_units(loads, packets);
    std::ranges::reverse(loads);
    return {.units = std::max(upwards, crossing_units(loads, packets)),
            .assumes = packets,
            .proof = std::string{proof},
            .name = "path"};
}

// The size of a smallest connected dominating set of the cube: exact up to 6 dimensions, a lower
// bound beyond. Of such a set, the first node dominates d+1 nodes, the second d-1 more, every other
// one d-2 more at most; in 6 dimensions 15 such nodes cannot be found.
std::int64_t connected_domination(int dimensions) {
    constexpr std::array<std::int64_t, 7> values{1, 1, 2, 4, 6, 10, 16};
    if (dimensions < std::ssize(values)) {
        return *std::next(values.begin(), dimensions);
    }
    const std::int64_t d = dimensions;
    return 2 + rational{(std::int64_t{1} << d) - 2 * d, d - 2}.ceil();
}

// Shouts until all participants have heard a message: the first is heard by all neighbours, of any
// other one neighbour has heard before.
std::int64_t shouts_of_message(const problem& problem) {
    const auto* const cube = std::get_if<hypercube>(&problem.network);
    if (cube != nullptr && problem.participants.is_everyone()) {
        return connected_domination(cube->dimensions());
    }
    const std::int64_t links = properties_of(problem.network).most_degree;
    const std::int64_t farther = static_cast<std::int64_t>(problem.participant_count()) - 1 - links;
    return 1 + (farther <= 0 || links < 2 ? 0 : divided_up(farther, links - 1));
}

// What a participant has to hear over its own links, of messages that all get.
lower_bound share_of_each_bound(const problem& problem, packet_size packets) {
    const broadcaster_set& senders = problem.broadcasters;
    lower_bound most{.assumes = packets};
    for (const node_id node : problem.participants.nodes(node_count(problem.network))) {
        const std::uint64_t heard = problem.message_count() - senders.packets_of(node);
        const std::uint64_t shared = packets_a_slot_of(problem, node);
        if (packets.rounded_up(rational{heard, shared}) > most.units) {
            most = share_bound(problem, packets, heard, shared);
        }
    }
    return most;
}

// With half duplex a participant receives the messages of all others, and sends its own once at
// least; switches aside, all receive at most half as many packets as there are nodes.
lower_bound participants_bound(const problem& problem, packet_size packets) {
    const std::uint64_t asked = problem.participant_count();
    if (problem.ports != port_model::single_port_half_duplex || asked < 2) {
        return {.assumes = packets};
    }
    const bool has_switches = !switches_in(problem.network).empty();
    if (has_switches && rates_of_participants(problem).gates == 0) {
        return {.assumes = packets};
    }
    const std::uint64_t room = node_count(problem.network) / 2;
    const rational received = has_switches ? rational{0} : rational{asked * (asked - 1), room};
    return {.units = std::max(packets.rounded_up(received), rational{asked}),
            .assumes = packets,
            .proof = received > rational{asked}
                         ? fmt::format("{} receptions, and a slot has room for {}",
                                       asked * (asked - 1), room)
                         : fmt::format("a participant receives {} messages and sends its own",
                                       asked - 1),
            .name = "transmissions"};
}

}  // namespace

// Some node has to shout in a slot in which a node does not whisper.
lower_bound shouts_bound(const problem& problem, packet_size packets, std::uint64_t messages) {
    const std::uint64_t nodes = node_count(problem.network);
    const std::uint64_t asked = problem.participant_count();
    if (problem.ports != port_model::shout_and_whisper || asked < 2 ||
        !switches_in(problem.network).empty()) {
        return {.assumes = packets};
    }
    const rational busy = rational{asked} + shouts_of_message(problem) - 1;
    return {.units = packets.rounded_up(busy * messages / nodes),
            .assumes = packets,
            .proof = "those who shout a message are linked, next to all others, and hear no other",
            .name = "shouts"};
}

lower_bound share_bound(const problem& problem, packet_size packets, std::uint64_t messages,
                        std::uint64_t shared) {
    return {
        .units = packets.rounded_up(rational{messages, std::max<std::uint64_t>(1, shared)}),
        .assumes = packets,
        .proof = fmt::format("a node passes {} over {}", counted(messages, "message"),
                             has_all_ports(problem.ports) || shared > 1 ? counted(shared, "link")
                                                                        : std::string{"one port"}),
        .name = "degree"};
}

lower_bound distance_bound(int links, packet_size packets, std::string_view subject) {
    return {.units = packets.length() * links,
            .assumes = packets,
            .proof = fmt::format("{} is {} away", subject, counted(links, "link")),
            .name = "distance"};
}

lower_bound farthest_bound(const problem& problem, packet_size packets) {
    const number_sequence& senders = problem.broadcasters.nodes;
    return distance_bound(problem.participants.is_everyone()
                              ? farthest_from_sequence(problem.network, senders)
                              : farthest_participant(problem, std::vector<node_id>(senders)),
                          packets, the_farthest(problem));
}

lower_bound others_bound(const problem& problem, packet_size packets) {
    return share_bound(problem, packets, problem.participant_count() - 1,
                       rates_of_participants(problem).least);
}

// Every participant receives, and a link is used for one of its ends in a slot.
lower_bound one_way_bound(const problem& problem, packet_size packets) {
    const std::uint64_t nodes = problem.participant_count();
    const std::uint64_t links = link_count(problem.network) / 2;
    if (bounded_ports(problem) != port_model::one_way || links == 0) {
        return {.assumes = packets};
    }
    return {
        .units = packets.rounded_up(rational{nodes * (nodes - 1), links}),
        .assumes = packets,
        .proof = fmt::format("{} receptions go over {} one-way links", nodes * (nodes - 1), links),
        .name = "transmissions"};
}

lower_bound reception_bound(const problem& problem, packet_size packets) {
    const broadcaster_set& senders = problem.broadcasters;
    if (!is_everyone_alike(problem)) {
        return share_of_each_bound(problem, packets);
    }
    // With one port all nodes receive alike, and one that has the fewest hears the most.
    const std::uint64_t own = has_all_ports(problem.ports) ? senders.packets.most()
                              : senders.nodes.size() == node_count(problem.network)
                                  ? senders.packets.least()
                                  : 0;
    return share_bound(problem, packets, problem.message_count() - own,
                       rates_of_participants(problem).least);
}

lower_bound line_bound(const problem& problem, packet_size packets) {
    if (!problem.participants.is_everyone()) {
        return reception_bound(problem, packets);
    }
    if (network_as<grid>(problem.network).edge() != grid_edge::closed) {
        return crossing_bound(problem, packets);
    }
    const broadcaster_set& senders = problem.broadcasters;
    const bool do_all_send = senders.nodes.size() == node_count(problem.network);
    const std::uint64_t fewest = do_all_send ? senders.packets.least() : 0;
    return share_bound(problem, packets, problem.message_count() - fewest,
                       rates_of_participants(problem).least);
}

slot multinode_slots(std::uint64_t nodes, duplex mode) noexcept {
    const auto n = slots_for(nodes);
    return mode == duplex::full || n == 1 ? n - 1 : 2 * (n - 1 + n % 2);
}

slot path_slots(std::size_t nodes, duplex mode) noexcept {
    const auto n = slots_for(nodes);
    if (n < 3) {
        return mode == duplex::full ? n - 1 : 2 * (n - 1);
    }
    return mode == duplex::full ? (3 * n + 1) / 2 - 1 : (5 * n + 1) / 2 - 2;
}

lower_bound multinode_bound(const problem& problem, packet_size packets) {
    if (has_all_ports(problem.ports) || problem.ports == port_model::shout_and_whisper ||
        !is_everyone_alike(problem)) {
        return strongest(
            {others_bound(problem, packets), farthest_bound(problem, packets),
             one_way_bound(problem, packets),
             receiving_bound(
                 problem, packets,
                 {.amount = [](node_id /*from*/, node_id /*to*/) { return std::uint64_t{1}; },
                  .is_uniform = true}),
             tails_bound(problem, packets, problem.participant_count()),
             shouts_bound(problem, packets, problem.participant_count()),
             participants_bound(problem, packets)});
    }
    const duplex mode = duplex_of(problem.ports);
    const std::uint64_t nodes = node_count(problem.network);
    return strongest(
        {{.units = multinode_slots(nodes, mode),
          .assumes = packets,
          .proof = mode == duplex::full ? "a node receives one packet a slot"
                                        : "one half of the nodes sends and the other receives",
          .name = "transmissions"},
         is_path(problem.network) ? path_bound(nodes, packets, mode)
                                  : lower_bound{.assumes = packets},
         cut_bound(problem.network, packets, mode)});
}

}  // namespace tutti
