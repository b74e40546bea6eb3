/// @file
/// Step 4, the port models: how many packets a node may send and receive in a slot.
///
/// Adds to step 3: `run_settings::ports`. The sum of step 3 uses one port at a time: it runs where
/// a node may send one packet and receive one (`single`), and is refused where it may not do both
/// in one slot (`single-half`). The broadcast of step 1 sends several packets in one slot: that is
/// refused in both.
///
/// Try next: `port_model::shout_and_whisper` in place of half duplex, where a node may send the
/// same packet through many ports: the broadcast takes 4 slots, and the sum is refused.
#include <cstdint>
#include <iostream>
#include <string>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The sum of step 3. Ports: single.
template <node_of<hypercube> Node>
task<packet_of<Node>> sum_of_all(Node& self, packet_of<Node> sum) {
    for (port i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, sum);
        co_await self.next_slot();
        sum += *self.received(i);
    }
    co_return sum;
}

/// The broadcast of step 1. Ports: all.
template <node_of<hypercube> Node>
task<packet_of<Node>> broadcast(Node& self, node_id root, packet_of<Node> mine) {
    int above = 0;
    if (self.id() != root) {
        co_await self.mail();
        const auto [through, heard] = self.inbox().front();
        mine = heard;
        above = through + 1;
    }
    for (int i = above; i < self.network().dimensions(); ++i) {
        self.send(i, mine);
    }
    co_return mine;
}

/// Runs the program under a port model, and prints its time or the rule that it breaks.
template <class Program>
void try_ports(const std::string& name, port_model ports, const Program& program) {
    std::cout << name_of(ports) << ": ";
    try {
        const run_report report = run(hypercube{4}, {.algorithm = name, .ports = ports}, program);
        std::cout << name << ": " << report.slots << " slots\n";
    } catch (const model_violation& violation) {
        std::cout << violation.what() << '\n';
    }
}

int main() {  // NOLINT(bugprone-exception-escape): whatever else goes wrong ends an example
    for (const port_model ports : {port_model::all_port, port_model::single_port_full_duplex,
                                   port_model::single_port_half_duplex}) {
        try_ports("sum", ports,
                  [](auto& self) -> task<> { (void)co_await sum_of_all(self, self.id()); });
        try_ports("broadcast", ports, [](auto& self) -> task<> {
            (void)co_await broadcast(self, node_id{5}, self.id() == 5 ? 42U : 0U);
        });
    }
}
