/// @file
/// Step 5, a user-defined packet: every node finds the smallest key of a cube, and the node that
/// has it.
///
/// Adds to step 4: the packet type, the template argument of `run<offer>`. The loop is that of step
/// 3, with the smaller of two offers in place of their sum.
///
/// Try next: `std::max` in place of `std::min`: node 36 has key 163. Then give `offer` a third
/// member, `std::uint8_t colour = 0;`: it has padding now, and the `static_assert` fails.
#include <algorithm>
#include <compare>
#include <cstdint>
#include <iostream>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// A packet is of any type that is copied byte by byte, without padding between its members, up to
/// 64 bytes.
struct offer {
    std::uint32_t key = 0;
    node_id owner = 0;

    friend auto operator<=>(const offer&, const offer&) = default;
};
static_assert(packet<offer>);

/// In slot i all nodes exchange through dimension i the smallest offer that they know.
///
/// Time: exactly d slots. Transmissions: d 2^d. Ports: all, of which one is used.
template <node_of<hypercube> Node>
task<packet_of<Node>> smallest(Node& self, packet_of<Node> packet) {
    for (port i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, packet);
        co_await self.next_slot();
        packet = std::min(packet, *self.received(i));
    }
    co_return packet;
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    const hypercube cube{6};
    offer known_to_last;

    const run_report report =
        run<offer>(cube, {.algorithm = "smallest"}, [&](auto& self) -> task<> {
            const std::uint32_t key = (self.id() * 37 + 11) % 64 + 100;
            const offer smallest_offer =
                co_await smallest(self, offer{.key = key, .owner = self.id()});
            if (self.id() == 63) {
                known_to_last = smallest_offer;
            }
        });

    std::cout << "slots:         " << report.slots << '\n'
              << "transmissions: " << report.transmissions << '\n'
              << "node 63 knows: node " << known_to_last.owner << " has key " << known_to_last.key
              << '\n';
}
