/// @file
/// One port: a node may send one packet and receive one in a slot, and no more.
#include <cstdint>
#include <iostream>
#include <vector>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The sum of all values at every node: in slot i all exchange through dimension i what they have.
///
/// Time: exactly d slots. Ports: single (one packet out and one in); with half duplex, where a node
/// may not do both in a slot, the same program is refused.
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
    const auto program = [&](auto& self) -> task<> {
        sums[self.id()] = co_await sum_of_all(self, self.id());
    };

    for (const port_model ports :
         {port_model::single_port_full_duplex, port_model::single_port_half_duplex}) {
        std::cout << name_of(ports) << ": ";
        try {
            const run_report report = run(cube, {.algorithm = "sum", .ports = ports}, program);
            std::cout << report.slots << " slots, node 9 has " << sums[9] << '\n';
        } catch (const model_violation& violation) {
            std::cout << violation.what() << '\n';
        }
    }
}
