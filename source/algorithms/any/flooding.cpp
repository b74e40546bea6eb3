/// @file
/// Waves through any connected network: broadcast by flooding, and a barrier in rounds.

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/partial_program.hpp"
#include "any_entry.hpp"
#include "collectives/input/initial_messages.hpp"
#include "collectives/reduction.hpp"
#include "node/violation.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/each_link.hpp"
#include "topology/networks/eccentricity.hpp"
#include "topology/networks/properties.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// Broadcast of the root's message: a node that receives it forwards it over all ports but those
/// that it came through, whether it takes part or not. A node knows that it is the root by having
/// the message, and nothing else of the network than its own ports.
///
/// All nodes at distance t hear it in slot t, from all neighbours that are nearer; a copy that
/// comes later is from a neighbour that heard it in the same slot. So no node hears it from one
/// that is farther, and each is silent after one slot.
///
/// Root 0 on the ring of 5; the copies of slot 3 cross between two nodes that have it:
///
///     slot 1   0->4  0->1
///     slot 2   1->2  4->3
///     slot 3   2->3  3->2
///
/// A single participant has the message already, and nothing is sent.
///
/// Not in the papers. Marks "broadcast". Time: exactly E, the distance of the farthest node, or E +
/// 1 if two nodes as far are neighbours. Transmissions: one over each link whose ends are not
/// equally far from the root, two over each other link. Ports: all.
/// @param participants outlive the program
template <node_interface Node>
    requires carries<Node, short_packet>
task<> flooded_broadcast(Node& self, initial_messages messages,
                         const participant_set& participants) {
    if (participants.size(self.network().node_count()) == 1) {
        if (!messages.empty()) {
            self.deliver(messages[0]);
        }
        self.mark("broadcast");
        co_return;
    }
    short_packet heard;
    if (messages.empty()) {
        co_await self.mail();
        heard = self.inbox().front().packet;
    } else {
        heard = short_packet::of(messages[0]);
    }
    if (participants.contains(self.id())) {
        self.deliver(heard.content());
    }
    for (port through = 0; through < self.network().port_limit(self.id()); ++through) {
        if (self.has(through) && self.received(through) == nullptr) {
            self.send(through, heard);
        }
    }
    self.mark("broadcast");
    co_await self.relay();
    (void)self.inbox();  // what neighbours sent that heard it at the same time
}

/// Counter of the tokens received by a node, by port: a neighbour may be rounds ahead.
class counted_tokens {
public:
    explicit counted_tokens(port ports) : came_{ports} {}

    /// Takes the tokens that have arrived. @throws error if one is not the next token of its link
    template <node_at_work Node>
    void take(Node& self) {
        for_each_arrival(self, [this](port through, const short_packet& packet) {
            std::uint32_t& came = came_[through];
            if (packet != short_packet::token(came)) {
                throw error{"a packet came that is not the next token of its link"};
            }
            ++came;
        });
    }
    /// True if `rounds` packets have arrived over every link of a node.
    template <class Node>
    [[nodiscard]] bool has_from_all(const Node& self, std::uint32_t rounds) const {
        for (port i = 0; i < std::ssize(came_); ++i) {
            if (self.has(i) && came_[i] < rounds) {
                return false;
            }
        }
        return true;
    }

private:
    indexed_vector<port, std::uint32_t> came_;
};

/// Barrier: a node calls at the end of slot `call`, and goes on when all have called: in each round
/// it sends a token to all neighbours and waits for one of each, so that after round r it knows of
/// all nodes within r links.
///
/// On the path of 4, where node 0 calls at the end of slot 1, node 2 of slot 2, and nodes 1 and 3
/// of slot 3:
///
///     slot 2   0->1
///     slot 3   2->1  2->3
///     slot 4   1->0  1->2  3->2
///     slot 5   0->1  1->0  1->2  2->1  2->3  3->2
///     slot 6   0->1  1->0  1->2  2->1  2->3  3->2
///
/// spec/reductions.md, section 8. Nodes that take no part call before slot 1. A participant
/// delivers message 0 of node 0, and marks "barrier", when it goes on. Time: exactly c + D, c the
/// last call, D the largest distance between two participants. Transmissions: one over each link in
/// a round, all of them control. Ports: all.
/// @param rounds D
template <node_interface Node>
    requires carries<Node, short_packet>
task<> barrier_rounds(Node& self, slot call, slot rounds, bool is_participant) {
    const port ports = self.network().port_limit(self.id());
    counted_tokens tokens{ports};
    while (self.slot() < call) {
        co_await self.mail_or(call);
        tokens.take(self);
    }
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (port through = 0; through < ports; ++through) {
            if (self.has(through)) {
                self.send(through, short_packet::token(round));
            }
        }
        co_await self.next_slot();
        tokens.take(self);
        while (!tokens.has_from_all(self, round + 1)) {
            co_await self.mail();
            tokens.take(self);
        }
    }
    if (is_participant) {
        self.deliver(message{});
        self.mark("barrier");
    }
}

namespace {

// Time and transmissions of flooding.
struct flood_figures {
    slot slots = 0;
    std::uint64_t transmissions = 0;
};

// Each link is crossed once where one of its ends is nearer to the root, and twice where both
// receive the message in the same slot. The last packets arrive in slot E, the distance of the
// farthest node, or in slot E+1 if two nodes as far are neighbours. Null for networks that are too
// large to search, unless they have two halves with no links within them.
std::optional<flood_figures> flood_figures_of(const problem& input) {
    if (input.participant_count() == 1) {
        return flood_figures{};
    }
    const network& net = input.network;
    const std::uint64_t links = link_count(net) / 2;
    // In a bipartite network no link joins two nodes of one level: each link is crossed once.
    if (properties_of(net).is_bipartite) {
        const std::array<node_id, 1> from{input.root};
        return flood_figures{.slots = farthest_from(net, from, any_number_of_links),
                             .transmissions = links};
    }
    if (link_count(net) > most_searched_links) {
        return std::nullopt;
    }
    const shortest_path_tree tree{net, input.root};
    std::uint64_t within_levels = 0;  // directed links
    bool farthest_are_neighbours = false;
    for_each_link(net, [&](node_id from, port /*through*/, node_id to) {
        if (tree.distance(from) == tree.distance(to)) {
            ++within_levels;
            farthest_are_neighbours |= tree.distance(from) == tree.height();
        }
    });
    return flood_figures{.slots = slot{tree.height()} + (farthest_are_neighbours ? 1 : 0),
                         .transmissions = links + within_levels / 2};
}

slot participants_diameter(const setting& setting) {
    return diameter_among(setting.network, setting.participants).links;
}

std::string rounds_mismatch(const network& net) {
    const std::string inapplicable_reason = connectivity_mismatch(net);
    return !inapplicable_reason.empty() || diameter_of(net).is_exact
               ? inapplicable_reason
               : "needs a network whose diameter is known";
}

}  // namespace

void describe(standard_name<"broadcast/flooding"> /*name*/, algorithm& entry) {
    describe_for_connected(entry);
    entry.takes_participants = true;
    entry.idea =
        "A node that hears the message for the first time passes it on over all links but those it "
        "came through. It spreads like a wave: after as many slots as a node is links away, the "
        "node has it.";
    entry.time =
        "E, the distance of the farthest node, or E + 1 if two nodes as far are neighbours";
    entry.inapplicable_reason = connectivity_mismatch;
    entry.phases = [](const problem& input) {
        phase whole{.name = "broadcast"};
        if (const auto flooding = flood_figures_of(input)) {
            whole.expected_slots = flooding->slots;
        }
        return std::vector{whole};
    };
    entry.transmissions = [](const problem& input) {
        const auto flooding = flood_figures_of(input);
        return flooding ? std::optional<packet_hops>{flooding->transmissions} : std::nullopt;
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const participant_set& participants) {
            return flooded_broadcast(self, std::move(input.messages), participants);
        },
        participants_of);
}

void describe(standard_name<"barrier/rounds"> /*name*/, algorithm& entry) {
    describe_for_connected(entry);
    entry.idea =
        "In every round a node sends a token to all neighbours and waits for one from each. After "
        "round r it knows that all nodes up to r links away have called.";
    entry.rule = "barrier.rounds";
    entry.takes_participants = true;
    entry.time = "c + D, c the last call, D the largest distance between two participants";
    entry.inapplicable_reason = rounds_mismatch;
    entry.inapplicable_input_reason = [](const problem& input) {
        return diameter_among(input.network, input.participants).is_exact
                   ? ""
                   : "needs participants whose largest distance is known";
    };
    entry.phases = [](const problem& input) {
        phase whole = control_phase("barrier", last_call(input) + participants_diameter(input));
        whole.markers = participating_markers(input);
        return std::vector{std::move(whole)};
    };
    entry.transmissions = [](const problem& input) {
        const auto rounds = static_cast<std::uint64_t>(participants_diameter(input));
        return packet_hops{0, link_count(input.network) * rounds};
    };
    entry.figure_steps = steps_of_calls;
    entry.program = network_programs::on_any(
        [](auto& self, const node_input& input, slot rounds, const participant_set& participants) {
            return barrier_rounds(self, input.call, rounds, participants.contains(self.id()));
        },
        participants_diameter, participants_of);
}

}  // namespace tutti
