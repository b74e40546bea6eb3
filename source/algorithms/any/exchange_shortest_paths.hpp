/// @file
/// Total exchange over shortest paths of any connected network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "collectives/input/initial_messages.hpp"
#include "destination.hpp"
#include "ordered_queues.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Delivers a message at its destination, or queues it for the link to the next node on its way.
template <node_interface Node>
bool take_or_pass_on(Node& self, const shortest_path_trees& trees, std::uint32_t messages_a_pair,
                     const message_packet& packet, ordered_queues& waiting) {
    const auto [origin, number, payload] = packet.content();
    const node_id to = destination_of(self.network(), origin, number / messages_a_pair);
    if (to == self.id()) {
        self.deliver(packet.content());
        return true;
    }
    const shortest_path_tree& tree = trees.to(to);
    waiting.push(tree.towards_root(self.id()), -tree.distance(self.id()), packet);
    return false;
}

/// Messages of every node for every other, each over the tree of shortest paths of its destination.
/// Of messages that wait for one link, the one that has the farthest to go goes first; of those
/// that have as far, the one from the smaller id, and of its messages the one with the smaller
/// number.
///
/// On the path of 4; a1 is the message of node 0 for node 1, b0 that of node 1 for node 0, and so
/// on:
///
///     slot 1   0-a3->1  1-b0->0  1-b3->2  2-c0->1  2-c3->3  3-d0->2
///     slot 2   0-a2->1  1-c0->0  1-a3->2  2-d0->1  2-b3->3  3-d1->2
///     slot 3   0-a1->1  1-d0->0  1-a2->2  2-c1->1  2-a3->3  3-d2->2
///     slot 4   1-b2->2  2-d1->1
///
/// Follow the last message back in time, as for `broadcasts_over_shortest_paths`: it took h + w
/// slots for h links and w changes of the packet. Forwards, look at what the packet has to go still
/// and the links so far: their sum does not grow at a change, since the packet with the farther way
/// went first, and if it stays as it is, the packet's name grows. It begins with D, the largest
/// distance, or less, and ends with h: so h <= D. And no packet comes twice: it would have come
/// nearer to its destination by more than the number of links in between. So w <= K - 1, and of the
/// slots that all this took, no link has more than there are packets that use it.
///
/// Not in the papers. All nodes mark "exchange" when they have all that is for them, and go on
/// relaying. Time: at most D + K - 1 slots, K the number of all messages, and at most the sum of
/// the D largest numbers of messages that links carry. Transmissions: the sum of the distances of
/// all pairs, for each of their messages. Ports: all.
/// @param trees of the network; outlive the program
template <node_interface Node>
    requires carries<Node, message_packet>
task<> exchange_over_shortest_paths(Node& self, initial_messages messages,
                                    std::uint32_t messages_a_pair,
                                    const shortest_path_trees& trees) {
    ordered_queues waiting{self.network().port_limit(self.id())};
    for (std::size_t m = 0; m < messages.size(); ++m) {
        (void)take_or_pass_on(self, trees, messages_a_pair, message_packet::of(messages[m]),
                              waiting);
    }
    std::size_t missing = messages.size();  // as many as the node has for others
    if (missing == 0) {
        self.mark("exchange");
        co_return;
    }
    for (;;) {
        waiting.drain(self);
        if (!waiting.empty()) {
            co_await self.next_slot();
        } else if (missing > 0) {
            co_await self.mail();
        } else {
            co_await self.relay();
        }
        const std::size_t before = missing;
        for (const auto [through, packet] : self.inbox()) {
            missing -= take_or_pass_on(self, trees, messages_a_pair, packet, waiting) ? 1U : 0U;
        }
        if (missing == 0 && before > 0) {
            self.mark("exchange");
        }
    }
}

}  // namespace tutti
