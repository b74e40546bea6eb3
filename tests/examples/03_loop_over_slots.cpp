/// @file
/// Step 3, a loop over slots: all nodes of a hypercube add up their values.
///
/// Adds to step 2: `next_slot()`. Nodes do not sleep until a packet comes; they act in every slot,
/// all at once, and take the packet of one port by `received(i)`. The clock is part of the
/// algorithm: it says which dimension is in use.
///
/// Try next: `cube{10}`: 10 slots, 10240 transmissions, and node 9 has 523776. Then leave out
/// `co_await self.next_slot()`: the program reads a packet that has not come, and the exception
/// says so.
#include <cstdint>
#include <iostream>
#include <vector>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The sum of all values at every node: in slot i all nodes exchange through dimension i the sums
/// that they have.
///
/// Time: exactly d slots. Transmissions: d 2^d. Ports: all, of which one is used.
template <node_of<hypercube> Node>
task<packet_of<Node>> sum_of_all(Node& self, packet_of<Node> sum) {
    for (port i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, sum);
        co_await self.next_slot();
        sum += *self.received(i);
    }
    co_return sum;
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    const hypercube cube{4};
    std::vector<std::uint64_t> sums(cube.node_count());

    const run_report report = run(cube, {.algorithm = "sum"}, [&](auto& self) -> task<> {
        sums[self.id()] = co_await sum_of_all(self, self.id());
    });

    std::cout << "slots:         " << report.slots << '\n'
              << "transmissions: " << report.transmissions << '\n'
              << "node 9 has:    " << sums[9] << '\n';
}
