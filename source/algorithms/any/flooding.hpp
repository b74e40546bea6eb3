/// @file
/// Broadcast by flooding any connected network.
#pragma once

#include "collectives/input/initial_messages.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Broadcast of the root's message: a node that receives it forwards it over all ports but those
/// that it came through. A node knows that it is the root by having the message, and nothing else
/// of the network than its own ports.
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
/// Not in the papers. Marks "broadcast". Time: exactly E slots, E the distance of the farthest
/// node, or E + 1 if two nodes as far are neighbours. Transmissions: one over each link whose ends
/// are not equally far from the root, two over each other link. Ports: all.
template <node_interface Node>
    requires carries<Node, message_packet>
task<> flooded_broadcast(Node& self, initial_messages messages) {
    message_packet heard;
    if (messages.empty()) {
        co_await self.mail();
        heard = self.inbox().front().packet;
    } else {
        heard = message_packet::of(messages[0]);
    }
    self.deliver(heard.content());
    for (port through = 0; through < self.network().port_limit(self.id()); ++through) {
        if (self.has(through) && self.received(through) == nullptr) {
            self.send(through, heard);
        }
    }
    self.mark("broadcast");
    co_await self.relay();
    (void)self.inbox();  // what neighbours sent that heard it at the same time
}

}  // namespace tutti
