/// @file
/// Step 8, a queue in front of a link: all offers go to node 0, the smallest key first.
///
/// Adds to step 7: packets that wait. The tree is that of `collect`, but no offer is dropped, so
/// that several want one link, which carries one a slot. Queues belong to the program: the engine
/// has none, and refuses a second packet on a link. A node whose queue is empty sleeps in
/// `relay()`, like `mail()`; the run ends when all nodes do so and no packet is on its way.
///
/// Try next: `std::less<>` in place of `std::greater<>`: the largest key goes first. It takes as
/// long, 8 slots, and key 104 of node 5 comes last in place of key 158 of node 3.
#include <bit>
#include <compare>
#include <cstdint>
#include <functional>
#include <iostream>
#include <queue>
#include <vector>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The packet of step 5.
struct offer {
    std::uint32_t key = 0;
    node_id owner = 0;

    friend auto operator<=>(const offer&, const offer&) = default;
};
static_assert(packet<offer>);

/// Sends the node's own offer, and all that come, towards node 0: through the dimension of its
/// highest bit, the smallest key first.
template <node_of<hypercube> Node>
task<> send_smallest_first(Node& self, packet_of<Node> mine) {
    const port home = static_cast<port>(std::bit_width(self.id())) - 1;
    std::priority_queue<offer, std::vector<offer>, std::greater<>> waiting;
    waiting.push(mine);
    for (;;) {
        if (!waiting.empty()) {
            self.send(home, waiting.top());
            waiting.pop();
        }
        if (waiting.empty()) {
            co_await self.relay();
        } else {
            co_await self.next_slot();
        }
        for (const auto& [through, heard] : self.inbox()) {
            waiting.push(heard);
        }
    }
}

/// Prints what arrives in each slot.
template <node_of<hypercube> Node>
task<> take_all(Node& self) {
    for (;;) {
        co_await self.relay();
        std::cout << "slot " << self.slot() << ':';
        for (const auto& [through, heard] : self.inbox()) {
            std::cout << "  key " << heard.key << " of node " << heard.owner;
        }
        std::cout << '\n';
    }
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    const run_report report =
        run<offer>(hypercube{4}, {.algorithm = "smallest first"}, [](auto& self) {
            const std::uint32_t key = (self.id() * 37 + 11) % 64 + 100;
            return self.id() == 0 ? take_all(self)
                                  : send_smallest_first(self, {.key = key, .owner = self.id()});
        });

    std::cout << "transmissions: " << report.transmissions << '\n';
}
