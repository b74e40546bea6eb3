/// @file
/// Step 1, a first node program: one node broadcasts to all others of a hypercube.
///
/// `run` starts the program that it is given once for every node of the network. A program is a
/// coroutine: it sleeps at each `co_await`, and the clock goes on when all nodes sleep. On a
/// hypercube, port i leads to the neighbour whose id differs in bit i.
///
/// Try next: `cube{20}`: a million nodes take 20 slots and 1048575 transmissions. Then start the
/// loop at `above + 1`: most nodes are never reached, and `run` throws `run_stalled`, whose text
/// names nodes that wait for mail.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// Broadcast from `root` over the binomial spanning tree of the cube (Johnsson and Ho, 1989):
/// a node that receives the packet through dimension i sends it on through every dimension above i.
///
/// Time: exactly d slots. Transmissions: 2^d - 1. Ports: all.
template <node_of<hypercube> Node>
task<packet_of<Node>> broadcast(Node& self, node_id root, packet_of<Node> packet) {
    int above = 0;
    if (self.id() != root) {
        co_await self.mail();
        const auto [through, heard] = self.inbox().front();
        packet = heard;
        above = through + 1;
    }
    for (int i = above; i < self.network().dimensions(); ++i) {
        self.send(i, packet);
    }
    co_return packet;
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    const hypercube cube{10};
    std::vector<std::uint64_t> heard(cube.node_count());

    const run_report report = run(cube, {.algorithm = "broadcast"}, [&](auto& self) -> task<> {
        heard[self.id()] = co_await broadcast(self, node_id{5}, self.id() == 5 ? 42U : 0U);
    });

    std::cout << "nodes:         " << cube.node_count() << '\n'
              << "slots:         " << report.slots << '\n'
              << "transmissions: " << report.transmissions << '\n'
              << "heard 42:      " << std::ranges::count(heard, 42U) << '\n';
}
