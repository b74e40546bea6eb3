/// @file
/// Step 2, a program that breaks the model: the exception says where.
///
/// Adds to step 1: a mistake, and `model_violation`. The `+ 1` is missing after `through`, so that
/// a node also sends the packet back to the node that it came from. That node has returned, and a
/// packet that no program reads is an error.
///
/// Try next: write `above = through + 1` again, and send twice: the violation is a second packet on
/// one link, in slot 1, at node 5, port 0. Or send through port `i + 1`: port 10 does not exist.
#include <cstdint>
#include <iostream>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The broadcast of step 1, with one mistake.
template <node_of<hypercube> Node>
task<packet_of<Node>> broadcast(Node& self, node_id root, packet_of<Node> mine) {
    int above = 0;
    if (self.id() != root) {
        co_await self.mail();
        const auto [through, heard] = self.inbox().front();
        mine = heard;
        above = through;
    }
    for (int i = above; i < self.network().dimensions(); ++i) {
        self.send(i, mine);
    }
    co_return mine;
}

int main() {  // NOLINT(bugprone-exception-escape): whatever else goes wrong ends an example
    try {
        run(hypercube{10}, {.algorithm = "broadcast"}, [](auto& self) -> task<> {
            (void)co_await broadcast(self, node_id{5}, self.id() == 5 ? 42U : 0U);
        });
    } catch (const model_violation& violation) {
        const fault_place& place = violation.place();
        std::cout << violation.what() << '\n'
                  << "kind: " << name_of(violation.kind()) << ", slot: " << place.at + 1
                  << ", node: " << place.node << ", port: " << place.through.value_or(-1) << '\n';
    }
}
