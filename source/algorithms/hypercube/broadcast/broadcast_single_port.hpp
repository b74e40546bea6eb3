/// @file
/// Single node broadcast with one packet in and out a slot.
#pragma once

#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Broadcast of the root's message: in slot i every node that has it sends it over dimension i,
/// which doubles their number. A node knows that it is the root by having the message.
///
/// Root 0 on the 3-cube:
///
///     slot 1   0->1
///     slot 2   0->2  1->3
///     slot 3   0->4  1->5  2->6  3->7
///
/// Johnsson and Ho 1989; standard. All nodes mark "broadcast".
/// Time: exactly d slots. Transmissions: 2^d - 1. Ports: one a slot, in and out.
template <cube_node Node>
task<> broadcast_single_port(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    cube_packet heard;
    // It comes once: over the highest dimension in which the node differs from the root.
    if (messages.empty()) {
        co_await self.mail();
        heard = self.inbox().front().packet;
    } else {
        heard = cube_packet::of(messages[0], cube_packet_kind::data);
    }
    self.deliver(heard.content());
    while (self.slot() < dimensions) {
        self.send(static_cast<port>(self.slot()), heard);
        co_await self.next_slot();
    }
    self.mark("broadcast");
}

}  // namespace tutti
