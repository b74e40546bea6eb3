/// @file
/// Single node broadcast over the binomial tree of a hypercube.
#pragma once

#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Broadcast of the root's message: a node that receives it through dimension i forwards it through
/// every dimension above i. A node knows that it is the root by having the message.
///
/// Root 0 on the 3-cube:
///
///     slot 1   0->1  0->2  0->4
///     slot 2   1->3  1->5  2->6
///     slot 3   3->7
///
/// Johnsson and Ho, 1989; Stamoulis and Tsitsiklis 1991, 3.3 (K = 1). Marks "broadcast".
/// Time: exactly d slots. Transmissions: 2^d - 1. Ports: all.
template <cube_node Node>
task<> binomial_broadcast(Node& self, initial_messages messages) {
    cube_packet heard;
    int above = 0;
    if (messages.empty()) {
        co_await self.mail();
        const auto [through, packet] = self.inbox().front();
        heard = packet;
        above = through + 1;
    } else {
        heard = cube_packet::of(messages[0], cube_packet_kind::data);
    }
    self.deliver(heard.content());
    for (int i = above; i < self.network().dimensions(); ++i) {
        self.send(i, heard);
    }
    self.mark("broadcast");
}

}  // namespace tutti
